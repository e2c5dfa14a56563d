import type { IDataObject } from 'n8n-workflow';

import { readJson, unexpected, type HttpResponse } from './answer';
import { ServiceError } from './errors';
import { textFrom } from './json';
import { isObject, readServiceMessage, hasContent } from './message';
import { quote } from './redact';

/** A record with every field of the response. IDs above 2^53 are strings. */
export type ServiceRecord = Record<string, unknown> & { id?: number | string };

export interface ListResponse {
	records: ServiceRecord[];
	/** Number of pages in the list. */
	pagesCount?: number;
	/** Page size in the envelope. It may differ from the requested one. */
	pageSize?: number;
	/** Number of records in the list, from the envelope or Content-Range. */
	total?: number;
	/** Whether more records follow, by a flag or a pointer to the next page. */
	hasMore?: boolean;
}

/** The published members of an error, all optional (docs/api/requests.md#errors). */
const validationErrorMembers = new Set(['code', 'message', 'params', 'fieldsAffected']);

/**
 * Whether the body of a 2xx response is an error: a ValidationError, an error member, or `success: false`. An object
 * with an ID is a record.
 * @param sign the member that distinguishes a ValidationError from another message
 */
export function isRefusal(body: unknown, sign: 'message' | 'code' | 'params' = 'message'): boolean {
	if (!isObject(body) || (body.id ?? null) !== null) return false;
	const { error, errors, validationError, fieldsAffected, success, message } = body;
	if ([error, errors, validationError, fieldsAffected].some(hasContent)) return true;
	if (success === false) return true;
	const isValidationError = Object.keys(body).every((name) => validationErrorMembers.has(name));
	return isValidationError && hasContent(message) && (body[sign] ?? null) !== null;
}

/** @throws ServiceError (rejected) for an error in a 2xx response */
export function throwRefusal(body: unknown, activity: string): void {
	if (isRefusal(body)) throw refusal(body, activity);
}

/**
 * The same for the response to a change. Its status says that the change was made, so an error inside leaves the outcome
 * open. A message alone may report success.
 * @throws ServiceError (rejected, or notTheService for a message with its own code; effect open)
 */
export function throwRefusedChange(body: unknown, activity: string): void {
	if (isRefusal(body, 'params')) throw refusal(body, activity).inSuccess();
	if (isRefusal(body, 'code')) throw notTheRecord(body, activity);
}

function refusal(body: unknown, activity: string): ServiceError {
	const { text, fields } = readServiceMessage(body);
	return new ServiceError(
		'rejected',
		`The service answered the request, but reported an error while ${activity}${text === '' ? '' : `: ${text}`}`,
		{
			description: 'Check the values of this node and the state of your account in the service.',
			fields,
		},
	);
}

/**
 * Reads any list response: a bare array, or an object with one array of records and the counts. Both may be in a wrapper
 * such as "data". Counts next to the list take precedence over counts around the wrapper.
 * @param expectedList name of the list in the envelope (docs/api/requests.md#pagination)
 * @param contentRange the header of that name: "items 0-99/250"
 * @throws ServiceError (notTheService, rejected) if there is no list, so that a failure never looks like an empty list
 */
export function readList(
	body: unknown,
	activity: string,
	expectedList: string,
	contentRange?: unknown,
): ListResponse {
	const rangeTotal = totalInRange(contentRange);
	if (Array.isArray(body)) return { records: asRecords(body, activity), total: rangeTotal };
	// 204 No Content.
	if (body === undefined) return { records: [] };
	if (!isObject(body))
		throw unexpected('The response was a single value instead of a list', activity);
	const wrapped = wrappers.map((name) => body[name]).find(isObject);
	const layers = wrapped && !(expectedList in body) ? [wrapped, body] : [body];
	for (const layer of layers) throwRefusal(layer, activity);
	const countOf = (name: string) =>
		layers.map((layer) => countIn(layer[name])).find((count) => count !== undefined);
	return {
		records: asRecords(listIn(layers[0], expectedList, activity), activity),
		pagesCount: countOf('pagesCount'),
		pageSize: countOf('pageSize'),
		total: countOf('total') ?? countOf('totalCount') ?? rangeTotal,
		hasMore: hasMoreIn(layers),
	};
}

/** Reads a response with a list. @throws ServiceError as {@link readJson} and {@link readList} */
export const listReader =
	(activity: string, expectedList: string) =>
	(answer: HttpResponse): ListResponse =>
		readList(readJson(answer, activity), activity, expectedList, answer.headers['content-range']);

/** How the response says that it is only a part of the list; undefined if it does not. */
export function describePart({ records, ...counts }: ListResponse): string | undefined {
	const { pagesCount = 1, total = 0 } = counts;
	if (!moreFollow(counts, 0, records.length)) return undefined;
	if (pagesCount > 1) return `one of ${pagesCount} pages`;
	if (total > records.length) return `${records.length} of ${total} records`;
	return `${records.length} records and says that more follow`;
}

/**
 * Whether a response reports records after its own. A total below them is ignored.
 * @param index 0-based, of its page @param end position after its last record
 */
export const moreFollow = (
	{ pagesCount = 0, total = 0, hasMore = false }: Omit<ListResponse, 'records'>,
	index: number,
	end: number,
): boolean => hasMore || pagesCount > index + 1 || total > end;

/** The total in "items 0-99/250". "*" means unknown (RFC 9110, section 14.4). */
function totalInRange(contentRange: unknown): number | undefined {
	const total = /\/(\d+)\s*$/.exec(String(contentRange ?? ''))?.[1];
	return countIn(total);
}

/** @param value a number or a string of digits */
function countIn(value: unknown): number | undefined {
	const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}

const nextPointer = /^next(_?(page|link|url|cursor|token|page_?token))?$/i;

/** Reads a flag, else a pointer to the next page, which is null or empty on the last page. */
function hasMoreIn(layers: IDataObject[]): boolean | undefined {
	const members = layers.flatMap((layer) => Object.entries(layer));
	const isFlag = ([name, value]: [string, unknown]) =>
		/^has_?more$/i.test(name) && typeof value === 'boolean';
	const found = members.find(isFlag) ?? members.find(([name]) => nextPointer.test(name));
	return found && hasContent(found[1]);
}

/** Members that may wrap a list or a record. */
export const wrappers = ['data', 'result'];

function listIn(envelope: IDataObject, expected: string, activity: string): unknown[] {
	if (Array.isArray(envelope[expected])) return envelope[expected] as unknown[];
	const lists = Object.entries(envelope).filter(
		// Empty, or it would be a refusal.
		([name, value]) => Array.isArray(value) && name !== 'errors',
	);
	if (lists.length === 1) return lists[0][1] as unknown[];
	const names = lists.map(([name]) => quote(name, 40)).join(', ');
	const found = names === '' ? 'without a list of records' : `with several lists (${names})`;
	throw unexpected(`The response was an object ${found}`, activity);
}

function asRecords(list: unknown[], activity: string): ServiceRecord[] {
	const refused = list.filter((entry) => isRefusal(entry, 'code'));
	if (refused.length > 0) throw refusal(refused, activity);
	if (list.every(isObject)) return list as ServiceRecord[];
	throw unexpected('The response was a list with entries that are not records', activity);
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a response with one record, which may be in a wrapper.
 * @param fields known fields of the record, which must have its ID or one of them; without this, any object is a record
 * @throws ServiceError (notTheService, rejected) for everything else
 */
export function readRecord(body: unknown, activity: string, fields?: Fields): ServiceRecord {
	const record = unwrapped(body);
	for (const layer of [body, record]) throwRefusal(layer, activity);
	if (isRecord(record, fields)) return record;
	throw notTheRecord(record, activity);
}

/** The expected response to a change. */
interface Expected {
	/** Completes sentences: "creating an accounting document". */
	activity: string;
	fields: Fields;
	/** ID of the changed record, if it is known and the response shows it as `id`. */
	id?: string;
}

/**
 * Makes the reader of the response to a change. The client calls it, so that an unreadable response leaves the outcome
 * open (docs/api/writes.md#unknown-outcomes).
 * @returns a reader that returns the record, or undefined if the response reports success without a record
 */
export function writtenReader({ activity, fields, id }: Expected) {
	return (answer: HttpResponse): ServiceRecord | undefined => {
		const body = readJson(answer, activity);
		const record = unwrapped(body);
		for (const layer of [body, record]) throwRefusedChange(layer, activity);
		if (isRecord(record, fields))
			return id === undefined ? record : withExpectedId(record, id, activity);
		if (isObject(body) && body.success === true) return undefined;
		throw notTheRecord(body, activity);
	};
}

/**
 * Checks that a response contains the requested record. A cache or gateway may return another one, which the workflow
 * could then write over the requested one. A record without an ID passes.
 * @param id of the requested record
 * @param field that contains the ID. Only an ID appears in the message, because a permalink token opens the document.
 * @throws ServiceError (notTheService, effect open)
 */
export function withExpectedId(
	record: ServiceRecord,
	id: string,
	activity: string,
	field = 'id',
): ServiceRecord {
	const other = textFrom(record[field]);
	if (other === '' || other === id) return record;
	const ids = field === 'id' ? ` (ID ${quote(other, 40)} instead of ${id})` : '';
	throw unexpected(`The service returned the wrong record${ids}`, activity);
}

/** The error for a body that is not the record. */
function notTheRecord(body: unknown, activity: string): ServiceError {
	if (!isObject(body)) {
		const found = Array.isArray(body) ? 'a list instead of a record' : 'not a record';
		return unexpected(`The response was ${found}`, activity);
	}
	const { text } = readServiceMessage(body);
	const withText = text === '' ? activity : `${activity}: ${text}`;
	return unexpected('The response was an object without the ID or fields of the record', withText);
}

function isRecord(value: unknown, fields?: Fields): value is ServiceRecord {
	return (
		isObject(value) &&
		Object.entries(value).some(
			([name, member]) =>
				!fields || (member != null && (name === 'id' || Object.hasOwn(fields, name))),
		)
	);
}

function unwrapped(body: unknown): unknown {
	if (!isObject(body) || 'id' in body) return body;
	return wrappers.map((name) => body[name]).find(isObject) ?? body;
}
