import { ServiceError } from './errors';
import { saysFailure } from './failureSigns';
import { quote } from './quote';
import { isRefusal, refusal, saysWhy, talkOf, throwRefusal, throwRefusedChange } from './refusal';
import { isObject, readServiceMessage, saysSomething } from './said';

/** A record as it came: every field is kept, ids beyond 2^53 as strings. */
export type ServiceRecord = Record<string, unknown> & { id?: number | string };

export interface ListAnswer {
	records: ServiceRecord[];
	/** Absent when the envelope has no count that can be believed. */
	pagesCount?: number;
	currentPage?: number;
	pageSize?: number;
	/** Records in the whole list, where the envelope counts them. */
	total?: number;
	/** What the service says beside an empty list: that nothing was found, or why it shows nothing. */
	said?: string;
}

/**
 * Reads any list answer: a bare array, or an object with one array of records beside the counts, either
 * of them in a wrapper such as "data"; an empty list also where it is told as null or as no body. The
 * counts are those next to the list, else those further out.
 * @param expectedList name of the list in the envelope (inferred from two published siblings; facts, section 2)
 * @throws ServiceError (notTheService, rejected) when there is no list, so that trouble is never
 * mistaken for an empty result
 */
export function readList(body: unknown, what: string, expectedList = ''): ListAnswer {
	if (isObject(body) && isRefusal(body, true)) throw refusal(body, what);
	if (Array.isArray(body)) return { records: asRecords(body, what) };
	if (body === undefined || body === null) return { records: [] };
	if (!isObject(body)) throw unreadable(what, 'neither a list nor an object');
	const layers = layersOf(body, expectedList);
	const [inner] = layers;
	const list = listIn(inner, expectedList);
	const hasRecords = Array.isArray(list) && list.length > 0;
	if (isRefusal(inner, hasRecords)) throw refusal(inner, what);
	const failed = hasRecords ? undefined : layers.find(saysFailure);
	if (failed) throw refusal(failed, what);
	if (list === null && saysWhy(inner)) throw refusal(inner, what);
	if (list === undefined) {
		const several = listsIn(inner).map((name) => quote(name, 40));
		const found =
			several.length < 2
				? 'without a list of records'
				: `with several lists (${several.join(', ')})`;
		throw unreadable(what, `an object ${found}`);
	}
	const countOf = (name: string) =>
		layers.map((layer) => believable(layer[name])).find((count) => count !== undefined);
	return {
		records: asRecords(list ?? [], what),
		pagesCount: countOf('pagesCount'),
		currentPage: countOf('currentPage'),
		pageSize: countOf('pageSize'),
		total: totals.map(countOf).find((count) => count !== undefined),
		...(!hasRecords && saidBeside(layers)),
	};
}

/** What services call the count of all records; "count" may be that of one page, and is none of these. */
const totals =
	'total totalCount total_count totalItems totalRecords totalResults totalElements'.split(' ');

/** A message that is more than one of success. */
function saidBeside(layers: Array<Record<string, unknown>>): Pick<ListAnswer, 'said'> {
	const talking = layers.find(saysWhy);
	const { text } = readServiceMessage(talking);
	return text === '' ? {} : { said: text };
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

/**
 * Reads the record in the answer to a change. An answer that only says that it is done is as good as an empty one.
 * @returns undefined where it is said to be done, and no record is shown
 * @throws ServiceError (notTheService, rejected): only a sign of failure is a refusal, and any other message leaves
 * open what was done
 */
export function readWritten(body: unknown, what: string): ServiceRecord | undefined {
	throwRefusedChange(body, what);
	const talk = talkOf(body);
	if (talk === 'done') return undefined;
	if (talk === 'unclear' || isRefusal(body)) throw onlyMessage(body, what);
	return readRecord(body, what);
}

/** For an answer to a change that says neither that it was done nor that it failed. */
export function onlyMessage(body: unknown, what: string): ServiceError {
	const { text } = readServiceMessage(body);
	const said = text === '' ? '' : `: ${text}`;
	return new ServiceError(
		'notTheService',
		`The answer was only a message without a record while ${what}${said}`,
		{ description: '', effect: 'open' },
	);
}

export const wrappers = ['data', 'result', 'response', 'payload'];

/** HAL puts lists into this member, and what belongs to a record as well. */
const listWrappers = [...wrappers, '_embedded'];

/** Wrappers are worn one over the other at most a few times. */
export const maxWrappers = 3;

/** An envelope and what wraps it, the innermost first; an array beside counts is left in its envelope. */
function layersOf(
	body: Record<string, unknown>,
	expectedList: string,
): [Record<string, unknown>, ...Array<Record<string, unknown>>] {
	const layers: ReturnType<typeof layersOf> = [body];
	while (layers.length <= maxWrappers && !(expectedList in layers[0])) {
		const inner = listWrappers.map((name) => layers[0][name]).find(isObject);
		if (!inner) break;
		layers.unshift(inner);
	}
	return layers;
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
	const lists = listsIn(envelope);
	if (lists.length > 0) return lists.length === 1 ? (envelope[lists[0]] as unknown[]) : undefined;
	const nulls = Object.keys(envelope).filter(
		(name) => !besideLists.has(name) && envelope[name] === null,
	);
	return nulls.length === 1 ? null : undefined;
}

/** Names of the members that may be the list of records. */
function listsIn(envelope: Record<string, unknown>): string[] {
	return Object.keys(envelope).filter(
		(name) => !besideLists.has(name) && Array.isArray(envelope[name]),
	);
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

/** @param told a number, or its digits as a text */
function believable(told: unknown): number | undefined {
	const isDigits = typeof told === 'string' && /^\d{1,8}$/.test(told);
	const count = isDigits ? Number(told) : told;
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
