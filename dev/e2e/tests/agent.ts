import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import type { Checks } from '../lib/checks';
import { chain, credentialType, toolType, trigger } from '../lib/flow';
import { startModel } from '../lib/model';
import { simplifiedFields } from '../lib/reference';
import type { WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

interface Description {
	name: string;
	displayName: string;
	description: string;
	outputs: string[];
}

export function agentChecks(checks: Checks, bench: Workbench): void {
	checks.add('agent: n8n offers the node as a tool', async () => {
		const types = await bench.session.nodeTypes<Description>();
		const tool = types.find(({ name }) => name === toolType);
		ok(tool, `n8n does not know ${toolType}`);
		strictEqual(tool.displayName, 'Accounting Service Tool');
		strictEqual(tool.outputs.join(), 'ai_tool');
		ok(/accounting documents/.test(tool.description));
	});

	checks.add(
		"agent: n8n's AI Agent searches, and reads a small response with hasMore",
		async () => {
			const model = await startModel({ text: 'a' });
			try {
				const id = await bench.session.createCredential({
					name: 'Stand-in model',
					type: 'openAiApi',
					data: { apiKey: 'none', url: model.baseUrl },
				});
				const result = await bench.session.execute(
					await bench.session.createWorkflow(workflow({ id, name: 'Stand-in model' })),
					trigger,
				);
				strictEqual(result.status, 'success', result.data.resultData.error?.message);
				const [first, second] = model.asked;
				const tool = first?.tools?.[0]?.function;
				strictEqual(tool?.description, 'Search invoices and other documents in Accounting Service');
				ok(JSON.stringify(tool.parameters).includes('Text to look for'));
				const answer = second?.messages.find(({ role }) => role === 'tool');
				const text = typeof answer?.content === 'string' ? answer.content : '';
				const [{ documents, count, hasMore }] = JSON.parse(text) as [
					{ documents: Array<Record<string, unknown>>; count: number; hasMore: boolean },
				];
				strictEqual(count, 25);
				strictEqual(hasMore, true);
				const forAgents = [...simplifiedFields, 'amountPaid'];
				const shown = documents.flatMap((document) => Object.keys(document));
				deepStrictEqual([...new Set(shown)].sort(), forAgents.sort());
				ok(text.length < 25_000, `the model was given ${text.length} characters`);
			} finally {
				await model.close();
			}
		},
	);

	/** A manual trigger, an agent, a model and our node as the agent's tool. */
	function workflow(modelCredential: { id: string; name: string }): WorkflowFile {
		const agent = {
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3,
			parameters: { promptType: 'define', text: 'Which documents are there?' },
		};
		const base = chain('Agent', agent);
		const below = (name: string, index: number) => ({
			id: name,
			name,
			position: [200 * index, 250] as [number, number],
		});
		return {
			...base,
			nodes: [
				...base.nodes,
				{
					...below('Model', 1),
					type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
					typeVersion: 1.2,
					parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' } },
					credentials: { openAiApi: modelCredential },
				},
				{
					...below('Documents', 2),
					type: toolType,
					typeVersion: 1,
					parameters: {
						descriptionType: 'auto',
						resource: 'accountingDocument',
						operation: 'search',
						searchText: "={{ $fromAI('text', 'Text to look for', 'string') }}",
						returnAll: true,
						output: 'raw',
					},
					credentials: { [credentialType]: bench.credential() },
				},
			],
			connections: {
				...base.connections,
				Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
				Documents: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		};
	}
}
