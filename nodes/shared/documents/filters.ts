import type { ServiceRecord } from '../client/envelope';
import { valueAt } from '../fields/describe';
import type { SearchCriteria } from './criteria';

/**
 * The filters whose names the service does not publish. They are applied to every record that arrives, also
 * when a name was entered in the credential and the service has filtered already. A record that lacks what a
 * filter looks at does not meet it: no type is no invoice.
 */
const filters: Array<{
	field: string;
	isSet(criteria: SearchCriteria): boolean;
	isMet(value: unknown, criteria: SearchCriteria): boolean;
}> = [
	{
		field: 'type',
		isSet: ({ types }) => types !== undefined && types.length > 0,
		isMet: (value, { types }) => types?.includes(numberOf(value)) === true,
	},
	{
		field: 'direction',
		isSet: ({ direction }) => direction !== undefined,
		isMet: (value, { direction }) => numberOf(value) === direction,
	},
	dateFilter('issueDate', 'issueDateFrom', 'issueDateTo'),
	dateFilter('dueDate', 'dueDateFrom', 'dueDateTo'),
	{
		field: 'currency',
		isSet: ({ currency }) => currency !== undefined,
		isMet: (value, { currency }) => String(value).toUpperCase() === currency,
	},
	{
		field: 'state',
		isSet: ({ state }) => state !== undefined,
		isMet: (value, { state }) => typeof value === 'string' && alike(value, state),
	},
	{
		field: 'accountingDocumentNo',
		isSet: ({ documentNo }) => documentNo !== undefined,
		isMet: (value, { documentNo }) => alike(String(value ?? ''), documentNo),
	},
	{
		field: 'payments',
		isSet: ({ paid }) => paid !== undefined,
		// Absent, the flag has its default (docs/api/resources.md#parts-of-a-document): false.
		isMet: (value, { paid }) => (valueAt(value, 'paid') === true) === paid,
	},
];

/** Whether a record meets the criteria that are applied here. */
export function meets(record: ServiceRecord, criteria: SearchCriteria): boolean {
	return filters.every(
		({ field, isSet, isMet }) => !isSet(criteria) || isMet(record[field], criteria),
	);
}

/** Whether {@link meets} can drop records, so that a limit cannot be turned into a number of pages. */
export function filtersHere(criteria: SearchCriteria): boolean {
	return filters.some(({ isSet }) => isSet(criteria));
}

function dateFilter(
	field: string,
	from: 'issueDateFrom' | 'dueDateFrom',
	to: 'issueDateTo' | 'dueDateTo',
): (typeof filters)[number] {
	return {
		field,
		isSet: (criteria) => criteria[from] !== undefined || criteria[to] !== undefined,
		isMet(value, criteria) {
			if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return false;
			const day = value.slice(0, 10);
			const [first, last] = [criteria[from], criteria[to]];
			return (first === undefined || day >= first) && (last === undefined || day <= last);
		},
	};
}

/** A number, or digits; everything else is no number of a choice. */
function numberOf(value: unknown): number {
	return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
		? Number(value)
		: Number.NaN;
}

function alike(one: string, other = ''): boolean {
	return one.trim().toLowerCase() === other.trim().toLowerCase();
}
