/** docs/reference/trigger.md#events: what the first poll and later ones return. */
import { documentRecord } from '../../../nodes/shared/documents/documentRecord';
import { simplifiedKinds } from '../../../nodes/shared/fields/output';
import { ids, published, raw } from '../support/trigger';
import { bench, searchPath } from '../support/withSandbox';

it('The first activation returns no existing documents and costs few requests', async () => {
	const at = await bench({ documents: 250 });
	const workflow = await published(at);
	expect(workflow.executions).toEqual([]);
	expect(at.asked().length).toBeLessThan(8);
	expect(await workflow.poll()).toEqual([]);
});

describe('A poll', () => {
	it('costs one request if it finds nothing, which keeps the saved state, or a few documents', async () => {
		const at = await bench({ documents: 3000 });
		const workflow = await published(at, raw, 'durable');
		await workflow.poll();
		const before = workflow.database.cursor;
		at.sandbox.admin.clearJournal();
		await workflow.poll();
		expect(workflow.database.cursor).toBe(before);
		const created = at.sandbox.admin.createDocuments({ count: 5 });
		expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
		const request = { path: searchPath, status: 200, body: { page: 1, pageSize: 100 } };
		expect(at.asked()).toMatchObject([request, request]);
	});

	it('costs one request for each 100 documents that it watches or that are new', async () => {
		const at = await bench({ documents: 500 });
		const { admin } = at.sandbox;
		const watching = await published(at, { ...raw, newestDocuments: 250 }, 'durable');
		const catchingUp = await published(at, raw, 'durable');
		admin.clearJournal();
		await watching.poll();
		expect(at.asked(searchPath)).toHaveLength(3);
		admin.createDocuments({ count: 350 });
		admin.clearJournal();
		expect(await catchingUp.poll()).toHaveLength(350);
		expect(at.asked(searchPath)).toHaveLength(4);
	});
});

describe('New documents', () => {
	it('are returned once, oldest first, as the service has them', async () => {
		const at = await bench();
		const workflow = await published(at);
		const created = at.sandbox.admin.createDocuments({ count: 3 });
		expect(await workflow.poll()).toEqual(
			created.map((document) => ({
				event: 'created',
				eventId: `${document.id}:created`,
				document,
				changes: [],
			})),
		);
		expect(await workflow.poll()).toEqual([]);
	});

	it('are simplified as in the action node, with the connectable amount if it is requested', async () => {
		const at = await bench();
		const workflow = await published(at, { options: { scope: ['CA'] } });
		const contact = { companyName: 'Nová s.r.o.' };
		const [{ id }] = at.sandbox.admin.createDocuments({ fields: { contact } });
		const [{ document }] = await workflow.poll();
		const connectableAmount = expect.any(Number) as number;
		expect(document).toMatchObject({ id, contactName: 'Nová s.r.o.', connectableAmount });
		const fields = Object.keys(simplifiedKinds(documentRecord));
		expect(Object.keys(document)).toEqual([...fields, 'connectableAmount']);
	});
});
