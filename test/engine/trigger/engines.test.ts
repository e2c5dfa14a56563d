/** docs/reference/trigger.md#after-a-crash-of-n8n: timers in memory and n8n's scheduler keep the state. */
import type { Workflow } from 'n8n-workflow';

import {
	ids,
	published,
	publishings,
	raw,
	type Engine,
	type PublishedWorkflow,
	engines,
	paid,
	unpaid,
} from '../support/trigger';
import { passTime } from '../support/clock';
import { bench, type Bench } from '../support/withSandbox';

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
});

describe.each(engines)('Two polls at once, with the %s engine,', (engine) => {
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
});

describe.each(engines)('A workflow that is published again, with the %s engine,', (engine) => {
	// Polls follow after a second or an hour; each of them after one of another workflow.
	const cases = publishings.flatMap((when) => [1_000, 3_600_000].map((ms) => [when, ms] as const));
	it.each(cases)('while a poll is %s returns every event once, after %i ms', async (when, ms) => {
		const { at, workflow } = await running(engine);
		const other = await published(at, raw, engine);
		const poll = async (after: number) => {
			passTime(after);
			await other.poll();
			await workflow.poll();
		};
		const created = at.sandbox.admin.createDocuments({ count: 3 });
		await workflow.pollAndPublish(when);
		await poll(ms);
		await poll(61_000);
		await poll(61_000);
		const later = at.sandbox.admin.createDocuments({ count: 2 });
		await poll(0);
		const expected = [...created, ...later].map(({ id }) => id);
		expect(ids(workflow.items)).toEqual(expected);
		expect(ids(other.items)).toEqual(expected);
	});
});

it('after a crash, an event of a document that n8n had not saved comes again under another ID', async () => {
	const { at, workflow } = await running('inMemory', { event: ['paid'] });
	const [{ id }] = at.sandbox.admin.createDocuments({ fields: unpaid });
	expect(await workflow.poll()).toEqual([]);
	at.sandbox.admin.changeDocument(id ?? 0, paid);
	await workflow.poll({ crash: true });
	await workflow.activate();
	expect(ids(workflow.items)).toEqual([id, id]);
	expect(new Set(workflow.eventIds).size).toBe(2);
});

it('an event that n8n discards while it saves an earlier one comes later, and the earlier one maybe again', async () => {
	const { at, workflow } = await running('inMemory');
	const created = at.sandbox.admin.createDocuments();
	const unsaved: Workflow[] = [];
	await workflow.poll({ unsaved });
	const discarded = at.sandbox.admin.createDocuments();
	await workflow.pollAndPublish('discarded', unsaved);
	passTime(61_000);
	await workflow.poll();
	expect(new Set(ids(workflow.items))).toEqual(
		new Set([...created, ...discarded].map(({ id }) => id)),
	);
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
