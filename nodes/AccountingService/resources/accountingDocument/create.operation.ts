import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { tried } from '../../../shared/client/errors';
import { formWithin } from '../../../shared/fields/form';
import { advancedWith } from '../../../shared/fields/options';
import { outputOf } from '../../../shared/agents';
import { simplifiedKinds } from '../../../shared/fields/output';
import type { GatheringOperation, Outcome } from '../../operation';
import { createdRecord } from '../../../shared/documents/fields';
import { readRequest, replaceRequest } from '../../write/change';
import { createRequest, Creator } from '../../write/create';
import { type Draft, draftsOf } from '../../write/drafts';
import * as form from '../../write/form';
import { KnownDocuments } from '../../write/knownDocuments';
import { MissingValues } from '../../write/rules';
import { lookAgainSeconds } from '../../write/unknownOutcome';
import { lockKeys, existingLookBack } from '../../write/unique';
import { vatRatesRequest } from '../../write/vatRateList';

/** docs/api/resources.md#accounting-document. */
const creation = (
	option: INodePropertyOptions,
	createOptions: INodeProperties,
): GatheringOperation => ({
	option,
	fields: [
		...form.topFields,
		form.vatCountryCode,
		form.contact,
		...form.linesOnForm,
		createOptions,
		...form.additionalFields,
		advancedWith(existingLookBack.property, lookAgainSeconds.property),
	],
	requests: [
		createRequest,
		{ route: 'POST /v2/search/accountingdocuments', basis: 'document-lists [S]' },
		vatRatesRequest,
		readRequest,
		replaceRequest,
	],
	output: { ...simplifiedKinds(createdRecord), existed: 'flag' },
	changes: true,
	async *runAll(calls) {
		const { drafts, failed } = await draftsOf(calls);
		yield* failed;
		if (drafts.length === 0) return;
		const uniques = drafts.flatMap(({ unique }) => unique ?? []);
		const unlock = await lockKeys(drafts[0].call, uniques);
		const missing = new MissingValues();
		try {
			const creator = new Creator(await knownBefore(drafts));
			for (const draft of drafts) yield await outcomeOf(draft, creator, missing);
			await creator.end(drafts[0].call);
		} finally {
			unlock();
			for (const note of missing.notes()) drafts[0].call.hint(note);
		}
	},
});

export const create = creation(
	{
		name: 'Create',
		value: 'create',
		action: 'Create invoice or other document',
		description: 'Create invoices and other documents from items or groups of items',
	},
	form.createOptions,
);

/** Create with Unique By and the choice Update It, under the name by which n8n's users look for it. */
export const upsert = creation(
	{
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update invoice or other document',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	form.upsertOptions,
);

/** Reads the documents to search for existing ones, or without Unique By only the newest ones. */
async function knownBefore(drafts: Draft[]): Promise<KnownDocuments> {
	const counts = drafts.flatMap(({ unique, lookBack }) => (unique ? [lookBack] : []));
	const { client } = drafts[0].call;
	if (counts.length === 0) return await KnownDocuments.glance(client);
	return await KnownDocuments.read(client, Math.max(...counts));
}

async function outcomeOf(draft: Draft, creator: Creator, missing: MissingValues): Promise<Outcome> {
	const { call, inputs, body } = draft;
	const result = await tried(async () => {
		const shape = outputOf(
			{ ...call, form: formWithin(call.form, 'createOptions') },
			createdRecord,
		);
		const { record, existed } = await creator.write(draft);
		if (!existed) missing.add(inputs[0], body);
		if (record === undefined) return { created: true, existed };
		return { ...shape(record), existed };
	});
	return result.failure ? { inputs, failure: result.failure } : { inputs, results: [result.value] };
}
