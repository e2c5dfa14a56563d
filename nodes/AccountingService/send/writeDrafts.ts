import { outputOf } from '../../shared/agents';

import type { ServiceRecord } from '../../shared/client/envelope';
import { toResult } from '../../shared/client/errors';
import { documentWithoutPayment } from '../../shared/documents/documentRecord';
import { untilChange } from '../../shared/client/preview';
import type { Outcome, Previewed, PreviewOutcome } from '../operation';
import { apart } from '../preview';
import { Creator } from './create';
import { type Draft, placeAtStart } from '../document/drafts';
import { ExecutionMemory } from '../once/executionMemory';
import type { KnownDocuments } from '../once/knownDocuments';
import { existingDocuments } from '../once/existing';
import { keysToHold, lockKeys } from '../once/unique';

interface Steps<D extends Draft> {
	/** Right before a draft is written, with what exists. @throws ServiceError (badInput) to leave it out */
	before?: (draft: D, known: KnownDocuments) => D | Promise<D>;
	/** After a new document. */
	after?: (draft: D, made: ServiceRecord) => void;
}

/** Creates the documents one after another, while other executions with the same keys wait. */
export async function* writeDrafts<D extends Draft>(
	drafts: D[],
	steps: Steps<D> = {},
): AsyncGenerator<Outcome | PreviewOutcome> {
	for (const some of apart(drafts)) yield* writeTogether(some, steps);
}

async function* writeTogether<D extends Draft>(
	drafts: D[],
	steps: Steps<D>,
): AsyncGenerator<Outcome | PreviewOutcome> {
	if (drafts.length === 0) return;
	const held = await lockKeys(drafts[0].call, drafts.flatMap(keysToHold));
	let memory: ExecutionMemory | undefined;
	try {
		memory = new ExecutionMemory(await existingDocuments(drafts, held.unseen));
		const creator = new Creator(memory);
		for (const draft of drafts) yield await outcomeOf(draft, creator, memory, steps);
		await creator.end(drafts[0].call);
	} finally {
		held.release(memory?.unseen);
		for (const note of memory?.incomplete.notes() ?? []) drafts[0].call.hint(note);
	}
}

async function outcomeOf<D extends Draft>(
	checked: D,
	creator: Creator,
	{ known, incomplete }: ExecutionMemory,
	{ before, after }: Steps<D>,
): Promise<Outcome | PreviewOutcome> {
	const { call, inputs } = checked;
	const result = await toResult(async () => {
		const shape = outputOf(call, documentWithoutPayment);
		await creator.findLostCredits(checked);
		const draft = (await before?.(checked, known)) ?? checked;
		const step = await untilChange(async () => await creator.write(draft));
		if (step.prepared) {
			creator.preview(draft, step.prepared);
			return { request: step.prepared };
		}
		const { record, existed } = step.value;
		if (!existed) incomplete.add(draft, record);
		if (record === undefined) return { results: [{ created: true, existed }] };
		if (!existed) after?.(draft, record);
		return { results: [{ ...shape(record), existed }] };
	});
	const { failure } = result;
	if (!failure) {
		const { request, results = [] } = result.value as Previewed;
		return call.preview ? { inputs, previewed: { request, results } } : { inputs, results };
	}
	return { inputs, failure: inputs.length > 1 ? failure.at(placeAtStart(checked)) : failure };
}
