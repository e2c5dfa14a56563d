import { outputOf } from '../../shared/agents';
import type { IDataObject } from 'n8n-workflow';

import { pause } from '../../shared/client/deadline';
import type { ServiceRecord } from '../../shared/client/envelope';
import { cancelledWhile, toResult } from '../../shared/client/errors';
import { documentWithoutPayment } from '../../shared/documents/record';
import { plainJson, untilChange } from '../../shared/client/preview';
import { formWithin } from '../../shared/fields/readForm';
import type { Outcome } from '../operation';
import { apart, previewOf } from '../preview';
import { readDocument } from './readDocument';
import { Creator } from './create';
import { type Draft, placeAtStart } from '../document/drafts';
import { ExecutionMemory } from '../once/executionMemory';
import { KnownDocuments } from '../once/knownDocuments';
import type { Kept } from '../once/processMemory';
import { hasKey, keyName, lockKeys } from '../once/unique';
import { firstPauseMs, longestPauseMs, MissingTwice } from '../once/unknownOutcome';

interface Steps<D extends Draft> {
	/** The collection with Output and Fields. */
	optionsName: string;
	/** Right before a draft is written, with what exists. @throws ServiceError (badInput) to leave it out */
	before?: (draft: D, known: KnownDocuments) => D | Promise<D>;
	/** After a new document. */
	after?: (draft: D, made: ServiceRecord) => void;
}

/** Creates the documents one after another, while other executions with the same keys wait. */
export async function* writeDrafts<D extends Draft>(
	drafts: D[],
	steps: Steps<D> = { optionsName: 'createOptions' },
): AsyncGenerator<Outcome> {
	for (const some of apart(drafts)) yield* writeTogether(some, steps);
}

async function* writeTogether<D extends Draft>(
	drafts: D[],
	steps: Steps<D>,
): AsyncGenerator<Outcome> {
	if (drafts.length === 0) return;
	const uniques = drafts.flatMap(({ unique }) => unique ?? []);
	const held = await lockKeys(drafts[0].call, uniques);
	let memory: ExecutionMemory | undefined;
	try {
		memory = new ExecutionMemory(await knownOnce(drafts, held.kept));
		const creator = new Creator(memory);
		for (const draft of drafts) yield await outcomeOf(draft, creator, memory, steps);
		await creator.end(drafts[0].call);
	} finally {
		held.release(memory?.unseen());
		for (const note of memory?.incomplete.notes() ?? []) drafts[0].call.hint(note);
	}
}

/** Waits until the list shows what the last execution with these keys has created, unless it takes too long. */
async function knownOnce(drafts: Draft[], left: Kept[]): Promise<KnownDocuments> {
	const [{ call }] = drafts;
	const { signal } = call.client.connection.bounds;
	let known = await knownBefore(drafts);
	const isHidden = ({ id, until }: Kept) =>
		performance.now() < until && !(id !== undefined && known.has({ id }));
	const hidden: Kept[] = [];
	for (const one of left) {
		if (isHidden(one) && (await mayBeOurs(drafts, one))) hidden.push(one);
	}
	for (let wait = firstPauseMs; hidden.some(isHidden); wait = Math.min(wait * 2, longestPauseMs)) {
		const rest = Math.max(...hidden.map(({ until }) => until)) - performance.now();
		await pause(Math.min(wait, rest), signal);
		if (signal?.aborted) {
			throw cancelledWhile('waiting for the list to show the document of another execution');
		}
		known = await knownBefore(drafts);
	}
	return known;
}

/**
 * Whether a document of another credential may belong to the same company, which may have several applications. The
 * record by its ID is current while the list lags (docs/api/behaviours.md#healthy-services).
 */
async function mayBeOurs(drafts: Draft[], { id, name, organization }: Kept): Promise<boolean> {
	const draft = drafts.find(({ call, unique }) => unique && keyName(call, unique) === name);
	if (!draft?.unique || id === undefined) return true;
	const { call, unique, body } = draft;
	if (organization === call.client.connection.organization) return true;
	const missing = new MissingTwice();
	for (;;) {
		const read = await toResult(async () => await readDocument(call, id));
		if (!read.failure) return hasKey(read.value, unique, body);
		if (read.failure.kind !== 'notFound') return true;
		if (missing.isSure(id, true)) return false;
	}
}

/** Reads the documents to search for existing ones, or without Unique By only the newest ones. */
async function knownBefore(drafts: Draft[]): Promise<KnownDocuments> {
	const counts = drafts.flatMap(({ unique, lookBack }) => (unique ? [lookBack] : []));
	const { client } = drafts[0].call;
	if (counts.length === 0) return await KnownDocuments.readNewest(client);
	return await KnownDocuments.read(client, Math.max(...counts));
}

async function outcomeOf<D extends Draft>(
	checked: D,
	creator: Creator,
	{ known, incomplete }: ExecutionMemory,
	{ optionsName, before, after }: Steps<D>,
): Promise<Outcome> {
	const { call, inputs } = checked;
	const result = await toResult(async () => {
		const shape = outputOf(
			{ ...call, form: formWithin(call.form, optionsName) },
			documentWithoutPayment,
		);
		const draft = (await before?.(checked, known)) ?? checked;
		const step = await untilChange(async () => await creator.write(draft));
		if (step.prepared) return creator.preview(draft, step.prepared);
		const { record, existed } = step.value;
		if (!existed) incomplete.add(draft, record);
		if (record === undefined) return { created: true, existed };
		if (call.preview) {
			return { ...previewOf(call), existed, existing: plainJson({ ...shape(record), existed }) };
		}
		if (!existed) after?.(draft, record);
		return { ...shape(record), existed };
	});
	if (!result.failure) return { inputs, results: [result.value as IDataObject] };
	const { failure } = result;
	return { inputs, failure: inputs.length > 1 ? failure.at(placeAtStart(checked)) : failure };
}
