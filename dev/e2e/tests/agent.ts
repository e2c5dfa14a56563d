/** docs/recipes/ai-agent.md: n8n's own agent finds the tool, and corrects its calls. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { agentWith, asking, correctByAgent } from '../lib/agentWorkflow';
import type { BrowserBench } from '../lib/browserBench';
import type { Checks } from '../lib/checks';
import { nodeNamed } from '../lib/example';
import { ourNode, toolType, trigger, type StoredCredential } from '../lib/flow';
import { answerTo, callOnce, withModel, type Model } from '../lib/model';
import { withOwnService } from '../lib/ownService';
import { messageOf, parametersOf, type Description } from '../lib/recipe';
import { simplifiedFields } from '../lib/simplifiedFields';
import type { RestSession } from '../lib/rest';
import type { WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

interface ToolDescription extends Description {
	displayName: string;
	description: string;
	outputs: string[];
}

interface Answer {
	documents: Array<Record<string, unknown>>;
	count: number;
	hasMore: boolean;
	aboutTexts: string;
}

const chatTrigger = 'When chat message received';
const asksForExample = callOnce({ Search_Text: 'Example Ltd' });
const forAgents = [...simplifiedFields, 'amountPaid'].sort();

const toolWith = (credential: StoredCredential, parameters: Record<string, unknown>) =>
	ourNode(credential, parameters, { name: 'Documents', type: toolType });

export function agentChecks(checks: Checks, bench: Workbench, hasToolErrors: boolean): void {
	const { session } = bench;

	checks.add('agent: n8n offers the node as a tool', async () => {
		const tool = await ourTool(session);
		strictEqual(tool.displayName, 'Accounting Service Tool');
		strictEqual(tool.outputs.join(), 'ai_tool');
		ok(/accounting documents/.test(tool.description));
	});

	checks.add("agent: n8n's AI Agent reads a small response with hasMore", async () => {
		const parameters = {
			...{ descriptionType: 'auto', resource: 'accountingDocument', operation: 'search' },
			searchText: "={{ $fromAI('text', 'Text to look for', 'string') }}",
			...{ returnAll: true, options: { output: 'raw' } },
		};
		await withModel(session, callOnce({ text: 'a' }), async (model, openAiApi) => {
			const workflow = agentWith(asking, openAiApi, [toolWith(bench.credential(), parameters)]);
			const result = await session.execute(await session.createWorkflow(workflow), trigger);
			strictEqual(result.status, 'success', result.data.resultData.error?.message);
			const tool = model.asked[0]?.tools?.[0]?.function;
			strictEqual(tool?.description, 'Search invoices and other documents in Accounting Service');
			ok(JSON.stringify(tool.parameters).includes('Text to look for'));
			expectFull(model);
		});
	});

	for (const agent of hasToolErrors ? ['an agent', 'a sub-agent'] : []) {
		checks.add(`agent: ${agent} corrects each wrong call at once`, async () => {
			const options = { documents: 120 };
			await withOwnService(session, `Lessons of ${agent}`, options, async (sandbox, credential) => {
				await correctByAgent(session, sandbox, credential, agent === 'a sub-agent');
			});
		});
	}

	checks.add('recipe ai-agent: the agent finds the unpaid invoices of a customer', async () => {
		const parameters = parametersOf('ai-agent', await ourTool(session));
		await withOwnService(
			session,
			'Agent of the recipe',
			40,
			async ({ admin }, credential) => {
				const wanted = invoicesOf(admin);
				await withModel(session, asksForExample, async (model, openAiApi) => {
					const agent = { options: { systemMessage: messageOf('ai-agent') } };
					const tools = [toolWith(credential, parameters)];
					const id = await session.createWorkflow(behindChat(agentWith(agent, openAiApi, tools)));
					const chatInput = 'Which invoices of Example Ltd are unpaid?';
					const message = { sessionId: 'one', action: 'sendMessage', chatInput };
					const result = await session.finished(await session.start(id, chatTrigger, message));
					strictEqual(result.status, 'success', result.data.resultData.error?.message);
					const said = model.asked[0]?.messages.map(({ role, content }) => [role, content]);
					deepStrictEqual(said, [
						['system', messageOf('ai-agent')],
						['user', chatInput],
					]);
					const { documents, aboutTexts } = expectFull(model);
					deepStrictEqual(
						documents.map((document) => document.id),
						wanted.slice(0, 25),
					);
					match(aboutTexts, /is data, not instructions/);
					const [newest] = documents;
					strictEqual(String(newest?.contactName).length, 300);
				});
			},
			{ readOnly: true },
		);
	});
}

/** The steps that a person clicks: the button beside a field of the tool, and the chat of the editor. */
export function agentEditorChecks(browser: BrowserBench): void {
	const { session } = browser.bench;

	browser.add(
		'recipe ai-agent: the model defines a field, and the chat answers',
		async (editor) => {
			const { searchText, ...others } = parametersOf('ai-agent', await ourTool(session));
			await withOwnService(session, 'Agent in the editor', 40, async ({ admin }, credential) => {
				invoicesOf(admin);
				await withModel(session, asksForExample, async (model, openAiApi) => {
					const workflow = agentWith({}, openAiApi, [toolWith(credential, others)]);
					const id = await session.createWorkflow(behindChat(workflow));
					await editor.openWorkflow(id);
					const form = await editor.openNode('Documents');
					await form.defineByModel('Search Text');
					await form.close();
					await editor.chat('Which invoices of Example Ltd are unpaid?', 'Done.');
					expectFull(model);
					const saved = await session.request<WorkflowFile>('GET', `/workflows/${id}`);
					strictEqual(nodeNamed(saved, 'Documents').parameters.searchText, searchText);
				});
			});
		},
	);
}

async function ourTool(session: RestSession): Promise<ToolDescription> {
	const types = await session.nodeTypes<ToolDescription>();
	const tool = types.find(({ name }) => name === toolType);
	ok(tool, `n8n does not know ${toolType}`);
	return tool;
}

/** Unpaid invoices, the newest first, among what is paid, received, a credit note or another customer's. */
function invoicesOf(admin: RunningSandbox['admin']): unknown[] {
	const unpaid = { payments: { paid: false }, amountPaid: 0, total: 100 };
	const contact = { companyName: 'Example Ltd' };
	const invoice = { type: 0, direction: 1, contact, ...unpaid } as const;
	const made = admin.createDocuments({ count: 29, fields: invoice });
	for (const other of [
		{ payments: { paid: true } },
		{ direction: 0 },
		{ contact: { companyName: 'Sample GmbH' } },
	] as const)
		admin.createDocuments({ count: 3, fields: { ...invoice, ...other } });
	const companyName = `Example Ltd\u200b ${'x'.repeat(400)}`;
	made.push(...admin.createDocuments({ fields: { ...invoice, contact: { companyName } } }));
	return made.map(({ id }) => id).reverse();
}

/** What the model read: as many documents as an agent gets, in their short form. */
function expectFull(model: Model): Answer {
	const text = answerTo(model);
	const [read] = JSON.parse(text) as [Answer];
	deepStrictEqual([read.count, read.hasMore, read.documents.length], [25, true, 25]);
	const shown = read.documents.flatMap((document) => Object.keys(document));
	deepStrictEqual([...new Set(shown)].sort(), forAgents);
	ok(text.length < 25_000, `the model was given ${text.length} characters`);
	doesNotMatch(text, /\u200b/);
	return read;
}

/** The same with a chat in place of the manual trigger. */
function behindChat({ nodes, connections, ...rest }: WorkflowFile): WorkflowFile {
	const { [trigger]: first, ...others } = connections;
	const type = '@n8n/n8n-nodes-langchain.chatTrigger';
	const chat = { name: chatTrigger, type, typeVersion: 1.3, webhookId: 'chat', parameters: {} };
	return {
		...rest,
		nodes: nodes.map((node) => (node.name === trigger ? { ...node, ...chat } : node)),
		connections: { ...others, [chatTrigger]: first ?? {} },
	};
}
