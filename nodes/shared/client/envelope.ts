import { ServiceError, type FailureDetails } from './errors';
import { quote } from './quote';
import {
	isRefusal,
	onlyMessage,
	refusal,
	saysDone,
	throwRefusal,
	throwRefusedChange,
} from './refusal';
import { isObject, saysSomething } from './said';

/** A record as it came: every field is kept, ids beyond 2^53 as strings. */
export type ServiceRecord = Record<string, unknown> & { id?: number | string };

export interface ListAnswer {
	records: ServiceRecord[];
	/** Pages of the whole list; absent when the envelope has no count that can be believed. */
	pagesCount?: number;
	/** The page number that the envelope states, which may differ from the requested one. */
	currentPage?: number;
	/** The page size that the envelope states, which may differ from the requested one. */
	pageSize?: number;
	/** Records of the whole list, from the envelope or from Content-Range. */
	total?: number;
	/** Whether the answer says that records follow, by a flag or by a pointer to the next page. */
	hasMore?: boolean;
}

/**
 * Reads any list answer: a bare array, or an object with one array of records beside the counts, either
 * of them in a wrapper such as "data"; an empty list also where it is told as null or as no body. The
 * counts are those next to the list, else those further out.
 * @param expectedList name of the list in the envelope (inferred from two published siblings; facts, section 2)
 * @param contentRange the header of that name: "items 0-99/250"
 * @throws ServiceError (notTheService, rejected) when there is no list, so that trouble is never
 * mistaken for an empty result
 */
export function readList(
	body: unknown,
	what: string,
	expectedList = '',
	contentRange?: unknown,
): ListAnswer {
	const range = totalOf(contentRange);
	if (Array.isArray(body)) return { records: asRecords(body, what), ...range };
	if (body === undefined || body === null) return { records: [] };
	if (!isObject(body)) throw unreadable(what, 'neither a list nor an object');
	const layers = layersOf(body, expectedList);
	const [inner] = layers;
	const refused = layers.find((layer) => isRefusal(layer));
	if (refused) throw refusal(refused, what);
	const list = listIn(inner, expectedList);
	if (list === undefined) {
		const several = listsIn(inner).map((name) => quote(name, 40));
		const found =
			several.length < 2
				? 'without a list of records'
				: `with several lists (${several.join(', ')})`;
		throw unreadable(what, `an object ${found}`, { recordsField });
	}
	const countOf = (name: string) =>
		layers.map((layer) => believable(layer[name])).find((count) => count !== undefined);
	const total = totals.map(countOf).find((count) => count !== undefined);
	return {
		records: asRecords(list ?? [], what),
		pagesCount: countOf('pagesCount'),
		currentPage: countOf('currentPage'),
		pageSize: countOf('pageSize'),
		...(total === undefined ? range : { total }),
		hasMore: hasMoreIn(layers),
	};
}

/** What an answer holds that says that it is not the whole list; undefined for one that says nothing of the kind. */
export function partOf({
	records,
	pagesCount = 1,
	total = 0,
	hasMore,
}: ListAnswer): string | undefined {
	if (pagesCount > 1) return `one of ${pagesCount} pages`;
	if (total > records.length) return `${records.length} of ${total} records`;
	return hasMore ? `${records.length} records and says that more follow` : undefined;
}

/** What services call the count of all records; "count" may be that of one page, and is none of these. */
const totals =
	'total totalCount total_count totalItems totalRecords totalResults totalElements'.split(' ');

/** The count of all records in "items 0-99/250"; "*" stands for an unknown one (RFC 9110, section 14.4). */
function totalOf(contentRange: unknown): Pick<ListAnswer, 'total'> {
	const total = believable(/\/(\d+)\s*$/.exec(String(contentRange ?? ''))?.[1]);
	return total === undefined ? {} : { total };
}

const moreFlag = /^has_?more$/i;
const nextPointer = /^next(_?(page|link|url|cursor|token|page_?token))?$/i;

/** By a flag, else by a pointer to the next page, which is null or empty on the last one; JSON:API puts it among links. */
function hasMoreIn(layers: Array<Record<string, unknown>>): boolean | undefined {
	const places = layers.flatMap((layer) => [layer, layer.links].filter(isObject));
	const members = places.flatMap((place) => Object.entries(place));
	const flag = members.find(([name, value]) => moreFlag.test(name) && typeof value === 'boolean');
	const found = flag ?? members.find(([name]) => nextPointer.test(name));
	return found && saysSomething(found[1]);
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
	if (saysDone(body)) return undefined;
	if (isRefusal(body)) throw onlyMessage(body, what);
	return readRecord(body, what);
}

/** What may stand around a list or a record. */
export const wrappers = ['data', 'result'];

/** An envelope and what wraps it, the innermost first; an array beside counts is left in its envelope. */
function layersOf(
	body: Record<string, unknown>,
	expectedList: string,
): [Record<string, unknown>, ...Array<Record<string, unknown>>] {
	const inner = wrappers.map((name) => body[name]).find(isObject);
	return inner && !(expectedList in body) ? [inner, body] : [body];
}

/** A record out of its wrapper, which may also have the name of the resource and nothing beside it. */
function unwrappedRecord(body: unknown): unknown {
	if (!isObject(body) || 'id' in body) return body;
	const names = Object.keys(body);
	const wrapper = wrappers.find((name) => isObject(body[name])) ?? (names.length === 1 && names[0]);
	return wrapper && isObject(body[wrapper]) ? body[wrapper] : body;
}

/** @returns null for an empty list that is told so, undefined for none */
function listIn(envelope: Record<string, unknown>, expected: string): unknown[] | null | undefined {
	const named = envelope[expected];
	if (Array.isArray(named)) return named as unknown[];
	if (named === null) return null;
	const lists = listsIn(envelope);
	if (lists.length > 0) return lists.length === 1 ? (envelope[lists[0]] as unknown[]) : undefined;
	const nulls = Object.keys(envelope).filter((name) => mayBeList(name) && envelope[name] === null);
	return nulls.length === 1 ? null : undefined;
}

/** Names of the members that may be the list of records. */
function listsIn(envelope: Record<string, unknown>): string[] {
	return Object.keys(envelope).filter((name) => mayBeList(name) && Array.isArray(envelope[name]));
}

const mayBeList = (name: string) => !besideLists.has(name) && !nextPointer.test(name);

/** Members that are no list of records, also where they are one. */
const besideLists = new Set(
	'error errors warning warnings message messages code fieldsAffected params links pagesCount currentPage pageSize'.split(
		' ',
	),
);

function asRecords(list: unknown[], what: string): ServiceRecord[] {
	const refused = list.filter((entry) => isRefusal(entry, 'code'));
	if (refused.length > 0) throw refusal(refused, what);
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

const recordsField = 'Enter the name of the list in Records Field, if the answer has one.';

function unreadable(
	what: string,
	found: string,
	withOption?: FailureDetails['withOption'],
): ServiceError {
	return new ServiceError('notTheService', `The answer was ${found} while ${what}`, {
		description:
			'This is not how the service answers. Check the Base URL in the credential, and whether a proxy or gateway in between changes answers.',
		withOption,
		// The service has answered "OK", whatever came with it.
		effect: 'open',
	});
}
