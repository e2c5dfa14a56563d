import type { Route } from './route';

/**
 * How the service is spoken to: the one place that holds its paths and parameter names.
 *
 * Stated by the specification: the paths (docs/api/requests.md), `scope`, `valueFrom`, `valueTo`, the page size
 * limits and ASC/DESC. Everything in {@link ServiceSettings} is an assumption: the
 * specification leaves those names open, so each can be overridden in the credential
 * ("Customize Parameter Names") without touching code.
 */

/** The path of the token exchange; every other path is declared by its operation. */
export const tokenPath = '/auth/token';

/** What the test of the credential asks for. */
export const credentialTestPath = '/v2/accountingdocuments';

/**
 * Requests whose path or method nobody has published (tag I of the operations' table), by the name of the
 * field of the credential that says how the user's service calls them.
 */
export const assumedRoutes = {
	documentPath: 'GET /v2/accountingdocuments/{accountingDocumentId}',
	deleteReminderPath:
		'DELETE /v2/accountingdocuments/{accountingDocumentId}/reminders/{reminderId}',
	createTemplatePath: 'POST /v2/templates',
	removeSchedulerPath: 'DELETE /v2/templates/{templateId}/scheduler',
	createPaymentOrderPath: 'POST /v2/bankaccounts/{bankAccountId}/paymentorders',
} as const satisfies Record<string, Route>;

export type AssumedRoute = keyof typeof assumedRoutes;

/** See docs/api/requests.md#pagination. */
export const pageSizeLimits = { minimum: 10, maximum: 100 } as const;

/** Records on a page if the request names no size; docs/api/requests.md#pagination */
export const usualPageSize = 20;

/** The largest pages that the credential can be set to; smaller ones could not overlap (docs/internals/completeness.md). */
export const largestPages: readonly number[] = [100, 50, 20];

/** Scope values that the specification names (docs/api/requests.md#scope). */
export const scopes = { connectableAmount: 'CA' } as const;

/** Names that the specification states for search (docs/api/requests.md#search). */
export const stated = { scope: 'scope', valueFrom: 'valueFrom', valueTo: 'valueTo' } as const;

export interface ServiceSettings {
	/** Query/body name of the page number; basis: the documented sibling list of payment orders. */
	page: string;
	/** Query/body name of the page size; same basis. */
	pageSize: string;
	/** Number of the first page; same basis ("Default 1"). */
	firstPage: number;
	/** What the page number counts; records make it an offset. Same basis. */
	pageCounts: 'pages' | 'records';
	/** Records that a page may have at the most; docs/api/requests.md#pagination, but services set limits of their own. */
	largestPage: number;
	/** Body name of the full-text search; no public source names it. */
	searchText: string;
	/** Body name of the sort direction; no public source names it. */
	sortDirection: string;
	/** Body name of the filter that excludes valueFrom and valueTo; no public source names it. */
	singleValue: string;
	/** Where search parameters travel; basis: every documented POST of the service has a body. */
	searchParametersIn: 'body' | 'query';
	/** Names of filters by field. Empty: the node filters the documents itself. */
	type: string;
	direction: string;
	issueDateFrom: string;
	issueDateTo: string;
	/** The user's own routes in place of assumed ones. */
	routes: Partial<Record<Route, Route>>;
}

export const assumedSettings: ServiceSettings = {
	page: 'page',
	pageSize: 'pageSize',
	firstPage: 1,
	pageCounts: 'pages',
	largestPage: pageSizeLimits.maximum,
	searchText: 'searchText',
	sortDirection: 'sortDirection',
	singleValue: 'value',
	searchParametersIn: 'body',
	type: '',
	direction: '',
	issueDateFrom: '',
	issueDateTo: '',
	routes: {},
};

/** The field of the credential that overrides an assumption: its name, and what a person calls it. */
export const settingFields = {
	page: { name: 'pageParameter', label: 'Page Parameter' },
	firstPage: { name: 'firstPage', label: 'First Page Number' },
	pageCounts: { name: 'pageParameterCounts', label: 'Page Parameter Counts' },
	pageSize: { name: 'pageSizeParameter', label: 'Page Size Parameter' },
	largestPage: { name: 'largestPageSize', label: 'Largest Page Size' },
	searchText: { name: 'searchTextParameter', label: 'Search Text Parameter' },
	sortDirection: { name: 'sortDirectionParameter', label: 'Sort Direction Parameter' },
	singleValue: { name: 'singleValueParameter', label: 'Single-Value Filter Parameter' },
	searchParametersIn: { name: 'searchParametersIn', label: 'Search Parameters Travel In' },
	type: { name: 'typeParameter', label: 'Type Filter Parameter' },
	direction: { name: 'directionParameter', label: 'Direction Filter Parameter' },
	issueDateFrom: { name: 'issueDateFromParameter', label: 'Issue Date From Parameter' },
	issueDateTo: { name: 'issueDateToParameter', label: 'Issue Date To Parameter' },
} as const satisfies Record<Setting, { name: string; label: string }>;

export type Setting = Exclude<keyof ServiceSettings, 'routes'>;

/**
 * The parameters that ask for a page of a list.
 * @param page 0-based index in pages of `size` records; -1 for the page before the first one
 */
export function pagingOf(
	{ page: name, pageSize, firstPage, pageCounts }: ServiceSettings,
	page: number,
	size: number,
): Record<string, number> {
	// A place between two pages is a fraction of a page.
	const places = pageCounts === 'records' ? Math.round(page * size) : page;
	return { [name]: firstPage + places, [pageSize]: size };
}
