import type { IDataObject } from 'n8n-workflow';

import { readJson, type RawAnswer } from '../client/answer';
import { pagingOf, stated, type ServiceSettings } from '../client/settings';
import { readList, type ListAnswer } from '../client/envelope';
import type { ExactNumber } from '../client/json';
import { refuseInput } from '../client/errors';
import type { PageSource } from '../lists/listing';
import type { ServiceClient } from '../client/client';
import type { SearchCriteria } from './criteria';
import { rejectIgnoredParameters } from './ignoredParameters';

/** In the envelope; inferred from two published siblings (docs/api/requests.md#pagination). */
export const listName = 'accountingDocuments';

/** @throws ServiceError as {@link readJson} and {@link readList} */
const read = (answer: RawAnswer, what: string): ListAnswer =>
	readList(readJson(answer, what), what, listName, answer.headers['content-range']);

const nouns = { one: 'document', many: 'documents' };

/** The list of all documents (GET), in the service's own order. */
export function listDocuments(client: ServiceClient, scope: string[]): PageSource {
	const { settings, owner } = client.connection;
	const what = 'listing accounting documents';
	return {
		...{ what, nouns, owner, paging: settings },
		async fetch(page, size, hooks) {
			const call = whilePage(what, page);
			return await client.request({
				method: 'GET',
				path: '/v2/accountingdocuments',
				query: { ...pagingOf(settings, page, size), ...scopeParameter(scope) },
				what: call,
				read: (answer) => read(answer, call),
				hooks,
			});
		},
	};
}

/**
 * The documents that match (POST, which changes nothing).
 * @throws ServiceError at `fetch` also where the service ignores a parameter of the search
 */
export function searchDocuments(
	client: ServiceClient,
	criteria: SearchCriteria,
	scope: string[],
): PageSource {
	const requested = askFor(client, criteria, scope);
	const { settings } = client.connection;
	return rejectIgnoredParameters(requested, criteria, settings, (other) =>
		askFor(client, other, scope),
	);
}

function askFor(client: ServiceClient, criteria: SearchCriteria, scope: string[]): PageSource {
	const { settings, owner } = client.connection;
	const what = 'searching accounting documents';
	const fixed = { ...scopeParameter(scope), ...searchParameters(settings, criteria) };
	return {
		...{ what, nouns, owner, paging: settings },
		async fetch(page, size, hooks) {
			const call = whilePage(what, page);
			const parameters: IDataObject = { ...pagingOf(settings, page, size), ...fixed };
			return await client.request({
				method: 'POST',
				onlyReads: true,
				mayFindNothing: true,
				path: '/v2/search/accountingdocuments',
				...(settings.searchParametersIn === 'query' ? { query: parameters } : { body: parameters }),
				what: call,
				read: (answer) => read(answer, call),
				hooks,
			});
		},
	};
}

function scopeParameter(scope: string[]): IDataObject {
	return scope.length > 0 ? { [stated.scope]: scope.join(',') } : {};
}

function searchParameters(settings: ServiceSettings, criteria: SearchCriteria): IDataObject {
	const parameters: IDataObject = {};
	const set = (name: string, value: string | ExactNumber | undefined) => {
		if (name !== '' && value !== undefined && value !== '')
			parameters[name] = value as IDataObject[string];
	};
	set(settings.searchText, criteria.searchText);
	set(settings.sortDirection, criteria.sortDirection);
	set(settings.singleValue, criteria.value);
	set(stated.valueFrom, criteria.valueFrom);
	set(stated.valueTo, criteria.valueTo);
	set(settings.type, criteria.types?.length === 1 ? String(criteria.types[0]) : undefined);
	set(
		settings.direction,
		criteria.direction === undefined ? undefined : String(criteria.direction),
	);
	// A day wider: a service may leave out the day itself, and the filters here see to the rest.
	set(settings.issueDateFrom, dayBeside(criteria.issueDateFrom, -1));
	set(settings.issueDateTo, dayBeside(criteria.issueDateTo, 1));
	const taken = namesOf(settings);
	for (const { name, value } of criteria.otherFilters ?? []) {
		if (taken.has(name.toLowerCase())) {
			refuseInput(
				'otherFilters',
				`The filter "${name}" is set twice`,
				'Other Filters may not repeat a parameter that the node sets itself. Remove it, or use the field of its own.',
			);
		}
		taken.add(name.toLowerCase());
		parameters[name] = value as IDataObject[string];
	}
	return parameters;
}

/** @param date YYYY-MM-DD */
function dayBeside(date: string | undefined, days: number): string | undefined {
	if (date === undefined || date === '') return date;
	const time = Date.parse(`${date}T00:00:00Z`) + days * 86_400_000;
	const day = new Date(time).toISOString().slice(0, 10);
	return /^\d{4}-/.test(day) ? day : date;
}

/** The names that the node may set, in small letters: a service may not tell letters apart. */
function namesOf(settings: ServiceSettings): Set<string> {
	const { page, pageSize, searchText, sortDirection, singleValue } = settings;
	const { type, direction, issueDateFrom, issueDateTo } = settings;
	const names = [page, pageSize, searchText, sortDirection, singleValue];
	const filterNames = [type, direction, issueDateFrom, issueDateTo];
	const own = [...names, ...filterNames, ...Object.values(stated)];
	return new Set(own.filter((name) => name !== '').map((name) => name.toLowerCase()));
}

const whilePage = (what: string, page: number) => `${what} (page ${page + 1})`;
