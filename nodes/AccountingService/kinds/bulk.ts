import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { tried } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import { splitRoute, type Route } from '../../shared/client/route';
import { optionsWith, wholeNumberField } from '../../shared/fields/options';
import type { OutputFields } from '../../shared/fields/describe';
import { collection } from '../../shared/fields/form';
import type { GatheringOperation, OperationCall, Outcome } from '../operation';
import { type BulkReading, type IsDone, lookAfter } from './bulkLook';
import { noResult, resultsIn, type Told } from './bulkResults';
import { type Declared, optionOf, type PathField } from './declared';

/** What one input item asks to be done to its record. */
export interface BulkChange {
	/** Goes out as it is; records with the same one share a request. */
	operation: string;
	additionalData?: IDataObject;
	/** What the item shows when it is done, beside the id. */
	result: IDataObject;
	isDone: IsDone;
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

function batchSizeOf({ form }: OperationCall): number {
	return batchSize.read(collection(form, 'options')) ?? Number(batchSize.property.default);
}

interface Member {
	call: OperationCall;
	id: string;
	change: BulkChange;
	batchSize: number;
}

/**
 * Changes many records with few requests (contract of writes, 8; facts 7): the ids of all input items that ask for
 * the same go out together, and each item gets its own result or its own error.
 */
export function bulk(declared: DeclaredBulk): GatheringOperation {
	const { fields, id, current, request, basis, output } = declared;
	return {
		option: optionOf({ ...declared, path: {} }),
		fields: [id.property, ...fields, optionsWith(batchSize.property)],
		requests: [{ route: request, basis }, ...current.requests],
		output,
		changes: true,
		async *runAll(calls) {
			const members: Member[] = [];
			for (const call of calls) {
				const member = await tried(async () => ({
					call,
					id: id.read(call.form),
					change: declared.change(call),
					batchSize: batchSizeOf(call),
				}));
				if (member.failure) yield { inputs: [call.itemIndex], failure: member.failure };
				else members.push(member.value);
			}
			for (const batch of batchesOf(members)) yield* await outcomesOf(declared, batch);
		},
	};
}

/**
 * Members with the same change together. A record that is to be changed in two ways is changed in the order of the
 * items, so what was gathered until then goes out first.
 */
function batchesOf(members: Member[]): Member[][] {
	const batches: Member[][] = [];
	let gathered = new Map<string, Member[]>();
	let askedOf = new Map<string, string>();
	const flush = () => {
		for (const group of gathered.values()) batches.push(...sliced(group));
		gathered = new Map();
		askedOf = new Map();
	};
	for (const member of members) {
		const { operation, additionalData } = member.change;
		const change = JSON.stringify([operation, additionalData]);
		if ((askedOf.get(member.id) ?? change) !== change) flush();
		askedOf.set(member.id, change);
		const group = gathered.get(change);
		if (group) group.push(member);
		else gathered.set(change, [member]);
	}
	flush();
	return batches;
}

/** At most so many ids to a batch; items with the same id share one. */
function sliced(group: Member[]): Member[][] {
	const [{ batchSize: size }] = group;
	const byId = new Map<string, Member[]>();
	for (const member of group) byId.set(member.id, [...(byId.get(member.id) ?? []), member]);
	const ids = [...byId.values()];
	return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
		ids.slice(index * size, (index + 1) * size).flat(),
	);
}

/** Those that are done come first, so that an item that fails can say what was done before it. */
async function outcomesOf(declared: DeclaredBulk, batch: Member[]): Promise<Outcome[]> {
	const [{ call, change }] = batch;
	const ids = [...new Set(batch.map(({ id }) => id))];
	const what = declared.doing;
	const { method, path } = splitRoute(declared.request);
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
	if (sent.failure && sent.failure.kind !== 'outcomeUnknown') {
		const { failure } = sent;
		return [{ inputs: batch.map((one) => one.call.itemIndex), failure }];
	}
	const told = sent.failure ? new Map<string, Told>() : resultsIn(sent.value, what);
	const untold = ids.filter((id) => !told.has(id));
	if (untold.length > 0) {
		const failure =
			sent.failure ?? noResult(what).outcomeUnknown(`${method} ${path}`, what, whereToLook);
		const looked = await lookAfter(declared.current, call, change.isDone, untold, failure);
		for (const [id, one] of looked) told.set(id, one);
		call.hint(
			`No clear answer came while ${what}. Each of the ${untold.length} records was read afterwards to see what was done.`,
		);
	}
	for (const id of ids) {
		const remark = told.get(id)?.remark;
		if (remark) call.hint(remark);
	}
	const outcomes: Outcome[] = batch.map((one) => {
		const failure = told.get(one.id)?.failure;
		const inputs = [one.call.itemIndex];
		return failure
			? { inputs, failure }
			: { inputs, results: [{ ...one.change.result, id: one.id }] };
	});
	return outcomes.sort((a, b) => Number('failure' in a) - Number('failure' in b));
}
