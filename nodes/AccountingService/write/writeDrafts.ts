import { outputOf } from '../../shared/agents';
import type { ServiceRecord } from '../../shared/client/envelope';
import { tried } from '../../shared/client/errors';
import { createdRecord } from '../../shared/documents/fields';
import { formWithin } from '../../shared/fields/form';
import type { Outcome } from '../operation';
import { Creator } from './create';
import type { Draft } from './drafts';
import { KnownDocuments } from './knownDocuments';
import { MissingValues } from './rules';
import { lockKeys } from './unique';

interface Steps<D extends Draft> {
	/** The collection with Output and Fields. */
	optionsName: string;
	/** Right before a draft is written. @throws ServiceError (badInput) to leave it out */
	before?: (draft: D, known: KnownDocuments) => void;
	/** After a new document. */
	after?: (draft: D, made: ServiceRecord) => void;
}

/** Creates the documents one after another, while other executions with the same keys wait. */
export async function* writeDrafts<D extends Draft>(
	drafts: D[],
	steps: Steps<D> = { optionsName: 'createOptions' },
): AsyncGenerator<Outcome> {
	if (drafts.length === 0) return;
	const uniques = drafts.flatMap(({ unique }) => unique ?? []);
	const unlock = await lockKeys(drafts[0].call, uniques);
	const missing = new MissingValues();
	try {
		const known = await knownBefore(drafts);
		const creator = new Creator(known);
		for (const draft of drafts) yield await outcomeOf(draft, creator, known, missing, steps);
		await creator.end(drafts[0].call);
	} finally {
		unlock();
		for (const note of missing.notes()) drafts[0].call.hint(note);
	}
}

/** Reads the documents to search for existing ones, or without Unique By only the newest ones. */
async function knownBefore(drafts: Draft[]): Promise<KnownDocuments> {
	const counts = drafts.flatMap(({ unique, lookBack }) => (unique ? [lookBack] : []));
	const { client } = drafts[0].call;
	if (counts.length === 0) return await KnownDocuments.glance(client);
	return await KnownDocuments.read(client, Math.max(...counts));
}

async function outcomeOf<D extends Draft>(
	draft: D,
	creator: Creator,
	known: KnownDocuments,
	missing: MissingValues,
	{ optionsName, before, after }: Steps<D>,
): Promise<Outcome> {
	const { call, inputs, body } = draft;
	const result = await tried(async () => {
		const shape = outputOf({ ...call, form: formWithin(call.form, optionsName) }, createdRecord);
		before?.(draft, known);
		const { record, existed } = await creator.write(draft);
		if (!existed) missing.add(inputs[0], body);
		if (record === undefined) return { created: true, existed };
		if (!existed) after?.(draft, record);
		return { ...shape(record), existed };
	});
	return result.failure ? { inputs, failure: result.failure } : { inputs, results: [result.value] };
}
