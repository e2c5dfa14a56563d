/** docs/recipes/ai-agent.md#from-a-desktop-assistant: a client library uses the tools through n8n's MCP server. */
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { nodeNamed, readExample, withCredential, withNode } from '../lib/example';
import { withServing, type StoredCredential } from '../lib/flow';
import { learn, learningTools, publishable, textOf } from '../lib/learner';
import { McpClient } from '../lib/mcp';
import { changesIn, withOwnService } from '../lib/ownService';
import { withPickedState } from '../lib/pickState';
import { isIssuedInvoice, isPaid, Reference, type Entry } from '../lib/reference';
import type { RestSession } from '../lib/rest';
import type { WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const trigger = 'MCP Server Trigger';
const readingTools = ['Find_Documents', 'Get_Document', 'Unpaid_Invoices'];
const writingTools = ['Change_State', 'Create_Invoice', 'Delete_Document'];

type Open = (key?: string) => Promise<McpClient>;

/** The answer of a tool of ours, which is one record. */
async function ask(client: McpClient, name: string, input: object = {}) {
	const { text } = await client.call(name, { ...input });
	const [record] = JSON.parse(String(text)) as Array<Record<string, unknown>>;
	return record ?? {};
}

/** Publishes the workflow with a key for the trigger; `open` connects to the trigger's own address. */
async function withServer(
	session: RestSession,
	workflow: WorkflowFile,
	work: (open: Open) => Promise<void>,
): Promise<void> {
	const name = 'Key of the assistant';
	const token = randomUUID();
	const key = { name, type: 'httpBearerAuth', data: { token } };
	const httpBearerAuth = { id: await session.createCredential(key), name };
	const keyed = withNode(workflow, trigger, () => ({ credentials: { httpBearerAuth } }));
	const id = await session.createWorkflow(keyed);
	const path = `mcp/${String(nodeNamed(keyed, trigger).parameters.path)}`;
	await session.publish(id, path);
	const clients: McpClient[] = [];
	try {
		await work(async (given = token) => {
			const client = await McpClient.open(`${session.baseUrl}/${path}`, given);
			clients.push(client);
			return client;
		});
	} finally {
		await Promise.all(clients.map(async (client) => await client.close()));
		await session.unpublish(id);
	}
}

/** A client with a tool for each lesson. */
export async function correctOverMcp(
	session: RestSession,
	sandbox: RunningSandbox,
	credential: StoredCredential,
	taught = publishable,
): Promise<void> {
	const { nodes, ...example } = readExample('mcp-unpaid-invoices');
	const server = {
		...example,
		nodes: nodes.filter(({ name }) => name === trigger),
		connections: {},
	};
	const tools = learningTools(sandbox, credential, taught);
	await withServer(session, withServing(server, 'ai_tool', tools, trigger), async (open) => {
		const client = await open();
		const call = async (tool: string, input: object) =>
			await client.call(tool, { ...input }).then(
				({ text }) => String(text),
				({ message }: Error) => textOf(message.replace(/^(\w+: )+/, '')),
			);
		await learn(sandbox, call, taught);
	});
}

export function mcpChecks(checks: Checks, { session }: Workbench): void {
	checks.add('example mcp-unpaid-invoices: an assistant finds the unpaid invoices', async () => {
		await withOwnService(
			session,
			'MCP, Read Only',
			1_000,
			async (sandbox, credential) => {
				const workflow = withCredential(readExample('mcp-unpaid-invoices'), credential);
				await withServer(session, workflow, async (open) => {
					await rejects(open('wrong'), /Authorization data is wrong/);
					const client = await open();
					const tools = await client.tools();
					deepStrictEqual(tools.map(({ name }) => name).sort(), readingTools);
					for (const { name, description = '' } of tools)
						match(description, /Costs .*request.* Cannot /s, name);
					await readAll(client, sandbox);
				});
			},
			{ readOnly: true },
		);
	});

	for (const readOnly of [true, false]) {
		const what = readOnly ? 'refuse, since Read Only is on' : 'change a document once each';
		checks.add(`MCP: the tools that write ${what}`, async () => {
			await withOwnService(
				session,
				`MCP, Read Only ${readOnly ? 'on' : 'off'}`,
				40,
				async (sandbox, credential) => {
					const { workflow, state } = await withWritingTools(credential);
					await withServer(session, workflow, async (open) => {
						await writeAll(await open(), sandbox, readOnly ? undefined : state);
					});
				},
				{ readOnly },
			);
		});
	}

	checks.add('MCP: a client corrects each wrong call at once', async () => {
		await withOwnService(session, 'MCP, lessons', 120, async (sandbox, credential) => {
			await correctOverMcp(session, sandbox, credential);
		});
	});

	/** The example with the tool that it has for changes, and with those of the agent. */
	async function withWritingTools(credential: StoredCredential) {
		const example = withCredential(readExample('mcp-unpaid-invoices'), credential);
		const agent = withCredential(readExample('agent-with-approval'), credential);
		const { workflow, state } = await withPickedState(session, example);
		const active = withNode(workflow, 'Change State', () => ({ disabled: false }));
		const tools = ['Create Invoice', 'Delete Document'].map((name) => nodeNamed(agent, name));
		return { state, workflow: withServing(active, 'ai_tool', tools, trigger) };
	}
}

/** Reads what the books hold, with no more requests than the descriptions say. */
async function readAll(client: McpClient, sandbox: RunningSandbox): Promise<void> {
	const { admin } = sandbox;
	const books = await new Reference(sandbox).documents();
	const unpaid = books.filter((one) => isIssuedInvoice(one) && !isPaid(one));
	ok(unpaid.length > 25);
	const costs: number[] = [];
	const read = async (name: string, input?: object) => {
		admin.clearJournal();
		const answer = await ask(client, name, input);
		costs.push(admin.journal().entries.filter(({ path }) => path !== '/auth/token').length);
		return answer;
	};
	const all = await read('Unpaid_Invoices', { issuedFrom: '', issuedTo: '' });
	deepStrictEqual(idsOf(all.documents), idsOf(unpaid).slice(0, 25));
	deepStrictEqual(new Set(await idsByDate(client)), new Set(idsOf(unpaid)));
	const nameOf = ({ contact }: Entry) => (contact as Entry | undefined)?.companyName;
	const wanted = unpaid.find(nameOf) ?? {};
	const id = String(wanted.id);
	const found = await read('Find_Documents', { text: nameOf(wanted) });
	ok(idsOf(found.documents).includes(id), String(nameOf(wanted)));
	const document = await read('Get_Document', { documentId: id });
	deepStrictEqual(document.lineItems, admin.document(id).lineItems);
	deepStrictEqual(costs, [13, 2, 1]);
}

const idsOf = (list: unknown) => (list as Entry[]).map(({ id }) => String(id));

/** Halves the range of issue dates until no answer has more, as the description says. The books fit into 20 pages. */
async function idsByDate(
	client: McpClient,
	from = '2020-01-01',
	to = '2029-12-31',
): Promise<string[]> {
	const answer = await ask(client, 'Unpaid_Invoices', { issuedFrom: from, issuedTo: to });
	if (answer.hasMore === false) return idsOf(answer.documents);
	const middle = (Date.parse(from) + Date.parse(to)) / 2;
	const day = (time: number) => new Date(time).toISOString().slice(0, 10);
	if (from >= to) throw new Error(`More than 25 of ${from}`);
	const older = await idsByDate(client, from, day(middle));
	return [...older, ...(await idsByDate(client, day(middle + 86_400_000), to))];
}

/** @param state the state that documents are moved to; undefined if every change is to be refused */
async function writeAll(
	client: McpClient,
	sandbox: RunningSandbox,
	state: string | undefined,
): Promise<void> {
	const { admin } = sandbox;
	const tools = (await client.tools()).map(({ name }) => name).sort();
	deepStrictEqual(tools, [...readingTools, ...writingTools].sort());
	const goods = { customer: 'Example Ltd', item: 'Chairs', orderNumber: 'A-17' };
	const invoice = { ...goods, currency: 'CZK' };
	const [moved, deleted] = [admin.documentAt(3), admin.documentAt(4)].map(({ id }) => String(id));
	const before = admin.count();
	const calls: Array<[string, object]> = [
		['Change_State', { documentId: moved }],
		['Create_Invoice', { ...invoice, quantity: 2, price: 100, vat: 21 }],
		['Delete_Document', { documentId: deleted }],
	];
	admin.clearJournal();
	for (const [name, input] of calls) {
		const call = ask(client, name, input);
		if (state !== undefined) await call;
		else await rejects(call, /Read Only is on in the credential.*Nothing was changed/s, name);
	}
	strictEqual(changesIn(sandbox).length, state === undefined ? 0 : calls.length);
	strictEqual(admin.count(), before);
	strictEqual(admin.createdDocuments().length, state === undefined ? 0 : 1);
	strictEqual(admin.document(moved ?? '').state === state, state !== undefined);
}
