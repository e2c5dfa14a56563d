import type { NodeApiError } from 'n8n-workflow';

import { ids, published, raw } from '../support/trigger';
import { bench, searchPath, tokenPath } from '../support/withSandbox';

describe('First activation', () => {
	it('returns no existing documents and costs few requests', async () => {
		const at = await bench({ documents: 250 });
		const workflow = await published(at);
		expect(workflow.executions).toEqual([]);
		expect(at.asked().length).toBeLessThan(8);
		expect(await workflow.poll()).toEqual([]);
	});

	it('fails with the reason if the secret is wrong', async () => {
		const at = await bench();
		at.credentials.stored.appSecret = 'mistyped';
		const failure = await published(at).catch((error: NodeApiError) => error);
		expect(failure).toMatchObject({ message: 'The service refused the App ID or App Secret' });
		expect(at.asked(tokenPath)).toHaveLength(1);
	});
});

describe('An idle poll', () => {
	it('costs one request and keeps the saved state', async () => {
		const at = await bench({ documents: 500 });
		const workflow = await published(at, raw, 'durable');
		await workflow.poll();
		const before = workflow.database.cursor;
		at.sandbox.admin.clearJournal();
		await workflow.poll();
		expect(at.asked().map(({ path, status }) => [path, status])).toEqual([[searchPath, 200]]);
		expect(at.asked()[0].body).toEqual({ page: 1, pageSize: 100 });
		expect(workflow.database.cursor).toBe(before);
	});
});

describe('A poll', () => {
	it('costs one request for each 100 documents that it watches or that are new', async () => {
		const at = await bench({ documents: 500 });
		const { admin } = at.sandbox;
		const watching = await published(at, { ...raw, lookBack: 250 }, 'durable');
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

it('A poll that finds five new documents among many costs one request', async () => {
	const at = await bench({ documents: 3000 });
	const workflow = await published(at, raw, 'durable');
	const created = at.sandbox.admin.createDocuments({ count: 5 });
	at.sandbox.admin.clearJournal();
	expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
	expect(at.asked()).toHaveLength(1);
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

	it('are simplified as in the action node', async () => {
		const at = await bench();
		const workflow = await published(at, {});
		const contact = { companyName: 'Nová s.r.o.' };
		const [{ id }] = at.sandbox.admin.createDocuments({ fields: { contact } });
		const [{ document }] = await workflow.poll();
		expect(document).toMatchObject({ id, contactName: 'Nová s.r.o.' });
		expect(Object.keys(document)).toHaveLength(11);
	});

	it('have the connectable amount if it is requested', async () => {
		const at = await bench();
		const workflow = await published(at, { options: { scope: ['CA'] } });
		at.sandbox.admin.createDocuments();
		expect(await workflow.poll()).toMatchObject([
			{ document: { connectableAmount: expect.any(Number) as number } },
		]);
	});
});
