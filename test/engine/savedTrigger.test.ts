import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { documentsOf } from './support/exported';
import { savedBy01 } from './support/saved';
import { ids, published, type Engine } from './support/trigger';
import { bench, type Bench } from './support/withSandbox';

const saved = async (at: Bench, file: string, engine?: Engine) => {
	const [{ parameters, typeVersion }] = savedBy01(file);
	return await published(at, parameters, engine, typeVersion);
};

describe('A trigger that version 0.1 saved still does what it did', () => {
	it('tells of new documents, simplified', async () => {
		const at = await bench();
		const workflow = await saved(at, 'trigger.json');
		const { id } = at.sandbox.admin.createDocuments()[0];
		const [{ event, document }, ...others] = await workflow.poll();
		expect([event, document.id, others]).toEqual(['created', id, []]);
		expect(document).toHaveProperty('companyName');
	});

	it('goes through what exists, and tells of every change that meets the filters', async () => {
		const at = await bench({ documents: 0 });
		const { admin } = at.sandbox;
		const wanted = { direction: 1 as const, type: 3 as const, description: 'Lighthouse lamp' };
		admin.createDocuments({ count: 30, fields: wanted });
		admin.createDocuments({ count: 3, fields: { ...wanted, type: 1 } });
		const workflow = await saved(at, 'trigger-every-field.json');
		for (let poll = 0; poll < 10; poll++) await workflow.poll();
		expect(workflow.executions.length).toBeGreaterThan(1);
		expect(workflow.executions.every(({ length }) => length <= 20)).toBe(true);
		expect(new Set(ids(workflow.items))).toEqual(
			new Set(
				documentsOf(at.sandbox, 'ASC')
					.slice(0, 30)
					.map(({ id }) => id),
			),
		);
		workflow.take();
		const id = admin.documentAt(29).id ?? 0;
		admin.changeDocument(id, { state: 'Approved', amountPaid: 0, payments: { paid: false } });
		await workflow.poll();
		workflow.take();
		admin.changeDocument(id, { state: 'Booked' });
		admin.payDocument(id);
		const events = (await workflow.poll()).map(({ event }) => event);
		expect(events.sort()).toEqual(['changed', 'paid', 'stateChanged']);
		const [{ document }] = workflow.items;
		expect(Object.keys(document)).toEqual(expect.arrayContaining(['lineItems']));
	});

	it('goes on from where 0.1 had come', async () => {
		const at = await bench({ documents: 20 });
		const workflow = await saved(at, 'trigger.json');
		const staticData = JSON.stringify(stateOfVersion01(at));
		const later = await saved(at, 'trigger.json', 'scheduled');
		later.database = { staticData };
		const { id } = at.sandbox.admin.createDocuments()[0];
		expect(ids(await later.poll())).toEqual([id]);
		expect(workflow.items).toEqual([]);
	});
});

/** The static data of a workflow whose trigger, under 0.1, knew all documents. */
function stateOfVersion01({ sandbox, credentials }: Bench): IDataObject {
	const { baseUrl, appId } = credentials.stored;
	const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
	const known = documentsOf(sandbox, 'ASC').map((document) => {
		const { accountingDocumentNo, state, processingState, amountPaid, total, dueDate } = document;
		const { paid } = document.payments as IDataObject;
		const values = [accountingDocumentNo, state, processingState, paid, amountPaid, total, dueDate];
		return [String(document.id), 0, ...values.map((value) => value ?? null)];
	});
	const state = {
		version: 1,
		revision: 1,
		nodeName: 'Trigger',
		source: fingerprint(JSON.stringify([baseUrl, appId])),
		search: fingerprint(JSON.stringify({ types: [] })),
		mark: String(known.at(-1)?.[0]),
		floor: '',
		waiting: 0,
		known,
	};
	return {
		'node:Trigger': { accountingServiceTrigger: state },
		global: { 'accountingServiceTrigger:node-1': state },
	} as unknown as IDataObject;
}
