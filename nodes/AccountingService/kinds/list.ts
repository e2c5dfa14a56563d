import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { brief, listForAgent, maxRequestsForAgent } from '../../shared/agents';
import { countForAgent, notForAgent } from '../../shared/fields/agentForm';
import { describePart, readList, type ServiceRecord } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import type { Route } from '../../shared/client/route';
import type { RecordDescription, ServiceFields } from '../../shared/fields/describe';
import { pagesOf, serviceOf } from '../../shared/documents/sources';
import { collection } from '../../shared/fields/readForm';
import {
	limitFields,
	limitOf,
	listOptionFields,
	optionsWith,
	readOptions,
} from '../../shared/fields/options';
import { outputFields, shapeOf, simplifiedKinds, type Shape } from '../../shared/fields/output';
import { inWords } from '../../shared/fields/values';
import { queryForm, queryOf } from '../../shared/fields/recordForm';
import { Listing, type Nouns, type PageSource, type ReadOptions } from '../../shared/lists/listing';
import type { ItemOperation, OperationCall } from '../operation';
import { doubtsOf } from '../reading';
import { fill, optionOf, pathProperties, requestOf, type Declared } from './declared';

interface DeclaredList<R extends Route> extends Declared<R> {
	record: RecordDescription;
	/** The name of the list in the envelope and in the output for an agent: "bankAccounts". */
	listName: string;
	/** Whether the list has pages (docs/api/requests.md#pagination) or comes in one response. */
	paged: boolean;
	/** Query parameters besides those of pagination. */
	query?: ServiceFields;
	/** Reads the list, if it is not a GET with the query parameters. */
	source?: (call: OperationCall) => PageSource;
}

/** Lists records, in pages or in one response. */
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
			const source = declared.source?.(call) ?? listSource(declared, call);
			return await listRecords(call, source, { record, listName });
		},
	};
}

function listSource<R extends Route>(declared: DeclaredList<R>, call: OperationCall): PageSource {
	const { query = {}, listName, paged, record } = declared;
	const request = fill(declared, call);
	const parameters = queryOf(call.form, query);
	if (paged) return pagesOf(call.client, { ...request, listName, nouns: record, parameters });
	const { activity } = request;
	return {
		activity,
		nouns: record,
		...serviceOf(call.client, request),
		isOneResponse: true,
		async fetch(_index, _size, hooks) {
			const answer = await call.client.request({ ...request, query: parameters, hooks });
			const list = readList(answer, activity, listName);
			const part = describePart(list);
			if (part !== undefined) throw incompleteList(activity, part);
			return { records: list.records };
		},
	};
}

/** The error for a list that is published without pages, if the service returns only a part. */
const incompleteList = (activity: string, received: string) =>
	new ServiceError('incomplete', `The service returned ${received} while ${activity}`, {
		description:
			'In the documentation of the service, this list has no pages, so the operation cannot read the rest. To read it, use API Request with the same path, and set Response to List.',
	});

/** The records of a list. */
interface Records {
	record: RecordDescription;
	/** The name of the list in the output for an agent. */
	listName: string;
	/** Filters that the service does not have. */
	keep?: (record: ServiceRecord) => boolean;
	/** Labels of the filters that the service applies. Only these change what a tool can find within its limit. */
	applied?: string[];
	/** Shown if the list has no such records. */
	hintIfNone?: string;
}

/** Lists records with the limit and output of the form. */
export async function listRecords(
	call: OperationCall,
	source: PageSource,
	records: Records,
): Promise<IDataObject[]> {
	const { form, forAgent, hint } = call;
	const limit = limitOf(form);
	if (forAgent) return [await readForAgent(call, source, records, limit)];
	const { record, keep, hintIfNone } = records;
	const shape = shapeOf(form, record);
	const read = readOptions(collection(form, 'options'), limit, keep !== undefined);
	const { items } = await readItems(source, { read, limit, keep, shape, hint });
	if (items.length === 0 && hintIfNone) hint(hintIfNone);
	return items;
}

interface ItemReading {
	read: ReadOptions;
	/** Undefined for all. */
	limit?: number;
	keep?: Records['keep'];
	shape: Shape;
	/** Receives warnings. */
	hint?: (message: string) => void;
}

/**
 * Reads a list into items, in order.
 * @throws ServiceError as {@link Listing}
 */
export async function readItems(
	source: PageSource,
	{ read, limit = Number.POSITIVE_INFINITY, keep, shape, hint }: ItemReading,
): Promise<{ items: IDataObject[]; searched: number; stoppedEarly: boolean }> {
	const items: IDataObject[] = [];
	let searched = 0;
	// The listing ends the loop, so that it can confirm the number of the first page.
	const listing = new Listing(source, { ...read, isEnough: () => items.length >= limit });
	for await (const batch of listing.batches()) {
		for (const record of batch) {
			searched++;
			if (keep && !keep(record)) continue;
			items.push(shape(record));
			if (items.length >= limit) break;
		}
		if (items.length >= limit && listing.isRereading) break;
	}
	for (const doubt of doubtsOf(listing.result, source.nouns)) hint?.(`${doubt}.`);
	return { items, searched, stoppedEarly: listing.result.stoppedEarly };
}

/**
 * The output of a list for an AI agent: a few simplified records, and whether there are more. A list that the limit on
 * requests cuts never looks like one without such records.
 */
async function readForAgent(
	call: OperationCall,
	source: PageSource,
	{ record, listName, keep, applied = [], hintIfNone }: Records,
	limit?: number,
): Promise<IDataObject> {
	const most = countForAgent(limit);
	const options = collection(call.form, 'options');
	const { items, searched, stoppedEarly } = await readItems(source, {
		// Read one extra record to know if there are more.
		read: {
			...readOptions(options, most + 1, keep !== undefined),
			maxRequests: maxRequestsForAgent,
		},
		limit: most + 1,
		keep,
		shape: brief(record),
		hint: call.hint,
	});
	if (stoppedEarly) call.hint(incompleteAnswer(source.nouns, searched, applied));
	else if (items.length === 0 && hintIfNone) call.hint(hintIfNone);
	return listForAgent(call, { listName, many: record.many, records: items, most, stoppedEarly });
}

function incompleteAnswer({ many }: Nouns, searched: number, applied: string[]): string {
	const advice =
		applied.length > 0
			? `To search others, change ${inWords(applied)}, which the service applies.`
			: 'Another call searches the same ones, so tell the user that the answer is incomplete.';
	return `The answer is incomplete: one call reads ${maxRequestsForAgent} pages, and only the first ${searched} ${many} were searched. Others may match. ${advice}`;
}
