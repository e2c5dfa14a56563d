import type { IDataObject } from 'n8n-workflow';

import { listForAgent } from '../../../shared/agents';
import { countForAgent } from '../../../shared/fields/agentForm';
import {
	contentTypeOf,
	decode,
	hasEmptyBody,
	isWebPage,
	jsonOf,
	readJson,
	unexpected,
	type HttpResponse,
} from '../../../shared/client/answer';
import { pagingOf } from '../../../shared/client/settings';
import {
	describePart,
	readList,
	readRecord,
	throwRefusal,
	throwRefusedChange,
	wrappers,
	type ListResponse,
} from '../../../shared/client/envelope';
import { refuseInput, ServiceError, toResult } from '../../../shared/client/errors';
import type { ServiceCall } from '../../../shared/client/client';
import { parseToSend } from '../../../shared/client/json';
import { isObject } from '../../../shared/client/message';
import { quote } from '../../../shared/client/redact';
import { limitOf, readOptions } from '../../../shared/fields/options';
import { valueAt } from '../../../shared/fields/describe';
import { collection, textIn } from '../../../shared/fields/readForm';
import { serviceOf } from '../../../shared/documents/sources';
import type { PageSource } from '../../../shared/lists/listing';
import { readItems } from '../../kinds/list';
import { rawShape } from '../../../shared/fields/output';
import { recordsField } from './formFields';
import type { OperationCall, ItemResult } from '../../operation';

export async function recordResponse(
	call: OperationCall,
	request: ServiceCall,
): Promise<ItemResult[]> {
	const { changes, activity } = request;
	const read = changes ? (answer: HttpResponse) => readChange(answer, activity) : undefined;
	const answer = await call.client.request<unknown>({ ...request, read });
	if (answer === undefined) return [{ done: true }];
	const record = changes
		? await afterChange(answer, activity)
		: (readRecord(answer, activity) as IDataObject);
	const list = await listInside(answer, activity);
	if (list) {
		const part = describePart(list) ?? 'a list';
		call.hint(
			`The response contains ${part}. To get all records, each as an item, set Response to List.`,
		);
	}
	return [record];
}

/** The list that a response consists of. A record may contain a list too, but has other fields. */
async function listInside(body: unknown, activity: string): Promise<ListResponse | undefined> {
	if (isObject(body) && 'id' in body) return undefined;
	const list = await toResult(async () => await Promise.resolve(readList(body, activity, '')));
	if (list.failure) return undefined;
	const isAlone = Object.keys(Object(body) as object).length === 1;
	const isList =
		Array.isArray(body) ||
		isAlone ||
		Object.entries(list.value).some(([name, count]) => name !== 'records' && count !== undefined);
	return isList ? list.value : undefined;
}

/**
 * Reads a 2xx response to a change: JSON, or a short text such as "OK".
 * @throws ServiceError (rejected) for an error inside, (notTheService) for another body
 */
function readChange(answer: HttpResponse, activity: string): unknown {
	const text = decode(answer).trim();
	const isJson = jsonOf(answer) !== undefined || /^[<{[]/.test(text);
	if (!isJson && text.length <= longestConfirmation) return text;
	const body = readJson(answer, activity);
	throwRefusedChange(body, activity);
	return body;
}

/** A longer text is not a confirmation. */
const longestConfirmation = 300;

/** The record in the response to a change, or the whole response. */
async function afterChange(answer: unknown, activity: string): Promise<IDataObject> {
	const read = await toResult(async () => await Promise.resolve(readRecord(answer, activity)));
	return (read.failure ? { done: true, answer } : read.value) as IDataObject;
}

/** Ignores the response, except for a web page or an error. */
export async function emptyResponse(
	call: OperationCall,
	request: ServiceCall,
): Promise<ItemResult[]> {
	const { activity, changes } = request;
	const read = (answer: HttpResponse) => {
		const isPage = isWebPage(decode(answer));
		if (!isPage && !/json|^$/i.test(contentTypeOf(answer))) return;
		if (hasEmptyBody(answer)) return;
		if (!changes) return throwRefusal(readJson(answer, activity), activity);
		readChange(answer, activity);
	};
	await call.client.request<void>({ ...request, read });
	return [{ done: true }];
}

/** Reads a list with the same proof of completeness as other operations. */
export async function listResponse(
	call: OperationCall,
	request: ServiceCall,
): Promise<ItemResult[]> {
	const { form, forAgent, hint } = call;
	const wanted = limitOf(form);
	const most = countForAgent(wanted);
	const limit = forAgent ? most + 1 : wanted;
	const isPaged = !request.changes && form.get('paged') !== false;
	const reading = { read: readOptions(collection(form, 'options'), limit), limit };
	const items = isPaged
		? (await readItems(responseSource(call, request), { ...reading, shape: rawShape, hint })).items
		: await inOneAnswer(call, request, limit);
	if (!forAgent) return items;
	return [listForAgent(call, { listName: 'records', ...nouns, records: items, most })];
}

const nouns = { one: 'record', many: 'records' };

/**
 * Reads the list of a single response, if In Pages is off or the request changes data. The request is sent as entered.
 */
async function inOneAnswer(
	call: OperationCall,
	request: ServiceCall,
	limit?: number,
): Promise<IDataObject[]> {
	const { activity, changes } = request;
	const read = listResponseReader(call, request);
	const list = (await call.client.request<ListResponse | undefined>({ ...request, read })) ?? {
		records: [],
	};
	const part = describePart(list);
	if (part !== undefined && !changes) throw needsPaging(part, activity);
	if (part !== undefined) {
		call.hint(
			`The response contains ${part}. The node sends a request that changes data only once.`,
		);
	}
	return list.records.slice(0, limit) as IDataObject[];
}

const needsPaging = (part: string, activity: string) =>
	new ServiceError(
		'incomplete',
		`The response contains ${part} while ${activity}, but In Pages is off`,
		{
			description: 'Turn on In Pages to read all pages.',
			fields: ['paged'],
		},
	);

/** Reads the list of a response, in Records Field or the only one. */
function listResponseReader({ form }: OperationCall, { activity, changes }: ServiceCall) {
	const field = textIn(form, recordsField) ?? '';
	return (answer: HttpResponse): ListResponse => {
		const body = changes ? readChange(answer, activity) : readJson(answer, activity);
		const isNamed = field !== '' && body !== undefined;
		const envelope = isNamed ? envelopeOf(body, field, activity) : body;
		return readList(envelope, activity, field, answer.headers['content-range']);
	};
}

/**
 * Lifts the list at a dotted path and the fields around it, which may be counts, to the top level.
 * @throws ServiceError (notTheService) if there is no list; (rejected) for an error inside a 2xx
 */
function envelopeOf(body: unknown, field: string, activity: string): IDataObject {
	throwRefusal(body, activity);
	const places = [field, ...wrappers.map((one) => `${one}.${field}`)];
	const place = places.find((one) => Array.isArray(valueAt(body, one)));
	if (place === undefined) {
		throw unexpected(
			`${recordsField.displayName} "${quote(field, 60)}" is not a list in the response`,
			activity,
		);
	}
	const steps = place.split('.').slice(0, -1);
	const around = steps.map((_, index) => valueAt(body, steps.slice(0, index + 1).join('.')));
	return Object.assign({}, body, ...around, { [field]: valueAt(body, place) }) as IDataObject;
}

function responseSource(call: OperationCall, request: ServiceCall): PageSource {
	const { client } = call;
	const { activity, query = {}, body, content } = request;
	const { settings } = client.connection;
	const inBody = request.method !== 'GET' && settings.searchParametersIn === 'body';
	const carrier = inBody ? carrierOf(body, content) : query;
	for (const name of [settings.page, settings.pageSize]) {
		if (!(name in carrier)) continue;
		refuseInput(
			'queryParameters',
			`"${name}" is set twice`,
			'Remove it, because the node sets it.',
		);
	}
	const read = listResponseReader(call, request);
	return {
		activity,
		nouns,
		...serviceOf(client, request),
		async fetch(index, size, hooks) {
			const paged = { ...carrier, ...pagingOf(settings, index, size) };
			const sent = inBody ? { body: paged, content: undefined } : { query: paged };
			return await client.request<ListResponse>({ ...request, ...sent, read, hooks });
		},
	};
}

/** The object for the parameters of pagination. */
function carrierOf(body: unknown, content: ServiceCall['content']): IDataObject {
	const text = content && Buffer.isBuffer(content.body) ? content.body.toString() : undefined;
	const value: unknown = text === undefined ? (body ?? {}) : parseToSend(text);
	if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(content && !text)) {
		return value as IDataObject;
	}
	return refuseInput(
		'body',
		'The Body of a list must be an object',
		'The node adds the page number to it.',
	);
}
