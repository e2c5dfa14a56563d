import type { IDataObject } from 'n8n-workflow';

import {
	contentTypeOf,
	decode,
	isEmpty,
	isWebPage,
	jsonOf,
	readJson,
	unexpected,
	type RawAnswer,
} from '../../../shared/client/answer';
import { pagingOf } from '../../../shared/client/settings';
import {
	describePart,
	readList,
	readRecord,
	throwRefusal,
	throwRefusedChange,
	wrappers,
	type ListAnswer,
} from '../../../shared/client/envelope';
import { refuseInput, ServiceError, tried } from '../../../shared/client/errors';
import type { ServiceCall } from '../../../shared/client/client';
import { parseToSend } from '../../../shared/client/json';
import { quote } from '../../../shared/client/redact';
import { limitOf, maxForAgent, readOptions } from '../../../shared/fields/options';
import { plainText } from '../../../shared/fields/values';
import { valueAt } from '../../../shared/fields/describe';
import { collection } from '../../../shared/fields/form';
import type { PageSource } from '../../../shared/lists/listing';
import { aboutTexts, cutRecord, fitting, lengthOf, mostCharacters } from '../../kinds/agent';
import { readItems } from '../../kinds/list';
import { rawShape } from '../../../shared/fields/output';
import type { OperationCall, Result } from '../../operation';

export async function oneRecord(call: OperationCall, request: ServiceCall): Promise<Result[]> {
	const { changes, what } = request;
	const read = changes ? (answer: RawAnswer) => readChange(answer, what) : undefined;
	const answer = await call.client.request<unknown>({ ...request, read });
	if (answer === undefined) return [{ done: true }];
	const record = changes
		? await afterChange(answer, what)
		: (readRecord(answer, what) as IDataObject);
	if (!call.forAgent) return [record];
	if (lengthOf(record) <= mostCharacters) return [{ ...record, aboutTexts }];
	const note = 'The record is too long to show here. This is the beginning of its first fields.';
	return [{ aboutTexts, note, record: cutRecord(record) }];
}

/**
 * What a change brought that was answered well, and so was done: JSON, or a short text such as "OK".
 * @throws ServiceError (rejected) for a refusal, (notTheService) for what may be neither
 */
function readChange(answer: RawAnswer, what: string): unknown {
	const text = decode(answer).trim();
	const isJson = jsonOf(answer) !== undefined || /^[<{[]/.test(text);
	if (!isJson && text.length <= longestText) return text;
	const body = readJson(answer, what);
	throwRefusedChange(body, what);
	return body;
}

/** What is longer is no word of success. */
const longestText = 300;

/** The record in the answer to a change, or whatever else it is. */
async function afterChange(answer: unknown, what: string): Promise<IDataObject> {
	const read = await tried(async () => await Promise.resolve(readRecord(answer, what)));
	return (read.failure ? { done: true, answer } : read.value) as IDataObject;
}

/** The response is left out, but for a web page or a refusal, which say that nothing was done. */
export async function nothing(call: OperationCall, request: ServiceCall): Promise<Result[]> {
	const { what, changes } = request;
	const read = (answer: RawAnswer) => {
		const isPage = isWebPage(decode(answer).slice(0, 1024));
		if (!isPage && !/json|^$/i.test(contentTypeOf(answer))) return;
		if (isEmpty(answer)) return;
		if (!changes) return throwRefusal(readJson(answer, what), what);
		readChange(answer, what);
	};
	await call.client.request<void>({ ...request, read });
	return [{ done: true }];
}

/** A list with the same proof of completeness as every list of the node. */
export async function list(call: OperationCall, request: ServiceCall): Promise<Result[]> {
	const { form, forAgent, hint } = call;
	const wanted = limitOf(form);
	const most = Math.min(wanted ?? maxForAgent, maxForAgent);
	const limit = forAgent ? most + 1 : wanted;
	const isPaged = !request.changes && form.get('paged') !== false;
	const reading = { read: readOptions(collection(form, 'options'), limit), limit };
	const items = isPaged
		? await readItems(sourceOf(call, request), { ...reading, shape: rawShape, hint })
		: await inOneAnswer(call, request, limit);
	if (!forAgent) return items;
	const { shown, isCut } = fitting(items.slice(0, most));
	const hasMore = items.length > shown.length;
	const notes = [
		...(hasMore ? [`Only the first ${shown.length} records are shown.`] : []),
		...(isCut ? ['Long records are cut: only the beginning of their first fields is shown.'] : []),
	];
	const note = notes.length > 0 ? { note: notes.join(' ') } : {};
	return [{ records: shown, count: shown.length, hasMore, aboutTexts, ...note }];
}

const nouns = { one: 'record', many: 'records' };

/**
 * The list in one answer: of a request that changes something, which is never read in pages, and where In Pages is off.
 * The request goes out as it was entered.
 */
async function inOneAnswer(
	call: OperationCall,
	request: ServiceCall,
	limit?: number,
): Promise<IDataObject[]> {
	const { what, changes } = request;
	const read = listReader(call, request);
	const list = (await call.client.request<ListAnswer | undefined>({ ...request, read })) ?? {
		records: [],
	};
	const part = describePart(list);
	if (part !== undefined && !changes) throw notWhole(part, what);
	if (part !== undefined) {
		call.hint(`The response holds ${part}. A request that changes something is sent only once.`);
	}
	return list.records.slice(0, limit) as IDataObject[];
}

const notWhole = (part: string, what: string) =>
	new ServiceError('incomplete', `The response holds ${part} while ${what}, but In Pages is off`, {
		description: 'Turn on In Pages to read the whole list.',
		fields: ['paged'],
	});

/** Reads the list in an answer: that of Records Field, or the only one. */
function listReader({ form }: OperationCall, { what, changes }: ServiceCall) {
	const field = plainText(form.get('recordsField'), 'recordsField', 'Records Field') ?? '';
	return (answer: RawAnswer): ListAnswer => {
		const body = changes ? readChange(answer, what) : readJson(answer, what);
		const isNamed = field !== '' && body !== undefined;
		const envelope = isNamed ? envelopeOf(body, field, what) : body;
		return readList(envelope, what, field, answer.headers['content-range']);
	};
}

/**
 * The list at a dotted path, as a member beside what stands around it: counts may be there as well.
 * @throws ServiceError (notTheService) if it is not there; (rejected) for a refusal inside 2xx
 */
function envelopeOf(body: unknown, field: string, what: string): IDataObject {
	throwRefusal(body, what);
	const places = [field, ...wrappers.map((one) => `${one}.${field}`)];
	const place = places.find((one) => Array.isArray(valueAt(body, one)));
	if (place === undefined) {
		throw unexpected(`Records Field "${quote(field, 60)}" is no list in the answer`, what);
	}
	const steps = place.split('.').slice(0, -1);
	const around = steps.map((_, index) => valueAt(body, steps.slice(0, index + 1).join('.')));
	return Object.assign({}, body, ...around, { [field]: valueAt(body, place) }) as IDataObject;
}

function sourceOf(call: OperationCall, request: ServiceCall): PageSource {
	const { client } = call;
	const { what, query = {}, body, content } = request;
	const { settings, owner } = client.connection;
	const inBody = request.method !== 'GET' && settings.searchParametersIn === 'body';
	const carrier = inBody ? carrierOf(body, content) : query;
	for (const name of [settings.page, settings.pageSize]) {
		if (!(name in carrier)) continue;
		refuseInput('queryParameters', `"${name}" is set twice`, 'The node asks for pages by itself.');
	}
	const read = listReader(call, request);
	return {
		...{ what, nouns, owner, paging: settings },
		async fetch(page, size, hooks) {
			const asked = { ...carrier, ...pagingOf(settings, page, size) };
			const sent = inBody ? { body: asked, content: undefined } : { query: asked };
			return await client.request<ListAnswer>({ ...request, ...sent, read, hooks });
		},
	};
}

/** The object that the page numbers are put into. */
function carrierOf(body: unknown, content: ServiceCall['content']): IDataObject {
	const text = content && Buffer.isBuffer(content.body) ? content.body.toString() : undefined;
	const value: unknown = text === undefined ? (body ?? {}) : parseToSend(text);
	if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(content && !text)) {
		return value as IDataObject;
	}
	return refuseInput('body', 'The body of a list must be an object', 'Page numbers go into it.');
}
