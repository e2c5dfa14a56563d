import type { IDataObject } from 'n8n-workflow';

import {
	contentTypeOf,
	decode,
	isEmpty,
	isWebPage,
	jsonOf,
	readJson,
	refuseTokenEnded,
	type RawAnswer,
} from '../../../shared/client/answer';
import { pagingOf } from '../../../shared/client/dialect';
import {
	onlyMessage,
	readList,
	readRecord,
	type ListAnswer,
} from '../../../shared/client/envelope';
import { refuseInput, ServiceError, tried } from '../../../shared/client/errors';
import {
	hasUnclearCode,
	messageToJudge,
	talkOf,
	throwRefusal,
	throwRefusedChange,
} from '../../../shared/client/refusal';
import type { ServiceCall } from '../../../shared/client/request';
import { jsonToSend } from '../../../shared/fields/givenJson';
import { limitOf, mostForAgent, readOptions } from '../../../shared/fields/listing';
import { collection } from '../../../shared/fields/values';
import type { PageSource } from '../../../shared/lists/listing';
import { aboutTexts, cutRecord, fitting, lengthOf, mostCharacters } from '../../kinds/agentBounds';
import { readIntoItems } from '../../kinds/readInto';
import { asItCame } from '../../kinds/shape';
import type { OperationCall, Result } from '../../operation';

export async function oneRecord(call: OperationCall, request: ServiceCall): Promise<Result[]> {
	const answer = await call.client.request(request);
	if (answer === undefined) return [{ done: true }];
	const record = request.changes
		? await afterChange(call, request, answer)
		: (readRecord(answer, request.what) as IDataObject);
	if (!call.forAgent) return [record];
	if (lengthOf(record) <= mostCharacters) return [{ ...record, aboutTexts }];
	const note = 'The record is too long to show here. This is the beginning of its first fields.';
	return [{ aboutTexts, note, record: cutRecord(record) }];
}

/**
 * A change that was answered well was done, whatever shows of it: a record, a number, nothing. A message may say
 * anything, so whoever reads it is told to.
 * @throws ServiceError (outcomeUnknown) for false
 */
async function afterChange(
	call: OperationCall,
	request: ServiceCall,
	answer: unknown,
): Promise<IDataObject> {
	const { method, path, what } = request;
	if (answer === false) {
		const failure = new ServiceError('notTheService', `The answer was "false" while ${what}`, {
			description: '',
		});
		throw failure.outcomeUnknown(`${method} ${path}`, what, whereToLook);
	}
	if (talkOf(answer) !== undefined) {
		const hint = messageToJudge(answer, what);
		if (hint) call.hint(hint);
		return answer as IDataObject;
	}
	// What is no record is no refusal either: those do not get here.
	const read = await tried(async () => await Promise.resolve(readRecord(answer, what)));
	return (read.failure ? { done: true, answer } : read.value) as IDataObject;
}

const whereToLook = 'Look in the service whether it was done';

/** What comes back is left out, but for a web page or a refusal, which say that nothing was done. */
export async function nothing(call: OperationCall, request: ServiceCall): Promise<Result[]> {
	const { what } = request;
	const read = (answer: RawAnswer) => {
		const isJson = /json|^$/i.test(contentTypeOf(answer));
		const isPage = isWebPage(decode(answer).slice(0, 1024));
		if (!isPage && !isJson) return refuseTokenEnded(answer.statusCode, jsonOf(answer), what);
		if (!isPage && isEmpty(answer)) return;
		const body = readJson(answer, what);
		if (!request.changes) return throwRefusal(body, what);
		throwRefusedChange(body, what);
		if (hasUnclearCode(body)) throw onlyMessage(body, what);
		const hint = messageToJudge(body, what);
		if (hint) call.hint(hint);
	};
	await call.client.request<void>({ ...request, read });
	return [{ done: true }];
}

/** A list with the same proof of completeness as every list of the node. */
export async function list(call: OperationCall, request: ServiceCall): Promise<Result[]> {
	const { form, forAgent, hint } = call;
	const wanted = limitOf(form);
	const most = Math.min(wanted ?? mostForAgent, mostForAgent);
	const limit = forAgent ? most + 1 : wanted;
	const items = await readIntoItems(sourceOf(call, request), {
		read: readOptions(collection(form, 'options'), limit),
		limit,
		shape: asItCame,
		many: 'records',
		hint,
	});
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

function sourceOf({ form, client }: OperationCall, request: ServiceCall): PageSource {
	const { what, query = {}, body, content } = request;
	const { dialect, owner } = client.connection;
	const field = String(form.get('recordsField') ?? '').trim();
	const isPaged = form.get('paged') !== false;
	const inBody = request.method !== 'GET' && dialect.searchParametersIn === 'body';
	const carrier = inBody ? carrierOf(body, content) : query;
	for (const name of isPaged ? [dialect.page, dialect.pageSize] : []) {
		if (!(name in carrier)) continue;
		refuseInput('queryParameters', `"${name}" is set twice`, 'The node asks for pages by itself.');
	}
	return {
		...{ what, nouns, owner, paging: dialect, isOneAnswer: !isPaged },
		async fetch(page, size, hooks) {
			if (!isPaged && page !== 0) return { records: [], pagesCount: 1 };
			const paging = isPaged ? pagingOf(dialect, page, size) : {};
			const asked = { ...carrier, ...paging };
			const sent = inBody ? { body: asked, content: undefined } : { query: asked };
			const answer = await client.request({ ...request, ...sent, hooks });
			const read = await tried(async () => await listOf(answer, what, field));
			if (read.failure) throw changed(read.failure, request);
			const { records, said } = read.value;
			return isPaged ? read.value : { records, pagesCount: 1, said };
		},
	};
}

/** @throws ServiceError as {@link readList}, with what to do where the user may know the list by its name */
async function listOf(answer: unknown, what: string, field: string): Promise<ListAnswer> {
	const read = await tried(async () => await Promise.resolve(readList(answer, what, field)));
	if (!read.failure) return read.value;
	const { kind, message, effect, description } = read.failure;
	if (kind !== 'notTheService' || field !== '') throw read.failure;
	const next = `Enter the name of the list in Records Field, if the answer has one. ${description}`;
	throw new ServiceError(kind, message, { description: next, fields: ['recordsField'], effect });
}

/** The request was taken, so one that changes something may have done it. */
function changed(failure: ServiceError, { changes, method, path, what }: ServiceCall) {
	if (!changes) return failure;
	return failure.outcomeUnknown(`${method} ${path}`, what, whereToLook);
}

/** The object that the page numbers are put into. */
function carrierOf(body: unknown, content: ServiceCall['content']): IDataObject {
	const text = content && Buffer.isBuffer(content.body) ? content.body.toString() : undefined;
	const value: unknown = text === undefined ? (body ?? {}) : jsonToSend(text);
	if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(content && !text)) {
		return value as IDataObject;
	}
	return refuseInput('body', 'The body of a list must be an object', 'Page numbers go into it.');
}
