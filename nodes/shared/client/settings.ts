import { type Route, splitRoute } from './route';

/**
 * Parameter names and limits of the service.
 *
 * The specification states the paths (docs/api/requests.md), `scope`, `valueFrom`, `valueTo`, the page size
 * limits and ASC/DESC. It leaves the names in {@link ServiceSettings} open. The defaults below are assumptions,
 * and the credential can override each of them ("Customize Parameter Names").
 */

/** Path of the token exchange. Every operation declares its own path. */
export const tokenPath = '/auth/token';

/** The list of all documents. */
export const listRoute: Route = 'GET /v2/accountingdocuments';

/** Path that the credential test requests. */
export const credentialTestPath = splitRoute(listRoute).path;

/**
 * Requests without a published path or method (tag I in the operations table). The key is the credential field
 * that overrides the route.
 */
export const assumedRoutes = {
	documentPath: 'GET /v2/accountingdocuments/{accountingDocumentId}',
	downloadPdfPath: 'GET /v2/accountingdocuments/{accountingDocumentId}/pdf',
	searchContactsPath: 'POST /v2/search/contacts',
	deleteReminderPath:
		'DELETE /v2/accountingdocuments/{accountingDocumentId}/reminders/{reminderId}',
	createTemplatePath: 'POST /v2/templates',
	removeSchedulerPath: 'DELETE /v2/templates/{templateId}/scheduler',
	createPaymentOrderPath: 'POST /v2/bankaccounts/{bankAccountId}/paymentorders',
} as const satisfies Record<string, Route>;

export type AssumedRoute = keyof typeof assumedRoutes;

/** Labels of the credential fields that override these routes. */
export const pathLabels: Record<AssumedRoute, string> = {
	documentPath: 'Path of Get Document',
	downloadPdfPath: 'Path of Download PDF',
	searchContactsPath: 'Path of Search Contacts',
	deleteReminderPath: 'Path of Delete Payment Reminder',
	createTemplatePath: 'Path of Create Template',
	removeSchedulerPath: 'Path of Remove Scheduler',
	createPaymentOrderPath: 'Path of Create Payment Order',
};

/** See docs/api/requests.md#pagination. */
export const pageSizeLimits = { minimum: 10, maximum: 100 } as const;

/**
 * The size of a page with so many records, as far as the limits allow.
 * @param largestPage of the credential
 */
export const pageSizeFor = (
	count: number = pageSizeLimits.maximum,
	largestPage: number = pageSizeLimits.maximum,
): number => Math.min(Math.max(count, pageSizeLimits.minimum), largestPage);

/** Of a request without options, which the form shows as their defaults. */
export const defaultBounds = { timeoutMs: 60_000, maxResponseBytes: 64 * 2 ** 20 } as const;

/** Choices for Largest Page Size. Smaller pages could not overlap (docs/internals/completeness.md). */
export const largestPages: readonly number[] = [100, 50, 20];

/** Scope values that the specification names (docs/api/requests.md#scope). */
export const scopes = { connectableAmount: 'CA' } as const;

/** Search parameters named by the specification (docs/api/requests.md#search). */
export const stated = { scope: 'scope', valueFrom: 'valueFrom', valueTo: 'valueTo' } as const;

export interface ServiceSettings {
	/** Query/body name of the page number. Basis: the documented list of payment orders. */
	page: string;
	/** Query/body name of the page size. Same basis. */
	pageSize: string;
	/** Number of the first page, unless the page number counts records. Same basis ("Default 1"). */
	firstPage: number;
	/** What the page number counts. If it counts records, it is an offset. Same basis. */
	pageCounts: 'pages' | 'records';
	/** Maximum page size. docs/api/requests.md#pagination says 100, but some services allow less. */
	largestPage: number;
	/** Body name of the full-text search. No public source names it. */
	searchText: string;
	/** Body name of the sort direction. No public source names it. */
	sortDirection: string;
	/** Body name of the filter that excludes valueFrom and valueTo. No public source names it. */
	singleValue: string;
	/** Where search parameters are sent. Basis: every documented POST of the service has a body. */
	searchParametersIn: 'body' | 'query';
	/** Filter parameters. If one is empty, the node filters the documents itself. */
	type: string;
	direction: string;
	issueDateFrom: string;
	issueDateTo: string;
	/** Routes that replace assumed ones. */
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

/** Name and label of the credential field that overrides each assumption. */
export const settingFields = {
	page: { name: 'pageParameter', label: 'Page Parameter' },
	firstPage: { name: 'firstPage', label: 'First Page Number' },
	pageCounts: { name: 'pageParameterCounts', label: 'Page Parameter Counts' },
	pageSize: { name: 'pageSizeParameter', label: 'Page Size Parameter' },
	largestPage: { name: 'largestPageSize', label: 'Largest Page Size' },
	searchText: { name: 'searchTextParameter', label: 'Search Text Parameter' },
	sortDirection: { name: 'sortDirectionParameter', label: 'Sort Direction Parameter' },
	singleValue: { name: 'singleValueParameter', label: 'Single-Value Filter Parameter' },
	searchParametersIn: { name: 'searchParametersIn', label: 'Send Search Parameters In' },
	type: { name: 'typeParameter', label: 'Type Filter Parameter' },
	direction: { name: 'directionParameter', label: 'Direction Filter Parameter' },
	issueDateFrom: { name: 'issueDateFromParameter', label: 'Issue Date From Parameter' },
	issueDateTo: { name: 'issueDateToParameter', label: 'Issue Date To Parameter' },
} as const satisfies Record<Setting, { name: string; label: string }>;

export type Setting = Exclude<keyof ServiceSettings, 'routes'>;

/**
 * Query parameters for one page of a list.
 * @param page 0-based index in pages of `size` records; -1 for the page before the first one
 */
export function pagingOf(
	{ page: name, pageSize, firstPage, pageCounts }: ServiceSettings,
	page: number,
	size: number,
): Record<string, number> {
	// As an offset, a position between two pages is a fraction of a page. The first page skips no record.
	const number = pageCounts === 'records' ? Math.round(page * size) : firstPage + page;
	return { [name]: number, [pageSize]: size };
}
