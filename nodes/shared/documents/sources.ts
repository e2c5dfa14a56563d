import type { IDataObject } from 'n8n-workflow';

import { pause } from '../client/deadline';
import { listRoute, pageSizeFor, pagingOf, stated, type ServiceSettings } from '../client/settings';
import { listReader } from '../client/envelope';
import { refuseInput } from '../client/errors';
import { dayAt, dayNumber } from '../fields/dates';
import { isEmpty } from '../fields/values';
import type { Nouns, PageSource } from '../lists/listing';
import type { Route } from '../client/route';
import { addressOf } from '../client/call';
import type { ServiceCall, ServiceClient } from '../client/client';
import { findsAll, type SearchCriteria } from './criteria';
import { rejectIgnoredParameters } from './ignoredParameters';

/** The search for documents, a read-only POST. */
export const searchRoute: Route = 'POST /v2/search/accountingdocuments';

/** Name of the list in the envelope, inferred from two published lists (docs/api/requests.md#pagination). */
export const listName = 'accountingDocuments';

interface Pages extends Pick<ServiceCall, 'method' | 'path' | 'ids' | 'activity'> {
	/** The name of the list in the envelope. */
	listName: string;
	nouns: Nouns;
	/** Parameters besides those of pagination. */
	parameters?: IDataObject;
	/** A search: where its parameters are, and what a 404 means. */
	search?: Pick<ServiceCall, 'onlyReads' | 'mayFindNothing'>;
}

/** What every list of a client has. */
export function serviceOf(
	{ connection: { settings, owner, bounds } }: ServiceClient,
	request: Pick<ServiceCall, 'method' | 'path' | 'ids'>,
): Pick<PageSource, 'owner' | 'address' | 'paging' | 'pause'> {
	const wait = async (ms: number) => await pause(ms, bounds.signal);
	return { owner, address: addressOf(request), paging: settings, pause: wait };
}

/** A list or search with the published pagination (docs/api/requests.md#pagination). */
export function pagesOf(
	client: ServiceClient,
	{ listName, nouns: { one, many }, parameters, search, ...request }: Pages,
): PageSource {
	const { settings } = client.connection;
	const isInBody = search && settings.searchParametersIn === 'body';
	return {
		activity: request.activity,
		nouns: { one, many },
		...serviceOf(client, request),
		async fetch(index, size, hooks) {
			const activity = `${request.activity} (page ${index + 1})`;
			const length = pageSizeFor(size, settings.largestPage);
			const sent = { ...pagingOf(settings, index, length), ...parameters };
			return await client.request({
				...request,
				...search,
				activity,
				hooks,
				read: listReader(activity, listName),
				...(isInBody ? { body: sent } : { query: sent }),
			});
		},
	};
}

const documents = { listName, nouns: { one: 'document', many: 'documents' } };

/** The list of all documents (GET), in the order of the service. */
const listDocuments = (client: ServiceClient, scope: string[]) =>
	pagesOf(client, {
		...documents,
		...client.target(listRoute),
		activity: 'listing accounting documents',
		parameters: scopeParameter(scope),
	});

/**
 * The documents that match the criteria (a read-only POST).
 * @throws ServiceError at `fetch`, also if the service ignores a search parameter
 */
export function searchDocuments(
	client: ServiceClient,
	criteria: SearchCriteria,
	scope: string[],
): PageSource {
	const search = searchSource(client, criteria, scope);
	const { settings } = client.connection;
	return rejectIgnoredParameters(search, criteria, settings, (other) =>
		searchSource(client, other, scope),
	);
}

/** The list of all documents if the criteria match every document, else a search. */
export const sourceOf = (client: ServiceClient, criteria: SearchCriteria, scope: string[]) =>
	findsAll(criteria) ? listDocuments(client, scope) : searchDocuments(client, criteria, scope);

const searchSource = (client: ServiceClient, criteria: SearchCriteria, scope: string[]) =>
	pagesOf(client, {
		...documents,
		...client.target(searchRoute),
		activity: 'searching accounting documents',
		parameters: {
			...scopeParameter(scope),
			...searchParameters(client.connection.settings, criteria),
		},
		search: { onlyReads: true, mayFindNothing: true },
	});

function scopeParameter(scope: string[]): IDataObject {
	return scope.length > 0 ? { [stated.scope]: scope.join(',') } : {};
}

/** The parameters of the search, by the criteria that they carry. Without a name, the node applies the filter itself. */
const parametersOf = (settings: ServiceSettings) =>
	({
		searchText: settings.searchText,
		sortDirection: settings.sortDirection,
		value: settings.singleValue,
		valueFrom: stated.valueFrom,
		valueTo: stated.valueTo,
		type: settings.type,
		direction: settings.direction,
		issueDateFrom: settings.issueDateFrom,
		issueDateTo: settings.issueDateTo,
	}) as const satisfies Partial<Record<keyof SearchCriteria, string>>;

type SentCriterion = keyof ReturnType<typeof parametersOf>;

/** The filters that the service applies. Other ones change nothing about what the node reads. */
export function appliedByService(settings: ServiceSettings): string[] {
	const named = Object.entries(parametersOf(settings)).filter(([, name]) => name !== '');
	return [...named.map(([criterion]) => criterion), 'otherFilters'];
}

function sentValues(criteria: SearchCriteria): Record<SentCriterion, unknown> {
	const { searchText, sortDirection, value, valueFrom, valueTo, direction } = criteria;
	// One day wider, because a service may exclude the day itself. The node filters the rest.
	const { issueDateFrom: first, issueDateTo: last } = criteria;
	return {
		...{ searchText, sortDirection, value, valueFrom, valueTo },
		type: criteria.type?.length === 1 ? String(criteria.type[0]) : undefined,
		direction: direction === undefined ? undefined : String(direction),
		issueDateFrom: first && (dayAt(dayNumber(first) - 1) || first),
		issueDateTo: last && (dayAt(dayNumber(last) + 1) || last),
	};
}

function searchParameters(settings: ServiceSettings, criteria: SearchCriteria): IDataObject {
	const values = sentValues(criteria);
	const parameters: IDataObject = {};
	for (const [criterion, name] of Object.entries(parametersOf(settings))) {
		const value = values[criterion as SentCriterion];
		if (name !== '' && !isEmpty(value)) parameters[name] = value as IDataObject[string];
	}
	const taken = namesInUse(settings);
	for (const { name, value } of criteria.otherFilters ?? []) {
		if (taken.has(name.toLowerCase())) {
			refuseInput(
				'otherFilters',
				`The filter "${name}" is set twice`,
				'Other Filters must not repeat a parameter that the node sets itself. Remove it, or use its own field instead.',
			);
		}
		taken.add(name.toLowerCase());
		parameters[name] = value as IDataObject[string];
	}
	return parameters;
}

/** The parameters that the node may set, in lower case, because a service may ignore case. */
function namesInUse(settings: ServiceSettings): Set<string> {
	const { page, pageSize } = settings;
	const names = [page, pageSize, stated.scope, ...Object.values(parametersOf(settings))];
	return new Set(names.filter((name) => name !== '').map((name) => name.toLowerCase()));
}
