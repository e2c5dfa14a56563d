import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readJson, type RawAnswer } from '../../shared/client/answer';
import { pagingOf } from '../../shared/client/settings';
import { describePart, readList, type ServiceRecord } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import type { Route } from '../../shared/client/route';
import type { RecordDescription, ServiceFields } from '../../shared/fields/describe';
import { collection } from '../../shared/fields/form';
import {
	limitFields,
	limitOf,
	listOptionFields,
	maxForAgent,
	notForAgent,
	advancedWith,
	readOptions,
} from '../../shared/fields/options';
import { outputFields, shapeOf, simplifiedKinds, type Shape } from '../../shared/fields/output';
import { queryForm, queryOf } from '../../shared/fields/recordForm';
import { Listing, type Nouns, type PageSource, type ReadOptions } from '../../shared/lists/listing';
import type { ItemOperation, OperationCall } from '../operation';
import { aboutTexts, brief, fitting } from './agent';
import {
	fill,
	optionOf,
	pathProperties,
	requestOf,
	type Declared,
	type FilledRequest,
} from './declared';

export interface DeclaredList<R extends Route> extends Declared<R> {
	record: RecordDescription;
	/** What the list is called in the envelope and in an agent's answer: "bankAccounts". */
	listName: string;
	/** A list in pages (docs/api/requests.md#pagination), or all records in one answer. */
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
			advancedWith(...options),
		],
		requests: [requestOf(declared)],
		output: simplifiedKinds(record),
		oncePerInput: true,
		async run(call) {
			return await listRecords(call, sourceOf(declared, call), { record, listName });
		},
	};
}

function sourceOf<R extends Route>(declared: DeclaredList<R>, call: OperationCall): PageSource {
	const { query = {}, listName, paged, record } = declared;
	const request = fill(declared, call);
	const parameters = queryOf(call.form, query);
	if (paged) return pagesOf(call.client, request, listName, record, parameters);
	const { method, path, ids, what } = request;
	const { settings, owner } = call.client.connection;
	return {
		...{ what, nouns: record, owner, paging: settings, isOneAnswer: true },
		async fetch(page, _size, hooks) {
			// All came with the first answer.
			if (page !== 0) return { records: [], pagesCount: 1 };
			const answer = await call.client.request({
				method,
				path,
				ids,
				query: parameters,
				what,
				hooks,
			});
			const list = readList(answer, what, listName);
			const part = describePart(list);
			if (part !== undefined) throw notWhole(what, part);
			return { records: list.records, pagesCount: 1 };
		},
	};
}

/** A list that is published as one answer, and of which this service gives a part only. */
const notWhole = (what: string, received: string) =>
	new ServiceError('incomplete', `The service gave ${received} while ${what}`, {
		description:
			'This list is published as one answer without pages, so the others cannot be asked for here. Use API Request with the Response List and the same path: it reads pages.',
	});

/**
 * A list in pages, as the published ones are asked for (docs/api/requests.md#pagination).
 * @param parameters what else the query says
 */
export function pagesOf(
	client: ServiceClient,
	{ method, path, ids, what }: Omit<FilledRequest, 'ids'> & Partial<FilledRequest>,
	listName: string,
	{ one, many }: Nouns,
	parameters: IDataObject = {},
): PageSource {
	const { settings, owner } = client.connection;
	return {
		...{ what, nouns: { one, many }, owner, paging: settings },
		async fetch(page, size, hooks) {
			const query = { ...parameters, ...pagingOf(settings, page, size) };
			const read = (answer: RawAnswer) =>
				readList(readJson(answer, what), what, listName, answer.headers['content-range']);
			return await client.request({ method, path, ids, query, what, read, hooks });
		},
	};
}

/** What is read from a list besides where the pages come from. */
interface Records {
	record: RecordDescription;
	/** What the list is called in an agent's answer. */
	listName: string;
	/** Drops records that the service could not be asked to leave out. */
	keep?: (record: ServiceRecord) => boolean;
}

/** The records of a list, as many and in the shape that the form asks for. */
export async function listRecords(
	call: OperationCall,
	source: PageSource,
	records: Records,
): Promise<IDataObject[]> {
	const { form, forAgent, hint } = call;
	const limit = limitOf(form);
	const options = collection(form, 'options');
	if (forAgent) return [await listForAgent(source, records, options, limit)];
	const { record, keep } = records;
	const shape = shapeOf(form, record);
	const read = readOptions(options, limit, keep !== undefined);
	return await readItems(source, { read, limit, keep, shape, hint });
}

/** What a reading into items needs besides where the pages come from. */
interface ItemReading {
	read: ReadOptions;
	/** Undefined for all. */
	limit?: number;
	keep?: Records['keep'];
	shape: Shape;
	/** Hears what there is to say beside the output. */
	hint?: (message: string) => void;
	/** Hears that the reading ended at its number of requests. */
	stoppedEarly?: () => void;
}

/**
 * Reads a list into items, in order.
 * @throws ServiceError as {@link Listing}
 */
export async function readItems(
	source: PageSource,
	{ read, limit = Number.POSITIVE_INFINITY, keep, shape, hint, stoppedEarly }: ItemReading,
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	// Ended by the listing, which then confirms that the first page was the first one.
	const listing = new Listing(source, { ...read, isEnough: () => items.length >= limit });
	for await (const batch of listing.batches()) {
		for (const record of batch) {
			if (keep && !keep(record)) continue;
			items.push(shape(record));
			if (items.length >= limit) break;
		}
		if (items.length >= limit && listing.isRereading) break;
	}
	const { many } = source.nouns;
	const capitalized = `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
	if (listing.result.stoppedEarly) stoppedEarly?.();
	for (const warning of listing.result.warnings)
		hint?.(`${capitalized} may be missing: ${warning}.`);
	return items;
}

/** A filter that hardly anything meets would read the whole list otherwise. */
const mostRequests = 20;

/**
 * The answer of a list to an AI agent: few, simplified records whatever the form says, and whether
 * there are more, so that the model narrows its search instead of taking a part for the whole.
 */
async function listForAgent(
	source: PageSource,
	{ record, listName, keep }: Records,
	options: IDataObject,
	limit = maxForAgent,
): Promise<IDataObject> {
	const most = Math.min(limit, maxForAgent);
	let hasStopped = false;
	const read = await readItems(source, {
		// One more than is shown tells whether there is more.
		read: { ...readOptions(options, most + 1, keep !== undefined), maxRequests: mostRequests },
		limit: most + 1,
		keep,
		shape: brief(record),
		stoppedEarly: () => {
			hasStopped = true;
		},
	});
	const { shown } = fitting(read.slice(0, most));
	const hasMore = hasStopped || read.length > shown.length;
	const note = hasStopped
		? `Only the first ${mostRequests} pages were looked through, so there may be others. Narrow the search.`
		: `Only the first ${shown.length} ${record.many} are shown. Narrow the search to see others.`;
	const count = shown.length;
	return { [listName]: shown, count, hasMore, aboutTexts, ...(hasMore && { note }) };
}
