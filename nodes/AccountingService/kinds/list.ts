import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readJson, type RawAnswer } from '../../shared/client/answer';
import { pagingOf } from '../../shared/client/settings';
import { partOf, readList } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import type { Route } from '../../shared/client/route';
import {
	limitFields,
	limitOf,
	listOptionFields,
	notForAgent,
	readOptions,
} from '../../shared/fields/listing';
import { optionsWith } from '../../shared/fields/options';
import { queryForm, queryOf } from '../../shared/fields/serviceForm';
import type { ServiceFields } from '../../shared/fields/serviceField';
import { collection } from '../../shared/fields/values';
import type { Nouns, PageSource } from '../../shared/lists/listing';
import type { ItemOperation, OperationCall } from '../operation';
import {
	fill,
	optionOf,
	pathProperties,
	requestOf,
	type Declared,
	type FilledRequest,
} from './declared';
import { listForAgent } from './listForAgent';
import { readIntoItems } from './readInto';
import type { RecordDescription } from '../../shared/fields/recordDescription';
import { outputFields, shapeOf, simplifiedKinds } from '../../shared/fields/shape';

export interface DeclaredList<R extends Route> extends Declared<R> {
	record: RecordDescription;
	/** What the list is called in the envelope and in an agent's answer: "bankAccounts". */
	listName: string;
	/** A list in pages (facts, section 2), or all records in one answer. */
	paged: boolean;
	/** What the query asks for besides pages. */
	query?: ServiceFields;
}

/** Lists records, in pages or all in one answer. */
export function list<R extends Route>(declared: DeclaredList<R>): ItemOperation {
	const { record, paged, query = {}, listName } = declared;
	const options: INodeProperties[] = paged ? listOptionFields : [];
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...queryForm(query),
			...limitFields,
			...outputFields(record).map(notForAgent),
			optionsWith(...options),
		],
		requests: [requestOf(declared)],
		output: simplifiedKinds(record),
		oncePerInput: true,
		async run(call) {
			const { form, forAgent, hint } = call;
			const source = sourceOf(declared, call);
			const wanted = limitOf(form);
			const read = collection(form, 'options');
			if (forAgent) return await listForAgent(source, record, listName, read, wanted);
			return await readIntoItems(source, {
				read: readOptions(read, wanted),
				limit: wanted,
				shape: shapeOf(form, record),
				many: record.many,
				hint,
			});
		},
	};
}

function sourceOf<R extends Route>(declared: DeclaredList<R>, call: OperationCall): PageSource {
	const { query = {}, listName, paged, record } = declared;
	const request = fill(declared, call);
	const asked = queryOf(call.form, query);
	if (paged) return pagesOf(call.client, request, listName, record, asked);
	const { method, path, ids, what } = request;
	const { settings, owner } = call.client.connection;
	return {
		...{ what, nouns: record, owner, paging: settings, isOneAnswer: true },
		async fetch(page, _size, hooks) {
			// All came with the first answer.
			if (page !== 0) return { records: [], pagesCount: 1 };
			const answer = await call.client.request({ method, path, ids, query: asked, what, hooks });
			const list = readList(answer, what, listName);
			const part = partOf(list);
			if (part !== undefined) throw notWhole(what, part);
			return { records: list.records, pagesCount: 1 };
		},
	};
}

/** A list that is published as one answer, and of which this service gives a part only. */
const notWhole = (what: string, given: string) =>
	new ServiceError('incomplete', `The service gave ${given} while ${what}`, {
		description:
			'This list is published as one answer without pages, so the others cannot be asked for here. Use API Request with the Response List and the same path: it reads pages.',
	});

/**
 * A list in pages, as the published ones are asked for (facts, section 2).
 * @param asked what else the query says
 */
export function pagesOf(
	client: ServiceClient,
	{ method, path, ids, what }: Omit<FilledRequest, 'ids'> & Partial<FilledRequest>,
	listName: string,
	{ one, many }: Nouns,
	asked: IDataObject = {},
): PageSource {
	const { settings, owner } = client.connection;
	return {
		...{ what, nouns: { one, many }, owner, paging: settings },
		async fetch(page, size, hooks) {
			const query = { ...asked, ...pagingOf(settings, page, size) };
			const read = (answer: RawAnswer) =>
				readList(readJson(answer, what), what, listName, answer.headers['content-range']);
			return await client.request({ method, path, ids, query, what, read, hooks });
		},
	};
}
