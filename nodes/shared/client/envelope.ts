import { ServiceError } from './errors';
import { isObject, isRefusal, refusal, saysSomething, throwRefusal } from './said';

/** A record as it came: every field is kept, ids beyond 2^53 as strings. */
export type ServiceRecord = Record<string, unknown> & { id?: number | string };

export interface ListAnswer {
	records: ServiceRecord[];
	/** Absent when the envelope has no count that can be believed. */
	pagesCount?: number;
	currentPage?: number;
	pageSize?: number;
}

/**
 * Reads any list answer: a bare array, or an object with one array of records beside the counts, either
 * of them in a wrapper such as "data"; an empty list also where it is told as null or as no body.
 * @param expectedList name of the list in the envelope (inferred from two published siblings; facts, section 2)
 * @throws ServiceError (notTheService, rejected) when there is no list, so that trouble is never
 * mistaken for an empty result
 */
export function readList(body: unknown, what: string, expectedList = ''): ListAnswer {
	if (isObject(body) && isRefusal(body, true)) throw refusal(body, what);
	const inner = unwrapped(body, expectedList);
	if (Array.isArray(inner)) return { records: asRecords(inner, what) };
	if (inner === undefined || inner === null) return { records: [] };
	if (!isObject(inner)) throw unreadable(what, 'neither a list nor an object');
	const list = listIn(inner, expectedList);
	if (isRefusal(inner, Array.isArray(list) && list.length > 0)) throw refusal(inner, what);
	const pagesCount = believable(inner.pagesCount);
	if (list === null && saysSomething(inner.warnings)) throw refusal(inner, what);
	if (list === undefined || (list === null && (pagesCount ?? 0) > 1)) {
		throw unreadable(what, 'an object without a list of records');
	}
	return {
		records: asRecords(list ?? [], what),
		pagesCount,
		currentPage: believable(inner.currentPage),
		pageSize: believable(inner.pageSize),
	};
}

/**
 * Reads an answer that is one record, in a wrapper or not.
 * @throws ServiceError (notTheService, rejected) when it is a list, a text, an error body or empty
 */
export function readRecord(body: unknown, what: string): ServiceRecord {
	throwRefusal(body, what);
	const record = unwrappedRecord(body);
	throwRefusal(record, what);
	if (!isObject(record)) {
		throw unreadable(what, Array.isArray(record) ? 'a list instead of one record' : 'not a record');
	}
	const members = Object.values(record);
	if (members.length === 0) throw unreadable(what, 'an empty object instead of a record');
	const isEnvelope = members.every((member) => Array.isArray(member) || !saysSomething(member));
	if (isEnvelope || ('pagesCount' in record && !('id' in record))) {
		throw unreadable(what, 'an envelope without a record');
	}
	return record;
}

const wrappers = ['data', 'result', 'response', 'payload'];

/** Wrappers are worn one over the other at most a few times. */
const maxWrappers = 3;

/** What the wrappers around a list hold; an array beside counts is left in its envelope. */
function unwrapped(body: unknown, expectedList: string): unknown {
	let inner = body;
	for (let worn = 0; worn < maxWrappers && isObject(inner); worn++) {
		const members: Record<string, unknown> = inner;
		if (expectedList in members) return inner;
		const wrapper = wrappers.find((name) => isObject(members[name]));
		if (wrapper === undefined) return inner;
		inner = members[wrapper];
	}
	return inner;
}

function unwrappedRecord(body: unknown): unknown {
	let inner = body;
	for (let worn = 0; worn < maxWrappers && isObject(inner) && !('id' in inner); worn++) {
		const members: Record<string, unknown> = inner;
		const names = Object.keys(members);
		const isAlone = names.length === 1 && isObject(members[names[0]]);
		const wrapper = wrappers.find((name) => isObject(members[name])) ?? (isAlone && names[0]);
		if (!wrapper) return inner;
		inner = members[wrapper];
	}
	return inner;
}

/** @returns null for an empty list that is told so, undefined for none */
function listIn(envelope: Record<string, unknown>, expected: string): unknown[] | null | undefined {
	const named = envelope[expected];
	if (Array.isArray(named)) return named as unknown[];
	if (named === null) return null;
	const names = Object.keys(envelope).filter((name) => !besideLists.has(name));
	const lists = names.map((name) => envelope[name]).filter(Array.isArray);
	if (lists.length > 0) return lists.length === 1 ? lists[0] : undefined;
	const nulls = names.filter((name) => envelope[name] === null);
	return nulls.length === 1 ? null : undefined;
}

/** Members that are no list of records, also where they are one. */
const besideLists = new Set(
	'error errors warning warnings message messages code fieldsAffected params links pagesCount currentPage pageSize'.split(
		' ',
	),
);

function asRecords(list: unknown[], what: string): ServiceRecord[] {
	throwRefusal(list, what);
	for (const record of list) {
		if (!isObject(record)) throw unreadable(what, 'a list whose entries are not records');
	}
	return list as ServiceRecord[];
}

/** A thousand million records in pages of a hundred: a larger count is a mistake, and would be worked with. */
const maxCount = 10_000_000;

function believable(count: unknown): number | undefined {
	const isWhole = typeof count === 'number' && Number.isSafeInteger(count) && count >= 0;
	return isWhole && count <= maxCount ? count : undefined;
}

function unreadable(what: string, found: string): ServiceError {
	return new ServiceError('notTheService', `The answer was ${found} while ${what}`, {
		description:
			'This is not how the service answers. Check the Base URL in the credential, and whether a proxy or gateway in between changes answers.',
		// The service has answered "OK", whatever came with it.
		effect: 'open',
	});
}
