/** docs/reference/trigger.md#fields: Direction, Type and Newest Documents to Watch. */
import { ids, published, raw, unpaid } from '../support/trigger';
import { bench } from '../support/withSandbox';

describe('Direction and Type', () => {
	it('skip hundreds of other documents', async () => {
		const at = await bench();
		const workflow = await published(at, { ...raw, direction: 0 }, 'scheduled');
		const { admin } = at.sandbox;
		admin.createDocuments({ count: 400, fields: { direction: 1 } });
		expect(await workflow.poll()).toEqual([]);
		at.sandbox.admin.clearJournal();
		const [wanted] = admin.createDocuments({ fields: { direction: 0 } });
		expect(ids(await workflow.poll())).toEqual([wanted.id]);
		expect(at.asked()).toHaveLength(1);
	});

	it('are applied by the trigger, even if the credential names the filters of the service', async () => {
		const at = await bench({ documents: 300 });
		Object.assign(at.credentials.stored, {
			customizeParameterNames: true,
			typeParameter: 'type',
			directionParameter: 'direction',
		});
		const workflow = await published(at, { ...raw, direction: 1, type: [3, 0] });
		const { admin } = at.sandbox;
		const create = (fields: object) => admin.createDocuments({ fields })[0].id;
		const [invoice, note] = [0, 3].map((type) => create({ type, direction: 1 }));
		create({ type: 0, direction: 0 });
		create({ type: 7, direction: 1 });
		at.sandbox.admin.clearJournal();
		expect(ids(await workflow.poll())).toEqual([invoice, note]);
		expect(at.asked().map(({ body }) => body)).toEqual([{ page: 1, pageSize: 100 }]);
	});

	it('can be changed at any time: documents that existed before are not new', async () => {
		const at = await bench({ documents: 300 });
		const workflow = await published(at, { ...raw, direction: 0 });
		at.sandbox.admin.createDocuments({ count: 3, fields: { direction: 1 } });
		await workflow.poll();
		workflow.parameters = raw;
		await workflow.activate();
		expect(workflow.items).toEqual([]);
		const [created] = at.sandbox.admin.createDocuments();
		expect(ids(await workflow.poll())).toEqual([created.id]);
	});
});

it('Newest Documents to Watch sets the number of watched documents, over several pages', async () => {
	const at = await bench({ documents: 600 });
	const { admin } = at.sandbox;
	const [watched, beyond] = [250, 252].map((place) => admin.documentAt(600 - place).id ?? 0);
	for (const id of [watched, beyond]) admin.changeDocument(id, { ...unpaid, total: 10 });
	const parameters = { ...raw, event: ['paid'], watch: 'newest', newestDocuments: 250 };
	const workflow = await published(at, parameters);
	for (const id of [watched, beyond]) admin.payDocument(id);
	expect(ids(await workflow.poll())).toEqual([watched]);
});
