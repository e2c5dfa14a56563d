import type { ServiceRecord } from '../client/envelope';
import { valueAt } from '../fields/describe';
import { dayOf } from '../fields/values';
import type { SearchCriteria } from './criteria';

/**
 * The filters without a published name. The node applies them to every record, even if the credential names the filter
 * and the service has already applied it. A record without the filtered field does not match: a document without a type
 * is not an invoice.
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
	{
		field: 'contact',
		isSet: ({ contactId }) => contactId !== undefined,
		isMet: (value, { contactId }) => String(valueAt(value, 'contactId')) === contactId,
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
		isMet: (value, { state }) => typeof value === 'string' && isSameText(value, state),
	},
	{
		field: 'accountingDocumentNo',
		isSet: ({ documentNo }) => documentNo !== undefined,
		isMet: (value, { documentNo }) => isSameText(String(value ?? ''), documentNo),
	},
	{
		field: 'payments',
		isSet: ({ paid }) => paid !== undefined,
		// The default of the flag is false (docs/api/resources.md#parts-of-a-document).
		isMet: (value, { paid }) => (valueAt(value, 'paid') === true) === paid,
	},
];

/** Whether a record matches the filters that the node applies itself. */
export function meets(record: ServiceRecord, criteria: SearchCriteria): boolean {
	return filters.every(
		({ field, isSet, isMet }) => !isSet(criteria) || isMet(record[field], criteria),
	);
}

/** Whether {@link meets} may drop records. If so, a limit does not determine the number of pages. */
export function filtersLocally(criteria: SearchCriteria): boolean {
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
			const day = dayOf(value);
			if (day === '') return false;
			const [first, last] = [criteria[from], criteria[to]];
			return (first === undefined || day >= first) && (last === undefined || day <= last);
		},
	};
}

/** The code of a choice, from a number or its digits; otherwise NaN. */
function numberOf(value: unknown): number {
	return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
		? Number(value)
		: Number.NaN;
}

function isSameText(one: string, other = ''): boolean {
	return one.trim().toLowerCase() === other.trim().toLowerCase();
}
