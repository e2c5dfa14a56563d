import type { ServiceRecord } from '../client/envelope';
import { valueAt } from '../fields/describe';
import { dayOf } from '../fields/dates';
import { trimmed, withoutLeadingZeros } from '../fields/values';
import type { SearchCriteria } from './criteria';
import { hasPaymentStatus } from './paymentStatus';

/**
 * The filters without a published name. The node applies them to every record, even if the credential names the filter
 * and the service has already applied it. A record without the filtered field does not match: a document without a type
 * is not an invoice.
 */
const nodeFilters: Array<{
	isSet(criteria: SearchCriteria): boolean;
	isMet(record: ServiceRecord, criteria: SearchCriteria): boolean;
}> = [
	{
		isSet: ({ types }) => types !== undefined && types.length > 0,
		isMet: ({ type }, { types }) => types?.includes(choiceCode(type)) === true,
	},
	{
		isSet: ({ direction }) => direction !== undefined,
		isMet: (record, { direction }) => choiceCode(record.direction) === direction,
	},
	{
		isSet: ({ contactId }) => contactId !== undefined,
		isMet: (record, { contactId }) => String(valueAt(record, 'contact.contactId')) === contactId,
	},
	dateRangeFilter('issueDate', 'issueDateFrom', 'issueDateTo'),
	dateRangeFilter('dueDate', 'dueDateFrom', 'dueDateTo'),
	dateRangeFilter('taxDate', 'taxDateFrom', 'taxDateTo'),
	{
		isSet: ({ currency }) => currency !== undefined,
		isMet: (record, { currency }) => String(record.currency).toUpperCase() === currency,
	},
	{
		isSet: ({ state }) => state !== undefined,
		isMet: (record, { state }) =>
			typeof record.state === 'string' && isSameText(record.state, state),
	},
	{
		isSet: ({ documentNo }) => documentNo !== undefined,
		isMet: ({ accountingDocumentNo }, { documentNo }) =>
			isSameText(trimmedText(accountingDocumentNo), documentNo),
	},
	{
		isSet: ({ variableSymbol }) => variableSymbol !== undefined,
		isMet: (record, { variableSymbol }) =>
			withoutLeadingZeros(trimmedText(record.variableSymbol)) === variableSymbol,
	},
	{
		isSet: ({ orderNo }) => orderNo !== undefined,
		isMet: (record, { orderNo }) => trimmedText(record.orderNo) === orderNo,
	},
	{
		isSet: ({ externalNo }) => externalNo !== undefined,
		isMet: (record, { externalNo }) => trimmedText(record.externalNo) === externalNo,
	},
	{
		isSet: ({ paymentStatus }) => paymentStatus !== undefined,
		isMet: (record, { paymentStatus, today = '' }) =>
			paymentStatus === undefined || hasPaymentStatus(record, paymentStatus, today),
	},
];

/** Whether a record matches the filters that the node applies itself. */
export function meets(record: ServiceRecord, criteria: SearchCriteria): boolean {
	return nodeFilters.every(({ isSet, isMet }) => !isSet(criteria) || isMet(record, criteria));
}

/** Whether {@link meets} may drop records. If so, a limit does not determine the number of pages. */
export function filtersLocally(criteria: SearchCriteria): boolean {
	return nodeFilters.some(({ isSet }) => isSet(criteria));
}

function dateRangeFilter(
	field: 'issueDate' | 'dueDate' | 'taxDate',
	from: 'issueDateFrom' | 'dueDateFrom' | 'taxDateFrom',
	to: 'issueDateTo' | 'dueDateTo' | 'taxDateTo',
): (typeof nodeFilters)[number] {
	return {
		isSet: (criteria) => criteria[from] !== undefined || criteria[to] !== undefined,
		isMet(record, criteria) {
			const day = dayOf(record[field]);
			if (day === '') return false;
			const [first, last] = [criteria[from], criteria[to]];
			return (first === undefined || day >= first) && (last === undefined || day <= last);
		},
	};
}

const trimmedText = (value: unknown): string => trimmed(String(value ?? ''));

/** The code of a choice, from a number or its digits; otherwise NaN. */
function choiceCode(value: unknown): number {
	return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
		? Number(value)
		: Number.NaN;
}

function isSameText(one: string, other = ''): boolean {
	return one.trim().toLowerCase() === other.trim().toLowerCase();
}
