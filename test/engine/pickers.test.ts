import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type INodeListSearchResult } from 'n8n-workflow';

import { AccountingService } from '../../nodes/AccountingService/AccountingService.node';
import { additionalDataFor, nodeOf, nodeTypes } from './support/engine';
import { bench, type Bench } from './support/withSandbox';

type Method = keyof AccountingService['methods']['listSearch'];

/** Opens a list of the form as the editor does. */
async function pick(
	{ credentials }: Bench,
	method: Method,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const node = nodeOf('Node', 'accountingService', {});
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	const host = new LoadOptionsContext(workflow, node, additionalDataFor(credentials, workflow), '');
	return await new AccountingService().methods.listSearch[method].call(host, filter, token);
}

describe('the list of documents to pick from', () => {
	it('shows the newest first, a page at a time, by token or by id', async () => {
		const made = await bench({ documents: 70 });
		const newest = made.sandbox.admin.documentAt(69);
		const byId = await pick(made, 'searchDocumentIds');
		expect(byId.results).toHaveLength(50);
		expect(byId.results[0].value).toBe(String(newest.id));
		expect(byId.results[0].name).toContain(String(newest.accountingDocumentNo));
		const further = await pick(
			made,
			'searchDocumentIds',
			undefined,
			byId.paginationToken as string,
		);
		const values = [...byId.results, ...further.results].map(({ value }) => value);
		expect(new Set(values).size).toBe(70);
		const byToken = await pick(made, 'searchDocuments');
		expect(byToken.results.map(({ value }) => value)).toContain(newest.permalinkToken);
	});

	it('finds a document by the number that it shows', async () => {
		const made = await bench({ documents: 70 });
		const wanted = made.sandbox.admin.documentAt(30);
		for (const typed of [String(wanted.accountingDocumentNo), String(wanted.id)]) {
			const { results } = await pick(made, 'searchDocumentIds', typed.toLowerCase());
			expect(results.map(({ value }) => value)).toContain(String(wanted.id));
			expect(results.length).toBeLessThan(5);
		}
	});
});

describe('a token and an id are told apart', () => {
	it('an id in place of a token', async () => {
		const { run, sandbox } = await bench({ documents: 3 });
		const { id, permalinkToken } = sandbox.admin.documentAt(1);
		const token = { __rl: true, mode: 'permalink', value: String(id) };
		const byToken = { resource: 'accountingDocument', operation: 'getByToken', token };
		const { error } = await run(byToken);
		expect(error?.description).toContain('Use the operation Get for an ID');
		const accountingDocumentId = { __rl: true, mode: 'id', value: String(permalinkToken) };
		const get = { resource: 'accountingDocument', operation: 'get', accountingDocumentId };
		expect((await run(get)).error?.description).toContain('Get by Permalink Token');
	});
});
