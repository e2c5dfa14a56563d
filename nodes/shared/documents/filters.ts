import type { ServiceRecord } from '../client/envelope';
import { type ExactNumber, textFrom } from '../client/json';
import { dayOf } from '../fields/dates';
import {
	amount,
	choice,
	choices,
	date,
	id,
	text,
	valueAt,
	type ServiceField,
} from '../fields/describe';
import { trimmed, withoutLeadingZeros } from '../fields/values';
import { directions, typeChoices } from './choices';
import { otherFilters } from './otherFilters';
import { hasPaymentStatus, paymentStatus, type PaymentStatus } from './paymentStatus';
import { period } from './period';
import { formField, formGroup } from '../fields/formField';

/** The checked values of the filters, by their names. */
export interface FilterValues {
	/** Document types (docs/api/resources.md#codes). */
	type?: number[];
	direction?: number;
	contactId?: ExactNumber;
	value?: ExactNumber;
	valueFrom?: ExactNumber;
	valueTo?: ExactNumber;
	/** ISO dates, inclusive. */
	issueDateFrom?: string;
	issueDateTo?: string;
	dueDateFrom?: string;
	dueDateTo?: string;
	taxDateFrom?: string;
	taxDateTo?: string;
	currency?: string;
	state?: string;
	documentNo?: string;
	variableSymbol?: string;
	orderNo?: string;
	externalNo?: string;
	paymentStatus?: PaymentStatus;
	/** ISO date. Set if the payment status depends on it. */
	today?: string;
}

/**
 * Whether a document has the value. The node applies such a filter to every document, even if the credential names it and
 * the service has already applied it. A document without the field does not match.
 */
type Test = (record: ServiceRecord, value: unknown, criteria: FilterValues) => boolean;

/** How the form asks for it, and its test. */
type Filter = ServiceField & { isMet: Test };

const textAt = (record: ServiceRecord, path: string) => trimmed(textFrom(valueAt(record, path)));

const isExactly =
	(path: string, comparable = (one: string) => one): Test =>
	(record, value) =>
		comparable(textAt(record, path)) === comparable(trimmed(String(value)));

const isWord = (path: string) => isExactly(path, (one) => one.toLowerCase());

const isFrom =
	(path: string): Test =>
	(record, first) =>
		dayOf(record[path]) !== '' && dayOf(record[path]) >= String(first);

const isUntil =
	(path: string): Test =>
	(record, last) =>
		dayOf(record[path]) !== '' && dayOf(record[path]) <= String(last);

/** The code of a choice, from a number or its digits. */
const isCode =
	(path: string): Test =>
	(record, codes) =>
		/^\d+$/.test(textAt(record, path)) && [codes].flat().includes(Number(textAt(record, path)));

const day = (label: string, documents: string, isMet: Test): Filter => ({
	...date(label, `Documents ${documents}. Example: 2026-01-31 or {{ $now.startOf('month') }}.`, {
		placeholder: 'e.g. 2026-01-31',
		isFilter: true,
	}),
	isMet,
});

const reference = (label: string, description: string, example: string, isMet: Test): Filter => ({
	...text(label, description, { placeholder: `e.g. ${example}` }),
	isMet,
});

const totalFilter = (label: string, documents: string, example: string): ServiceField =>
	amount(label, `Documents with ${documents}`, { placeholder: `e.g. ${example}` });

/** Filters that choose a kind of document. All others identify documents or limit their number. */
export const kindFilters: readonly string[] = [
	'type',
	'direction',
	'paymentStatus',
	'period',
	'currency',
];

const testedFilters: Readonly<Record<string, Filter>> = {
	contactId: {
		...id('Contact', 'Documents of this customer or supplier', {
			placeholder: 'e.g. 5001',
			pickedFrom: 'searchContacts',
		}),
		isMet: isExactly('contact.contactId'),
	},
	currency: reference(
		'Currency',
		'The three-letter code of the currency',
		'CZK',
		isWord('currency'),
	),
	direction: {
		...choice('Direction', directions, 'Issued to a customer, or received from a supplier', {
			usual: 1,
		}),
		isMet: isCode('direction'),
	},
	documentNo: reference(
		'Document Number',
		'The complete number printed on the document',
		'FV2026-000123',
		isExactly('accountingDocumentNo'),
	),
	dueDateFrom: day('Due From', 'due on this day or later', isFrom('dueDate')),
	dueDateTo: day('Due To', 'due on this day or earlier', isUntil('dueDate')),
	externalNo: reference(
		'External Number',
		"The supplier's complete number, or that in another system",
		'F-2026-17',
		isExactly('externalNo'),
	),
	issueDateFrom: day('Issued From', 'issued on this day or later', isFrom('issueDate')),
	issueDateTo: day('Issued To', 'issued on this day or earlier', isUntil('issueDate')),
	orderNo: reference('Order Number', 'The complete order number', 'PO-1042', isExactly('orderNo')),
	state: reference(
		'State',
		'The state of the document in the service, such as Draft',
		'Waiting For Approval',
		isWord('state'),
	),
	taxDateFrom: day('Tax Date From', 'with this tax date or a later one', isFrom('taxDate')),
	taxDateTo: day('Tax Date To', 'with this tax date or an earlier one', isUntil('taxDate')),
	variableSymbol: reference(
		'Variable Symbol',
		'The complete payment reference, with or without leading zeros',
		'20260017',
		isExactly('variableSymbol', withoutLeadingZeros),
	),
};

/** No source says what exactly the service compares with these (docs/api/requests.md#search). */
const totalFilters = {
	value: totalFilter(
		'Total',
		'exactly this total. Not together with Total From or Total To.',
		'1210.50',
	),
	valueFrom: totalFilter('Total From', 'this total or more', '1000'),
	valueTo: totalFilter('Total To', 'this total or less', '5000'),
};

/** The filters of documents by their names. Saved workflows depend on the names. */
export const filterFields: Readonly<Record<string, ServiceField>> = {
	...testedFilters,
	...totalFilters,
};

const typeFilter = formField(
	'type',
	choices('Type', typeChoices, 'The types of document to return'),
);

export const filters = formGroup('Filters', 'filters', 'filter', [
	...Object.entries(filterFields).map(([name, field]) => formField(name, field)),
	otherFilters,
	paymentStatus,
	period,
	typeFilter,
]);

const tests: Readonly<Record<string, Test | undefined>> = {
	...Object.fromEntries(Object.entries(testedFilters).map(([name, { isMet }]) => [name, isMet])),
	type: isCode('type'),
	paymentStatus: (record, _status, { paymentStatus: status = 'unpaid', today = '' }) =>
		hasPaymentStatus(record, status, today),
};

const isChosen = (value: unknown) =>
	Array.isArray(value) ? value.length > 0 : value !== undefined;

/** The tests of the chosen filters. */
const testsOf = (criteria: FilterValues) =>
	Object.entries(criteria as Record<string, unknown>).flatMap(([name, value]) => {
		const isMet = tests[name];
		return isChosen(value) && isMet ? [{ isMet, value }] : [];
	});

export type JudgedByService = 'searchText' | keyof typeof totalFilters | 'otherFilters';

const judgedByService = [
	'searchText',
	...(Object.keys(totalFilters) as Array<keyof typeof totalFilters>),
	'otherFilters',
] as const satisfies JudgedByService[];

/** The chosen criteria without a test: the node cannot know whether a document matches. */
export const chosenOfService = (
	criteria: Readonly<Partial<Record<JudgedByService, unknown>>>,
): JudgedByService[] => judgedByService.filter((name) => isChosen(criteria[name]));

/** Whether a record matches the filters that the node applies itself. */
export function meets(record: ServiceRecord, criteria: FilterValues): boolean {
	return testsOf(criteria).every(({ isMet, value }) => isMet(record, value, criteria));
}

/** Whether {@link meets} may drop records. If so, a limit does not determine the number of pages. */
export const filtersLocally = (criteria: FilterValues): boolean => testsOf(criteria).length > 0;
