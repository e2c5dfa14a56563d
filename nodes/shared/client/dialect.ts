/**
 * How the service is spoken to: the one place that holds its paths and parameter names.
 *
 * Stated by the specification: the paths (section 4), `scope`, `valueFrom`, `valueTo`, the page size
 * limits, ASC/DESC and the enums (section 2). Everything in {@link Dialect} is an assumption: the
 * specification leaves those names open, so each can be overridden in the credential
 * ("Customize Parameter Names") without touching code.
 */

export const paths = {
	token: '/auth/token',
	documents: '/v2/accountingdocuments',
	search: '/v2/search/accountingdocuments',
	documentByToken: (token: string) => `/v2/accountingdocuments/tokens/${encodeURIComponent(token)}`,
	template: (templateId: number | string) => `/v2/templates/${encodeURIComponent(templateId)}`,
} as const;

/** Specification section 8. */
export const pageSizeLimits = { minimum: 10, maximum: 100 } as const;

/** Scope values that the specification names (section 4). */
export const scopes = { connectableAmount: 'CA' } as const;

/** Names that the specification states for search (section 4). */
export const stated = { scope: 'scope', valueFrom: 'valueFrom', valueTo: 'valueTo' } as const;

export interface Dialect {
	/** Query/body name of the page number; basis: the documented sibling list of payment orders. */
	page: string;
	/** Query/body name of the page size; same basis. */
	pageSize: string;
	/** Number of the first page; same basis ("Default 1"). */
	firstPage: number;
	/** Body name of the full-text search; no public source names it. */
	searchText: string;
	/** Body name of the sort direction; no public source names it. */
	sortDirection: string;
	/** Body name of the filter that excludes valueFrom and valueTo; no public source names it. */
	singleValue: string;
	/** Where search parameters travel; basis: every documented POST of the service has a body. */
	searchParametersIn: 'body' | 'query';
	/** Names of filters by field. Empty: the service is not asked, the node filters what arrives. */
	type: string;
	direction: string;
	issueDateFrom: string;
	issueDateTo: string;
}

export const assumedDialect: Dialect = {
	page: 'page',
	pageSize: 'pageSize',
	firstPage: 1,
	searchText: 'searchText',
	sortDirection: 'sortDirection',
	singleValue: 'value',
	searchParametersIn: 'body',
	type: '',
	direction: '',
	issueDateFrom: '',
	issueDateTo: '',
};

/** Enum numbers of specification section 2.1, with the labels that a reader expects. */
export const enums = {
	type: {
		0: 'Invoice',
		1: 'Advance',
		2: 'Tax Advance',
		3: 'Credit Note',
		7: 'Cash Receipt',
		8: 'Simplified Invoice',
		10: 'Employee Advance',
		11: 'Cash Transfer',
		12: 'Cash Uncategorized',
	},
	direction: { 0: 'Received', 1: 'Issued' },
	paymentType: {
		1: 'Bank Transfer',
		2: 'Cash',
		3: 'Cash on Delivery',
		4: 'Payment Card',
		5: 'Set Off',
		6: 'Loan',
	},
	processingState: {
		0: 'Not Processed',
		1: 'Processed',
		2: 'Waiting for Processing',
		3: 'Processing Error',
	},
	vatRecapCalculationMode: {
		0: 'Start From VAT Excluded',
		1: 'Start From VAT Included',
		2: 'Manually',
	},
	roundingType: { 1: 'None', 2: 'Round Nearest', 3: 'Round Up', 4: 'Round Down' },
	vatCountryType: { 1: 'Domestic', 2: 'EU', 3: 'Foreign' },
	frequency: { 1: 'Daily', 2: 'Weekly', 3: 'Monthly', 4: 'Yearly' },
} as const satisfies Record<string, Record<number, string>>;

export type EnumField = keyof typeof enums;

/** The label of an enum number; a number that the specification does not list stays as it came. */
export function enumLabel(field: EnumField, value: unknown): unknown {
	const labels: Record<string, string> = enums[field];
	if (typeof value !== 'number' && typeof value !== 'string') return value;
	return Object.hasOwn(labels, value) ? labels[value] : value;
}
