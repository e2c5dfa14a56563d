import type { IDataObject } from 'n8n-workflow';

import { tried } from '../../../shared/client/errors';
import { optionsWith } from '../../../shared/fields/options';
import { recordForAgent } from '../../kinds/agent';
import { outputFields, shapeOf, simplifiedKinds } from '../../../shared/fields/output';
import type { GatheringOperation, Outcome } from '../../operation';
import { documentRecord } from '../../../shared/documents/fields';
import { readRequest, replaceRequest } from './writing/changing';
import * as form from './writing/createForm';
import { Creator } from './writing/creator';
import { type Draft, draftsOf } from './writing/drafts';
import { lockKeys } from './writing/keyLock';
import { lineForm } from './writing/lineForm';
import { NewestDocuments } from './writing/newest';
import { createRequest } from './writing/sending';
import { vatRatesRequest } from './writing/vatRates';

const { paid: _paid, amountPaid: _amountPaid, ...simplified } = documentRecord.simplified;

/** What a new document shows; that nobody has paid it yet needs no saying. */
const createdRecord = { ...documentRecord, simplified };

/** Specification 2.1 and facts 6.1; the contract of writes, sections 2 to 4. */
export const create: GatheringOperation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create accounting document',
		description: 'Create invoices and other documents, once each, from items or groups of items',
	},
	fields: [
		...form.topFields,
		form.contact,
		form.vatCountryCode,
		...lineForm('define'),
		form.oneDocumentPer,
		form.groupBy,
		form.uniqueBy,
		form.ifExists,
		form.additionalFields,
		...outputFields(documentRecord),
		optionsWith(form.lookBack.property, form.lookAgainSeconds.property),
	],
	requests: [
		createRequest,
		{ route: 'POST /v2/search/accountingdocuments', basis: 'specification 4' },
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
		const { connection } = drafts[0].call.client;
		const keys = drafts.flatMap(({ unique }) =>
			unique ? [JSON.stringify([connection.owner, unique.field, unique.value])] : [],
		);
		const unlock = await lockKeys(keys, connection.bounds.signal);
		try {
			const creator = new Creator(await newestFor(drafts));
			for (const draft of drafts) yield await outcomeOf(draft, creator);
		} finally {
			unlock();
		}
	},
};

/** As many documents as are searched for existing ones; else only what tells the newest one. */
async function newestFor(drafts: Draft[]): Promise<NewestDocuments> {
	const counts = drafts.flatMap(({ unique, lookBack }) => (unique ? [lookBack] : []));
	const { client } = drafts[0].call;
	if (counts.length === 0) return await NewestDocuments.glance(client);
	return await NewestDocuments.read(client, Math.max(...counts));
}

async function outcomeOf(draft: Draft, creator: Creator): Promise<Outcome> {
	const { call, inputs } = draft;
	const result = await tried(async () => {
		const shape = shapeOf(call.form, createdRecord);
		const { record, existed } = await creator.write(draft);
		if (record === undefined) return { created: true, existed };
		const shown = call.forAgent ? recordForAgent(record, shape, createdRecord) : shape(record);
		return { ...shown, existed } as IDataObject;
	});
	return result.failure ? { inputs, failure: result.failure } : { inputs, results: [result.value] };
}
