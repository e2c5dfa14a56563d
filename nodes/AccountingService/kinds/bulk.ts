import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type ServiceRecord, wrappers } from '../../shared/client/envelope';
import { ServiceError, tried } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import { type Route, splitRoute } from '../../shared/client/route';
import { isObject, readServiceMessage, hasContent } from '../../shared/client/message';
import { advancedWith, wholeNumberField } from '../../shared/fields/options';
import type { OutputFields } from '../../shared/fields/describe';
import { collection } from '../../shared/fields/form';
import type { DeclaredRequest, GatheringOperation, OperationCall, Outcome } from '../operation';
import { type Declared, optionOf, type PathField } from './declared';

/** What one input item asks to be done to its record. */
export interface BulkChange {
	/** Goes out as it is; records with the same one share a request. */
	operation: string;
	additionalData?: IDataObject;
	/** What the item shows when it is done, beside the id. */
	result: IDataObject;
	/** Whether a record that was read after a lost answer shows the change; undefined: it is gone. */
	isDone(record: ServiceRecord | undefined): boolean;
}

/** How records are read after a lost answer. */
export interface BulkReading {
	requests: DeclaredRequest[];
	read(call: OperationCall, id: string): Promise<ServiceRecord>;
	/**
	 * Whether another record than these reads well by its id and none of these is listed. Only then is "not found" a
	 * proof: a path that the service does not know is answered alike.
	 */
	canTellGone(call: OperationCall, ids: string[]): Promise<boolean>;
}

export interface DeclaredBulk extends Omit<Declared<Route>, 'path'> {
	id: PathField;
	/** Fields of the form that say what to change. */
	fields: INodeProperties[];
	output: OutputFields;
	/** @throws ServiceError (badInput) */
	change(call: OperationCall): BulkChange;
	/** How a record is read after a lost answer. */
	current: BulkReading;
}

const batchSize = wholeNumberField({
	displayName: 'Batch Size',
	name: 'batchSize',
	minimum: 1,
	maximum: 1000,
	default: 50,
	description: 'How many records to change in one request at most',
});

interface Member {
	call: OperationCall;
	id: string;
	change: BulkChange;
	batchSize: number;
}

/** Those that share a request, by id. */
type Batch = Map<string, Member[]>;

/** By id: a failure, or what the service said although it was done. */
type Results = Map<string, { failure?: ServiceError; remark?: string }>;

/**
 * Changes many records with few requests (docs/api/requests.md#bulk-operations): the ids of all input items that ask
 * for the same go out together, and each item gets its own result or its own error.
 */
export function bulk(declared: DeclaredBulk): GatheringOperation {
	const { fields, id, current, request, basis, output } = declared;
	return {
		option: optionOf({ ...declared, path: {} }),
		fields: [id.property, ...fields, advancedWith(batchSize.property)],
		requests: [{ route: request, basis }, ...current.requests],
		output,
		changes: true,
		async *runAll(calls) {
			const members: Member[] = [];
			for (const call of calls) {
				const size = () => batchSize.read(collection(call.form, 'options'));
				const member = await tried(async () => ({
					call,
					id: id.read(call.form),
					change: declared.change(call),
					batchSize: size() ?? Number(batchSize.property.default),
				}));
				if (member.failure) yield { inputs: [call.itemIndex], failure: member.failure };
				else members.push(member.value);
			}
			for (const batch of batchesOf(members)) yield* await outcomesOf(declared, batch);
		},
	};
}

/**
 * Members with the same change together, up to the batch size. A record that is to be changed in two ways is changed
 * in the order of the items: nothing is added to the batches before the second change.
 */
function batchesOf(members: Member[]): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<string, Batch>();
	const placed = new Map<string, { text: string; batch: Batch }>();
	for (const member of members) {
		const { id, change, batchSize: size } = member;
		const text = JSON.stringify([change.operation, change.additionalData]);
		if ((placed.get(id)?.text ?? text) !== text) {
			open.clear();
			placed.clear();
		}
		let batch = placed.get(id)?.batch ?? open.get(text);
		if (!batch || (batch.size >= size && !batch.has(id))) {
			batch = new Map();
			batches.push(batch);
			open.set(text, batch);
		}
		placed.set(id, { text, batch });
		batch.set(id, [...(batch.get(id) ?? []), member]);
	}
	return batches;
}

/** Those that are done come first, so that an item that fails can say what was done before it. */
async function outcomesOf(declared: DeclaredBulk, batch: Batch): Promise<Outcome[]> {
	const members = [...batch.values()].flat();
	const [{ call, change }] = members;
	const ids = [...batch.keys()];
	const results = await sendBatch(declared, call, change, ids);
	if (results instanceof ServiceError) {
		return [{ inputs: members.map((one) => one.call.itemIndex), failure: results }];
	}
	for (const id of ids) {
		const remark = results.get(id)?.remark;
		if (remark) call.hint(remark);
	}
	const outcomes: Outcome[] = members.map((one) => {
		const failure = results.get(one.id)?.failure;
		const inputs = [one.call.itemIndex];
		return failure
			? { inputs, failure }
			: { inputs, results: [{ ...one.change.result, id: one.id }] };
	});
	return outcomes.sort((a, b) => Number('failure' in a) - Number('failure' in b));
}

/** @returns the result of each id, or the failure of all */
async function sendBatch(
	{ doing: what, request, current }: DeclaredBulk,
	call: OperationCall,
	change: BulkChange,
	ids: string[],
): Promise<Results | ServiceError> {
	const { method, path } = splitRoute(request);
	const { operation, additionalData } = change;
	const body = {
		operation,
		ids: ids.map((id) => new ExactNumber(id)),
		...(additionalData && { additionalData }),
	};
	const whereToLook = 'Look at the record';
	const sent = await tried(
		async () => await call.client.request({ method, path, body, what, whereToLook }),
	);
	if (sent.failure && sent.failure.kind !== 'outcomeUnknown') return sent.failure;
	const results: Results = sent.failure ? new Map() : resultsIn(sent.value, what);
	const missing = ids.filter((id) => !results.has(id));
	if (missing.length === 0) return results;
	const noResult = new ServiceError(
		'notTheService',
		`The response had no result for the record while ${what}`,
		{ description: '', effect: 'open' },
	);
	const failure = sent.failure ?? noResult.outcomeUnknown(`${method} ${path}`, what, whereToLook);
	const looked = await lookAfter(current, call, change, missing, failure);
	call.hint(
		`The service did not confirm ${what}. Each of the ${missing.length} records was read afterwards to see what was done.`,
	);
	return new Map([...results, ...looked]);
}

/**
 * Reads records whose result is not known.
 * @param failure of the request, its outcome open
 */
async function lookAfter(
	{ read, canTellGone }: BulkReading,
	call: OperationCall,
	{ isDone }: BulkChange,
	ids: string[],
	failure: ServiceError,
): Promise<Results> {
	const results: Results = new Map();
	const missing: string[] = [];
	for (const id of ids) {
		const found = await tried(async () => await read(call, id));
		if (found.failure?.kind === 'cancelled') throw found.failure;
		if (found.failure?.kind === 'notFound' && isDone(undefined)) missing.push(id);
		else if (found.failure) {
			results.set(id, { failure: failure.and(`Since then ${id} could not be read.`) });
		} else if (isDone(found.value)) results.set(id, {});
		else
			results.set(id, { failure: failure.and(`${id} was read since, and it is not seen done.`) });
	}
	const areGone = missing.length > 0 && (await canTellGone(call, missing));
	for (const id of missing) {
		const doubt = `Since then ${id} could not be found, which proves nothing: the service did not show another document by its ID.`;
		results.set(id, areGone ? {} : { failure: failure.and(doubt) });
	}
	return results;
}

const succeeded = 1;
const failed = 2;

/**
 * What the answer says of each id (docs/api/requests.md#bulk-operations). One that it leaves out, or whose state is
 * none of the two that are published, is in doubt. The list of results is understood without its envelope as well, and
 * in a wrapper such as "data".
 */
function resultsIn(answer: unknown, what: string): Results {
	const results: Results = new Map();
	for (const row of rowsIn(answer) as Array<IDataObject | null>) {
		const { id, state, validationError } = row ?? {};
		if (id === undefined || id === null) continue;
		const { text, fields } = readServiceMessage(validationError);
		const isRemark = hasContent(validationError);
		const remark = `The service did ${id} while ${what}, and remarked: ${text || 'an error'}`;
		const failure = new ServiceError('rejected', `The service refused ${id} while ${what}`, {
			description: 'Check the ID and the values of this item; the other items are not concerned.',
			serviceMessage: text,
			fields,
		});
		if (Number(state) === failed) results.set(String(id), { failure });
		if (Number(state) === succeeded) results.set(String(id), isRemark ? { remark } : {});
	}
	return results;
}

/** Empty if there is no list of results. */
function rowsIn(answer: unknown): unknown[] {
	if (!isObject(answer)) return Array.isArray(answer) ? answer : [];
	const envelope = wrappers.map((name) => answer[name]).find(isObject) ?? answer;
	return wrappers.map((name) => envelope[name]).find(Array.isArray) ?? [];
}
