import { ServiceError } from './errors';
import { looksLikeServiceError, readServiceMessage } from './said';

/** A record as it came: every field is kept, ids beyond 2^53 as strings. */
export type ServiceRecord = Record<string, unknown> & { id?: number | string };

export interface ListAnswer {
	records: ServiceRecord[];
	/** Absent when the envelope has no count. */
	pagesCount?: number;
	currentPage?: number;
	pageSize?: number;
}

/**
 * Reads any list answer: a bare array, or an object with one array of records beside the counts.
 * @param expectedList name of the list in the envelope (inferred from two published siblings; facts, section 2)
 * @throws ServiceError (notTheService, rejected) when there is no list, so that trouble is never
 * mistaken for an empty result
 */
export function readList(body: unknown, what: string, expectedList = ''): ListAnswer {
	if (Array.isArray(body)) return { records: asRecords(body, what) };
	if (typeof body !== 'object' || body === null) throw noList(what, 'neither a list nor an object');
	if (looksLikeServiceError(body)) throw errorBody(body, what);
	const envelope = body as Record<string, unknown>;
	const name = listName(envelope, expectedList);
	if (name === undefined) {
		throw noList(what, 'an object without a list of records');
	}
	return {
		records: asRecords(envelope[name] as unknown[], what),
		pagesCount: wholeNumber(envelope.pagesCount),
		currentPage: wholeNumber(envelope.currentPage),
		pageSize: wholeNumber(envelope.pageSize),
	};
}

/**
 * Reads an answer that is one record.
 * @throws ServiceError (notTheService, rejected) when it is a list, a text or an error body
 */
export function readRecord(body: unknown, what: string): ServiceRecord {
	if (looksLikeServiceError(body)) throw errorBody(body, what);
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		throw noList(what, Array.isArray(body) ? 'a list instead of one record' : 'not a record');
	}
	if (Object.keys(body).length === 0) throw noList(what, 'an empty object instead of a record');
	return body as ServiceRecord;
}

function listName(envelope: Record<string, unknown>, expectedList: string): string | undefined {
	if (Array.isArray(envelope[expectedList])) return expectedList;
	const lists = Object.keys(envelope).filter((key) => Array.isArray(envelope[key]));
	return lists.length === 1 ? lists[0] : undefined;
}

function asRecords(list: unknown[], what: string): ServiceRecord[] {
	for (const record of list) {
		if (typeof record !== 'object' || record === null || Array.isArray(record)) {
			throw noList(what, 'a list whose entries are not records');
		}
	}
	return list as ServiceRecord[];
}

function wholeNumber(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function noList(what: string, found: string): ServiceError {
	return new ServiceError('notTheService', `The answer was ${found} while ${what}`, {
		description:
			'This is not how the service answers. Check the Base URL in the credential, and whether a proxy or gateway in between changes answers.',
	});
}

function errorBody(body: unknown, what: string): ServiceError {
	const said = readServiceMessage(body);
	return new ServiceError(
		'rejected',
		`The service answered "OK" with a refusal inside while ${what}${said.text === '' ? '' : `: ${said.text}`}`,
		{
			description: 'Check the values of this node and the state of your account in the service.',
			fields: said.fields,
		},
	);
}
