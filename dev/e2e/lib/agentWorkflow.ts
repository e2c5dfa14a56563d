/** Workflows of n8n's AI Agent with our node as a tool. */
import { strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { chain, credentialType, toolType, trigger, type StoredCredential } from './flow';
import { learner, learningTools } from './learner';
import { startScript } from './model';
import type { RestSession } from './rest';
import type { WorkflowFile, WorkflowNode } from './types';

export const asking = { promptType: 'define', text: 'Which documents are there?' };

const below = (node: string, index: number) => ({
	id: node,
	name: node,
	position: [200 * index, 250] as [number, number],
});

const modelOf = (node: string) => ({ node, type: 'ai_languageModel' as const, index: 0 });
const toolOf = (node: string) => ({ node, type: 'ai_tool' as const, index: 0 });

/** A manual trigger, an agent, a model and our node as the agent's tool. */
export function workflow(
	ofAgent: Record<string, unknown>,
	openAiApi: StoredCredential,
	ofTool: Record<string, unknown>,
	{ id, name }: StoredCredential,
): WorkflowFile {
	const ours = {
		...below('Documents', 2),
		...{ type: toolType, typeVersion: 1, parameters: ofTool },
		credentials: { [credentialType]: { id, name } },
	};
	return withTools(ofAgent, openAiApi, [ours]);
}

/** A manual trigger, an agent, a model and the agent's tools. */
function withTools(
	ofAgent: Record<string, unknown>,
	openAiApi: StoredCredential,
	tools: WorkflowNode[],
): WorkflowFile {
	const base = chain('Agent', {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3,
		parameters: ofAgent,
	});
	const model = {
		...below('Model', 1),
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' } },
		credentials: { openAiApi },
	};
	return {
		...base,
		nodes: [...base.nodes, model, ...tools],
		connections: {
			...base.connections,
			Model: { ai_languageModel: [[modelOf('Agent')]] },
			...Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: [[toolOf('Agent')]] }])),
		},
	};
}

const specialist = 'Specialist';

/** An agent whose only tool is another agent, which has all the tools. */
export async function correctAsSubAgent(
	session: RestSession,
	sandbox: RunningSandbox,
	credential: StoredCredential,
): Promise<void> {
	const { script, end } = learner(sandbox);
	const model = await startScript(async (asked) => {
		if (asked.tools?.[0]?.function.name !== specialist) return await script(asked);
		const isDone = asked.messages.some(({ role }) => role === 'tool');
		return isDone ? undefined : { input: { task: 'Try all tools' } };
	});
	try {
		const name = `Model at ${model.baseUrl}`;
		const data = { apiKey: 'none', url: model.baseUrl };
		const id = await session.createCredential({ name, type: 'openAiApi', data });
		const tools = learningTools(sandbox, credential);
		const subAgent = {
			...below(specialist, 2),
			type: '@n8n/n8n-nodes-langchain.agentTool',
			typeVersion: 3,
			parameters: {
				toolDescription: 'Does everything',
				text: "={{ $fromAI('task', 'What to do', 'string') }}",
				options: { maxIterations: 200 },
			},
		};
		const outer = withTools(asking, { id, name }, [subAgent]);
		const joined = {
			...outer,
			nodes: [...outer.nodes, ...tools],
			connections: {
				...outer.connections,
				Model: { ai_languageModel: [[modelOf('Agent'), modelOf(specialist)]] },
				...Object.fromEntries(
					tools.map((tool) => [tool.name, { ai_tool: [[toolOf(specialist)]] }]),
				),
			},
		};
		const result = await session.execute(await session.createWorkflow(joined), trigger);
		await end();
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
	} finally {
		await model.close();
	}
}
