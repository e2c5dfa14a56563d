import { readJson, unexpected, type RawAnswer } from './answer';
import { ServiceError } from './errors';
import { isObject, readServiceMessage, saysSomething, type Members } from './message';
import { quote } from './redact';

/** A record as it came: every field is kept, ids beyond 2^53 as strings. */
export type ServiceRecord = Record<string, unknown> & { id?: number | string };

export interface ListAnswer {
	records: ServiceRecord[];
	/** Pages of the whole list. */
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

/** The published shape of a refusal, all of it optional (docs/api/requests.md#errors). */
const ofValidationError = new Set(['code', 'message', 'params', 'fieldsAffected']);

/**
 * Whether a body that came with 2xx is a refusal: a ValidationError, an error, or `success: false`. A record has an ID.
 * @param sign the member that a ValidationError has beside its message, and another message has not
 */
export function isRefusal(body: unknown, sign: 'message' | 'code' | 'params' = 'message'): boolean {
	if (!isObject(body) || (body.id ?? null) !== null) return false;
	const { error, errors, validationError, fieldsAffected, success, message } = body;
	if ([error, errors, validationError, fieldsAffected].some(saysSomething)) return true;
	if (success === false) return true;
	const isValidationError = Object.keys(body).every((name) => ofValidationError.has(name));
	return isValidationError && saysSomething(message) && (body[sign] ?? null) !== null;
}

/** @throws ServiceError (rejected) for a refusal inside 2xx */
export function throwRefusal(body: unknown, what: string): void {
	if (isRefusal(body)) throw refusal(body, what);
}

/**
 * The same for the answer to a change, in which a message may as well say that it was done: whoever reads of a refusal
 * does it again.
 * @throws ServiceError (rejected; notTheService for a message with a code of its own, whose outcome is open)
 */
export function throwRefusedChange(body: unknown, what: string): void {
	if (isRefusal(body, 'params')) throw refusal(body, what);
	if (isRefusal(body, 'code')) throw notTheRecord(body, what);
}

export function refusal(body: unknown, what: string): ServiceError {
	const { text, fields } = readServiceMessage(body);
	return new ServiceError(
		'rejected',
		`The service answered "OK" with a refusal inside while ${what}${text === '' ? '' : `: ${text}`}`,
		{
			description: 'Check the values of this node and the state of your account in the service.',
			fields,
		},
	);
}

/**
 * Reads any list answer: a bare array, or an object with one array of records beside the counts, either of them in a
 * wrapper such as "data". The counts are those next to the list, else those further out.
 * @param expectedList name of the list in the envelope (docs/api/requests.md#pagination)
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
	if (Array.isArray(body)) return { records: asRecords(body, what), total: range };
	// No content.
	if (body === undefined) return { records: [] };
	if (!isObject(body)) throw unexpected('The answer was neither a list nor an object', what);
	const wrapped = wrappers.map((name) => body[name]).find(isObject);
	const layers = wrapped && !(expectedList in body) ? [wrapped, body] : [body];
	for (const layer of layers) throwRefusal(layer, what);
	const countOf = (name: string) =>
		layers.map((layer) => countIn(layer[name])).find((count) => count !== undefined);
	return {
		records: asRecords(listIn(layers[0], expectedList, what), what),
		pagesCount: countOf('pagesCount'),
		currentPage: countOf('currentPage'),
		pageSize: countOf('pageSize'),
		total: countOf('total') ?? countOf('totalCount') ?? range,
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

/** The count of all records in "items 0-99/250"; "*" stands for an unknown one (RFC 9110, section 14.4). */
function totalOf(contentRange: unknown): number | undefined {
	const total = /\/(\d+)\s*$/.exec(String(contentRange ?? ''))?.[1];
	return countIn(total);
}

/** @param value a number, or its digits as a text: no count is passed over */
function countIn(value: unknown): number | undefined {
	const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}

const nextPointer = /^next(_?(page|link|url|cursor|token|page_?token))?$/i;

/** By a flag, else by a pointer to the next page, which is null or empty on the last one. */
function hasMoreIn(layers: Members[]): boolean | undefined {
	const members = layers.flatMap((layer) => Object.entries(layer));
	const isFlag = ([name, value]: [string, unknown]) =>
		/^has_?more$/i.test(name) && typeof value === 'boolean';
	const found = members.find(isFlag) ?? members.find(([name]) => nextPointer.test(name));
	return found && saysSomething(found[1]);
}

/** What may stand around a list or a record. */
export const wrappers = ['data', 'result'];

/** Members that are no list of records, also where they are one. */
const besideLists = new Set(['errors', 'warnings', 'messages', 'links']);

function listIn(envelope: Members, expected: string, what: string): unknown[] {
	if (Array.isArray(envelope[expected])) return envelope[expected] as unknown[];
	const lists = Object.entries(envelope).filter(
		([name, value]) => Array.isArray(value) && !besideLists.has(name) && !nextPointer.test(name),
	);
	if (lists.length === 1) return lists[0][1] as unknown[];
	const names = lists.map(([name]) => quote(name, 40)).join(', ');
	const found = names === '' ? 'without a list of records' : `with several lists (${names})`;
	throw unexpected(`The answer was an object ${found}`, what);
}

function asRecords(list: unknown[], what: string): ServiceRecord[] {
	const refused = list.filter((entry) => isRefusal(entry, 'code'));
	if (refused.length > 0) throw refusal(refused, what);
	if (list.every(isObject)) return list as ServiceRecord[];
	throw unexpected('The answer was a list whose entries are not records', what);
}

/** The fields of a kind of record, by name. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an answer that is one record, in a wrapper or not.
 * @param fields of the record: it has its ID or one of them; any object will do where they are not known
 * @throws ServiceError (notTheService, rejected) for everything else
 */
export function readRecord(body: unknown, what: string, fields?: Fields): ServiceRecord {
	const record = unwrapped(body);
	for (const layer of [body, record]) throwRefusal(layer, what);
	if (isRecord(record, fields)) return record;
	throw notTheRecord(record, what);
}

/** What the answer to a change is read as. */
export interface Expected {
	/** Finishes sentences. */
	what: string;
	fields: Fields;
	/** Of the record that was changed, where it is known and its answer shows it as `id`. */
	id?: string;
}

/**
 * Reads the record in the answer to a change; to be given to the client, so that an answer which is none leaves the
 * outcome open (docs/api/writes.md#unknown-outcomes).
 * @returns reads an answer; undefined where it says that it is done, and shows no record
 */
export function writtenReader({ what, fields, id }: Expected) {
	return (answer: RawAnswer): ServiceRecord | undefined => {
		const body = readJson(answer, what);
		const record = unwrapped(body);
		for (const layer of [body, record]) throwRefusedChange(layer, what);
		if (isRecord(record, fields)) return id === undefined ? record : ofRecord(record, id, what);
		if (isObject(body) && body.success === true) return undefined;
		throw notTheRecord(body, what);
	};
}

/**
 * Refuses the answer of one record that shows another one, as a cache or a gateway in between may send it: read, it
 * would be written over the requested record. An answer without an ID is taken as it is.
 * @param id of the requested record
 * @param field of the record that holds it; a permalink token opens a document for whoever reads the message
 * @returns the record
 * @throws ServiceError (notTheService), its effect open
 */
export function ofRecord(
	record: ServiceRecord,
	id: string,
	what: string,
	field = 'id',
): ServiceRecord {
	const other = String(record[field] ?? '');
	if (other === '' || other === id) return record;
	const found =
		field === 'id'
			? `The answer was of another record (ID ${quote(other, 40)}) than the one asked for (ID ${id})`
			: `The answer was of another record, whose ${field} differs from the requested one,`;
	throw unexpected(found, what);
}

/** For an object that says nothing of the record, whatever else is in it. */
export function notTheRecord(body: unknown, what: string): ServiceError {
	if (!isObject(body)) {
		const found = Array.isArray(body) ? 'a list instead of a record' : 'not a record';
		return unexpected(`The answer was ${found}`, what);
	}
	const { text } = readServiceMessage(body);
	const withText = text === '' ? what : `${what}: ${text}`;
	return unexpected('The answer was an object without the ID or any field of the record', withText);
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
