/** docs/reference/trigger.md#what-you-can-rely-on: a failed poll loses nothing. */
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ids, published, PublishedWorkflow, raw } from '../support/trigger';
import { bench } from '../support/withSandbox';

describe('A failure in a poll', () => {
	it.each([
		[401, 'token', 'The service refused the App ID or App Secret'],
		[500, 'search', 'The service failed to handle the request (HTTP 500)'],
	] as const)(
		'reaches n8n in words (%i), changes nothing, and the next poll catches up',
		async (status, path, message) => {
			const at = await bench();
			const { admin } = at.sandbox;
			const workflow = await published(at);
			const before = JSON.stringify(workflow.state);
			const created = admin.createDocuments({ count: 2 });
			admin.expireTokens();
			admin.addFault({ kind: 'status', status, times: 0, match: { path } });
			const failure = await workflow.poll().catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(NodeApiError);
			expect((failure as NodeApiError).message).toContain(message);
			expect(JSON.stringify(failure)).not.toContain(at.sandbox.appSecret);
			expect(JSON.stringify(workflow.state)).toBe(before);
			admin.clearFaults();
			expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
		},
	);

	it('is a rate limit without a wait: after three tries, the next poll goes on', async () => {
		const at = await bench();
		const { admin } = at.sandbox;
		const workflow = await published(at);
		const created = admin.createDocuments({ count: 2 });
		admin.clearJournal();
		admin.addFault({ kind: 'status', status: 429, times: 0, match: { path: 'search' } });
		await expect(workflow.poll()).rejects.toThrow(/^Rate limit reached \(HTTP 429\)/);
		const refused = admin.journal().entries.filter(({ status }) => status === 429);
		expect(refused.length).toBe(3);
		admin.clearFaults();
		expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
	});

	it('is a credential that needs an input item', async () => {
		const at = await bench({}, { appId: '={{ $json.appId }}' });
		const failure = await new PublishedWorkflow(at.credentials).activate().catch(String);
		expect(failure).toMatch(/An expression in the credential has no value here/);
		expect(at.sandbox.admin.journal().entries).toEqual([]);
	});

	it('is an empty response after documents existed: it changes nothing', async () => {
		const at = await bench({ documents: 250 });
		const { admin } = at.sandbox;
		const workflow = await published(at, { ...raw, newestDocuments: 250 }, 'durable');
		const before = JSON.stringify(workflow.state);
		for (let position = 249; position >= 0; position--) {
			admin.deleteDocument(admin.documentAt(position).id ?? 0);
		}
		expect(await workflow.poll()).toEqual([]);
		expect(JSON.stringify(workflow.state)).toBe(before);
	});
});

it('A service that lists documents in another order is refused, because new ones could be missed', async () => {
	const at = await bench({ documents: 200, orderBy: 'issueDate' });
	const failure = await published(at).catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(NodeOperationError);
	expect(failure).toMatchObject({
		message: 'The service does not list documents by ID, newest first',
		description: expect.stringContaining('Export Changes') as string,
	});
});

describe('A form that cannot be used', () => {
	it.each([
		[{ event: [] }, 'Events is empty'],
		[{ event: ['vanished'] }, 'Events has the unknown value "vanished"'],
		[
			{ newestDocuments: 5 },
			'Newest Documents to Watch must be a whole number, 10 to 500, but is 5',
		],
		[
			{ options: { maxItemsPerPoll: 0 } },
			'Max Items per Poll must be a whole number, 1 to 1000, but is 0',
		],
		[{ watch: 'everything' }, 'Watch has no choice "everything"'],
		[{ start: 'Existing' }, 'Start With has no choice "Existing"'],
		[
			{ newestDocuments: 501 },
			'Newest Documents to Watch must be a whole number, 10 to 500, but is 501',
		],
		[{ direction: 'perhaps' }, 'Direction has no choice "perhaps"'],
		[{ type: ['perhaps'] }, 'Type has no choice "perhaps"'],
	])('%j is refused before anything is sent', async (parameters, message) => {
		const at = await bench();
		await expect(published(at, { event: ['paid'], ...parameters })).rejects.toThrow(message);
		expect(at.asked()).toEqual([]);
	});
});

it('the subtitle of the node shows the labels of the events', async () => {
	const { credentials } = await bench();
	const shown = (event: unknown) => new PublishedWorkflow(credentials, { event }).subtitle;
	expect(shown(['created', 'paid'])).toBe('Document Created, Document Paid');
	expect(shown(['processingFinished'])).toBe('Processing Finished or Failed');
});
