import {
	ids,
	published,
	raw,
	type Engine,
	type PublishedWorkflow,
	engines,
} from '../support/trigger';
import { bench, searchPath, type Bench } from '../support/withSandbox';

const unpaid = { total: 10, amountPaid: 0, payments: { paid: false } };

/** A published trigger that has already returned one document. */
async function running(
	engine: Engine,
	parameters = {},
): Promise<{ at: Bench; workflow: PublishedWorkflow }> {
	const at = await bench({ documents: 150 });
	const workflow = await published(at, { ...raw, ...parameters }, engine);
	at.sandbox.admin.createDocuments();
	await workflow.poll();
	workflow.take();
	return { at, workflow };
}

describe.each(engines)('With the %s engine', (engine) => {
	it('documents created right after publishing are found', async () => {
		const at = await bench({ documents: 150 });
		const workflow = await published(at, raw, engine);
		const created = at.sandbox.admin.createDocuments({ count: 120 });
		await workflow.poll();
		expect(ids(workflow.items)).toEqual(created.map(({ id }) => id));
		await workflow.activate();
		await workflow.poll();
		expect(workflow.items).toHaveLength(120);
	});

	it('a start of n8n loses nothing and repeats nothing', async () => {
		const { at, workflow } = await running(engine);
		await workflow.poll();
		const created = at.sandbox.admin.createDocuments({ count: 130 });
		await workflow.activate();
		await workflow.poll();
		expect(ids(workflow.items)).toEqual(created.map(({ id }) => id));
	});

	it('a failed poll keeps the state, and the next one catches up', async () => {
		const { at, workflow } = await running(engine);
		const created = at.sandbox.admin.createDocuments({ count: 5 });
		const before = JSON.stringify(workflow.state);
		at.sandbox.admin.addFault({ kind: 'status', status: 500, match: { path: 'search' } });
		await expect(workflow.poll()).rejects.toMatchObject({ httpCode: '500' });
		expect(JSON.stringify(workflow.state)).toBe(before);
		expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
	});

	it('a poll that fails while it catches up returns nothing and loses nothing', async () => {
		const { at, workflow } = await running(engine);
		const created = at.sandbox.admin.createDocuments({ count: 400 });
		at.sandbox.admin.addFault({ kind: 'html', times: 0, match: { path: 'search', call: 4 } });
		await expect(workflow.poll()).rejects.toThrow('The response was a web page instead of data');
		at.sandbox.admin.clearFaults();
		expect(workflow.items).toEqual([]);
		expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
	});

	it.each([
		['is of another version', (state: object) => ({ ...state, version: 7 })],
		['is no object', () => 'lost'],
	])('a state that %s is noticed and rebuilt without a flood', async (_what, change) => {
		const { at, workflow } = await running(engine, { start: 'existing' });
		while (workflow.state?.waiting !== 0) await workflow.poll();
		workflow.take();
		workflow.tamper(change);
		await workflow.poll();
		expect(workflow.items).toEqual([]);
		expect(workflow.warnings).toEqual([
			expect.stringContaining('its stored state is not readable'),
		]);
		const [created] = at.sandbox.admin.createDocuments();
		expect(ids(await workflow.poll())).toEqual([created.id]);
		expect(workflow.warnings).toHaveLength(1);
	});

	it('another organization in the credential causes no flood of events', async () => {
		const { workflow, at } = await running(engine);
		const other = await bench({ documents: 300, idBase: 90_000_000n });
		at.credentials.stored = { ...other.credentials.stored };
		await workflow.poll();
		expect(workflow.items).toEqual([]);
		const [created] = other.sandbox.admin.createDocuments();
		expect(ids(await workflow.poll())).toEqual([created.id]);
	});

	it('a renamed node continues where it was', async () => {
		const { at, workflow } = await running(engine);
		for (const name of ['New invoices', 'Trigger']) {
			const created = at.sandbox.admin.createDocuments({ count: 2 });
			await workflow.rename(name);
			await workflow.poll();
			expect(ids(workflow.take())).toEqual(created.map(({ id }) => id));
		}
	});
});

describe.each(engines)('Two polls at once, with the %s engine,', (engine) => {
	it('return every event once', async () => {
		const { at, workflow } = await running(engine, { event: ['created', 'paid'] });
		const created = at.sandbox.admin.createDocuments({ count: 3, fields: unpaid });
		await workflow.pollTwiceAtOnce();
		await workflow.poll();
		expect(ids(workflow.take())).toEqual(created.map(({ id }) => id));
		at.sandbox.admin.payDocument(Number(created[0]?.id));
		await workflow.pollTwiceAtOnce();
		await workflow.poll();
		expect(workflow.eventIds).toEqual([expect.stringContaining(`${created[0]?.id}:paid`)]);
	});

	it('return every event once, also if the second has the state before the first', async () => {
		const { at, workflow } = await running(engine);
		const created = at.sandbox.admin.createDocuments({ count: 3 });
		await workflow.pollWithOldState();
		const later = at.sandbox.admin.createDocuments({ count: 2 });
		await workflow.poll();
		expect(ids(workflow.items)).toEqual([...created, ...later].map(({ id }) => id));
	});

	it('return every event once, also if one has the state before polls without events changed it', async () => {
		const { at, workflow } = await running(engine);
		const { admin } = at.sandbox;
		const created = await workflow.pollSlowly(async () => {
			for (const state of ['Read', 'Approved']) {
				admin.changeDocument(admin.documentAt(145).id ?? 0, { state });
				await workflow.poll();
			}
			return admin.createDocuments({ count: 2 });
		});
		const later = admin.createDocuments();
		await workflow.poll();
		expect(ids(workflow.items)).toEqual([...created, ...later].map(({ id }) => id));
	});

	it('return all existing documents once, if the first poll starts with them', async () => {
		const at = await bench({ documents: 60 });
		const workflow = await published(at, { ...raw, start: 'existing' }, engine);
		await workflow.pollTwiceAtOnce();
		await workflow.poll();
		expect(new Set(ids(workflow.items)).size).toBe(60);
		expect(workflow.items).toHaveLength(60);
	});
});

describe('Two polls at once', () => {
	it('return what an older response does not contain yet', async () => {
		const { at, workflow } = await running('inMemory');
		const { admin } = at.sandbox;
		at.sandbox.admin.addFault({ kind: 'slowBody', ms: 300, match: { path: 'search' } });
		const id = admin.documentAt(120).id ?? 0;
		const created = admin.createDocuments();
		let later: typeof created = [];
		await workflow.poll({
			meanwhile: async () => {
				while (at.asked(searchPath).length < 3) await new Promise(setImmediate);
				later = admin.createDocuments();
				admin.deleteDocument(id);
				await workflow.poll();
			},
		});
		await workflow.poll();
		expect(ids(workflow.items)).toEqual([...created, ...later].map((document) => document.id));
	});
});

describe('A crash after the execution was created', () => {
	it('delivers the same events again under the same event IDs', async () => {
		const { at, workflow } = await running('inMemory', { event: ['created', 'changed', 'paid'] });
		const { admin } = at.sandbox;
		admin.createDocuments({ count: 2 });
		admin.payDocument(admin.documentAt(140).id ?? 0);
		const first = (await workflow.poll({ crash: true })).map(({ eventId }) => eventId);
		workflow.take();
		await workflow.activate();
		expect(first.length).toBeGreaterThan(2);
		expect(workflow.eventIds).toEqual(first);
	});
});

describe('The stored state', () => {
	it('has no copy in the workflow once n8n keeps a durable cursor', async () => {
		const { at, workflow } = await running('durable');
		const copy = ['global', `accountingServiceTrigger:${workflow.nodeId}`];
		expect(JSON.parse(workflow.database.staticData)).toHaveProperty(copy);
		at.sandbox.admin.createDocuments();
		await workflow.poll();
		expect(JSON.parse(workflow.database.staticData)).not.toHaveProperty(copy);
		expect(workflow.state?.known).toHaveLength(152);
	});
});
