/** Workflows of n8n's AI Agent with our node as a tool. */
import { strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { chain, trigger, withServing, type NodeSketch, type StoredCredential } from './flow';
import { learner, learningTools, type Lessons } from './learner';
import { withModel, type Script } from './model';
import type { RestSession } from './rest';
import type { WorkflowFile } from './types';

export const asking = { promptType: 'define', text: 'Which documents are there?' };

const outer = 'Agent';
const specialist = 'Specialist';

/** A manual trigger, an agent, its model and its tools. With `ofSpecialist`, it has another agent with these tools. */
export function agentWith(
	parameters: Record<string, unknown>,
	openAiApi: StoredCredential,
	tools: NodeSketch[],
	ofSpecialist: NodeSketch[] = [],
): WorkflowFile {
	const type = '@n8n/n8n-nodes-langchain.agent';
	const model = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' } },
		credentials: { openAiApi },
	};
	const agents = ofSpecialist.length > 0 ? [outer, specialist] : [outer];
	const base = chain(outer, { name: outer, type, typeVersion: 3, parameters });
	const withModelNode = withServing(base, 'ai_languageModel', [model], ...agents);
	const withTools = withServing(withModelNode, 'ai_tool', tools, outer);
	return withServing(withTools, 'ai_tool', ofSpecialist, specialist);
}

/** @param isSubAgent whether the agent that has the tools is the only tool of another one */
export async function correctByAgent(
	session: RestSession,
	sandbox: RunningSandbox,
	credential: StoredCredential,
	isSubAgent: boolean,
	taught?: Lessons,
): Promise<void> {
	const { script, end } = learner(sandbox, taught);
	const handsOn: Script = async (asked) => {
		if (asked.tools?.[0]?.function.name !== specialist) return await script(asked);
		const isDone = asked.messages.some(({ role }) => role === 'tool');
		return isDone ? undefined : { input: { task: 'Try all tools' } };
	};
	await withModel(session, handsOn, async (_model, openAiApi) => {
		const tools = learningTools(sandbox, credential, taught);
		const options = { maxIterations: 200 };
		const subAgent = {
			name: specialist,
			type: '@n8n/n8n-nodes-langchain.agentTool',
			typeVersion: 3,
			parameters: {
				toolDescription: 'Does everything',
				text: "={{ $fromAI('task', 'What to do', 'string') }}",
				options,
			},
		};
		const workflow = isSubAgent
			? agentWith(asking, openAiApi, [subAgent], tools)
			: agentWith({ ...asking, options }, openAiApi, tools);
		const result = await session.execute(await session.createWorkflow(workflow), trigger);
		await end();
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
	});
}
