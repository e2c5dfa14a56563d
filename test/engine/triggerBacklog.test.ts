import { ids, published, PublishedWorkflow, raw } from './support/trigger';
import { bench } from './support/withSandbox';

describe('Starting with existing documents', () => {
	it('drains them oldest first over polls, reading each about once', async () => {
		const at = await bench({ documents: 2000 });
		const workflow = await published(at, {
			...raw,
			start: 'existing',
			options: { maxItemsPerPoll: 500 },
		});
		expect(workflow.items).toHaveLength(500);
		for (let polls = 0; polls < 5; polls++) await workflow.poll();
		expect(ids(workflow.items)).toEqual(
			Array.from({ length: 2000 }, (_, position) => at.sandbox.admin.documentAt(position).id),
		);
		// 20 full pages; a look at the newest per poll and the overlaps come on top.
		expect(at.asked().length).toBeLessThan(50);
	});

	it('loses nothing while documents come and go below the place it has reached', async () => {
		const at = await bench({ documents: 900 });
		const { admin } = at.sandbox;
		const workflow = await published(at, {
			...raw,
			start: 'existing',
			options: { maxItemsPerPoll: 100 },
		});
		for (let polls = 0; polls < 14; polls++) {
			for (let count = 0; count < 7; count++)
				admin.deleteDocument(admin.documentAt(count * 3).id ?? 0);
			admin.createDocuments({ count: 3 });
			await workflow.poll();
		}
		for (let polls = 0; polls < 4; polls++) await workflow.poll();
		const handedOn = ids(workflow.items).map(String);
		expect(new Set(handedOn).size).toBe(handedOn.length);
		const existing = Array.from({ length: admin.count() }, (_, at) =>
			String(admin.documentAt(at).id),
		);
		expect(existing.filter((id) => !handedOn.includes(id))).toEqual([]);
	});

	it('goes on with new documents in an organization without any', async () => {
		const at = await bench({ documents: 0 });
		const workflow = await published(at, { ...raw, start: 'existing' });
		at.sandbox.admin.createDocuments({ count: 3 });
		expect(await workflow.poll()).toHaveLength(3);
		expect(await workflow.poll()).toHaveLength(0);
	});

	it('ends each poll within its time', async () => {
		const at = await bench({ documents: 1000 });
		const workflow = new PublishedWorkflow(
			at.credentials,
			{ ...raw, start: 'existing' },
			'durable',
		);
		workflow.budgetMs = 0;
		await workflow.activate();
		const first = workflow.items.length;
		expect(first).toBeGreaterThan(0);
		expect(first).toBeLessThanOrEqual(100);
		workflow.budgetMs = 60_000;
		for (let polls = 0; polls < 4; polls++) await workflow.poll();
		expect(new Set(workflow.eventIds).size).toBe(1000);
		expect(workflow.items).toHaveLength(1000);
	});
});
