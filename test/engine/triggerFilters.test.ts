import { ids, published, raw } from './support/trigger';
import { bench } from './support/withSandbox';

describe('Filters', () => {
	it('search the text in the service', async () => {
		const at = await bench({ documents: 300 });
		const workflow = await published(at, { ...raw, filters: { searchText: 'lighthouse' } });
		const { admin } = at.sandbox;
		const [wanted] = admin.createDocuments({ fields: { description: 'Lighthouse lamp' } });
		admin.createDocuments({ count: 2 });
		expect(ids(await workflow.poll())).toEqual([wanted.id]);
	});

	it('cause no flood when the search text is taken away later', async () => {
		const at = await bench({ documents: 300 });
		const workflow = await published(at, { ...raw, filters: { searchText: 'lighthouse' } });
		workflow.parameters = raw;
		await workflow.activate();
		expect(workflow.items).toEqual([]);
		const [created] = at.sandbox.admin.createDocuments();
		expect(ids(await workflow.poll())).toEqual([created.id]);
	});

	it('pass over a long row of documents that do not meet them', async () => {
		const at = await bench();
		const workflow = await published(at, { ...raw, filters: { direction: 0 } }, 'scheduled');
		const { admin } = at.sandbox;
		admin.createDocuments({ count: 400, fields: { direction: 1 } });
		expect(await workflow.poll()).toEqual([]);
		at.sandbox.admin.clearJournal();
		const [wanted] = admin.createDocuments({ fields: { direction: 0 } });
		expect(ids(await workflow.poll())).toEqual([wanted.id]);
		expect(at.asked()).toHaveLength(1);
	});
});

describe('Look Back', () => {
	it('watches as many documents as it says, over several pages', async () => {
		const at = await bench({ documents: 600 });
		const { admin } = at.sandbox;
		const workflow = await published(at, {
			...raw,
			event: ['paid'],
			watch: 'newest',
			lookBack: 250,
		});
		const watched = admin.documentAt(600 - 250).id ?? 0;
		const beyond = admin.documentAt(600 - 252).id ?? 0;
		for (const id of [watched, beyond])
			admin.changeDocument(id, { amountPaid: 0, total: 10, payments: { paid: false } });
		await workflow.poll();
		for (const id of [watched, beyond]) admin.payDocument(id);
		expect(ids(await workflow.poll())).toEqual([watched]);
	});
});
