import { WorkflowExecute } from 'n8n-core';
import {
	NodeConnectionTypes,
	Workflow,
	type EngineRequest,
	type EngineResponse,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
} from 'n8n-workflow';

import { AccountingService } from '../../../nodes/AccountingService/AccountingService.node';
import type { CredentialStore } from './credentials';
import { additionalDataFor, nodeOf, nodeTypes, type RunOptions } from './engine';
import { bareDescription } from './nodeInEngine';

/** What a model sees about a tool, and the response of the tool. */
export interface ToolAnswer {
	name: string;
	description: string;
	text: string;
	/** What expressions read as `$('Tool').context`. */
	context: IDataObject;
}

interface Tool {
	name: string;
	description: string;
	invoke(input: IDataObject): Promise<string>;
}

/** The node as n8n offers it to agents: the same code as another type, with a tool output. */
export class AccountingServiceTool extends AccountingService {
	constructor() {
		super();
		this.description = {
			...this.description,
			name: 'accountingServiceTool',
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
		};
	}
}

const description: INodeTypeDescription = {
	...bareDescription('agent'),
	...{ inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool], credentials: [] },
};

/** An agent that calls its only tool once. Older agents invoke the tool themselves. */
const invokingAgent = (input: IDataObject): INodeType => ({
	description,
	async execute(this: IExecuteFunctions) {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		const text = await tool.invoke(input);
		return [[{ json: { name: tool.name, description: tool.description, text } }]];
	},
});

/** Newer agents request the engine to run the tool as a node, and resume with its response. */
const requestingAgent = (input: IDataObject): INodeType => ({
	description,
	async execute(
		this: IExecuteFunctions,
		response?: EngineResponse,
	): Promise<INodeExecutionData[][] | EngineRequest> {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		const answer = response?.actionResponses[0];
		if (answer === undefined) {
			return {
				actions: [
					{
						actionType: 'ExecutionNodeAction',
						nodeName: 'Tool',
						input,
						type: NodeConnectionTypes.AiTool,
						id: 'call-1',
						metadata: { itemIndex: 0 },
					},
				],
				metadata: {},
			};
		}
		const items = answer.data.data?.ai_tool?.[0] ?? [];
		if (answer.data.error) throw answer.data.error;
		const text = JSON.stringify(items.map(({ json }) => json));
		return [[{ json: { name: tool.name, description: tool.description, text } }]];
	},
});

export type AgentKind = 'invoking' | 'requesting';

/**
 * Lets an agent call the node as a tool, through n8n-core's own tool wrapper or engine.
 * @param settings of the tool node, such as onError
 */
export async function callTool(
	kind: AgentKind,
	credentials: CredentialStore,
	parameters: RunOptions['parameters'],
	input: IDataObject = {},
	settings: RunOptions['node'] = {},
): Promise<ToolAnswer> {
	const agent = kind === 'invoking' ? invokingAgent(input) : requestingAgent(input);
	const own: Record<string, INodeType> = {
		agent,
		accountingServiceTool: new AccountingServiceTool(),
	};
	const types: INodeTypes = {
		...nodeTypes,
		getByName: (name) => own[name] ?? nodeTypes.getByName(name),
		getByNameAndVersion: (name) => own[name] ?? nodeTypes.getByNameAndVersion(name),
	};
	const to = (node: string, type: 'main' | 'ai_tool') => [[{ node, type, index: 0 }]];
	const workflow = new Workflow({
		id: 'w1',
		nodes: [
			nodeOf('Start', 'start', {}),
			nodeOf('Agent', 'agent', {}),
			{
				...nodeOf('Tool', 'accountingServiceTool', { descriptionType: 'auto', ...parameters }),
				...settings,
			},
		],
		connections: {
			Start: { main: to('Agent', NodeConnectionTypes.Main) },
			Tool: { ai_tool: to('Agent', NodeConnectionTypes.AiTool) },
		},
		active: false,
		nodeTypes: types,
		settings: { executionOrder: 'v1' },
	});
	const run = await new WorkflowExecute(additionalDataFor(credentials, workflow), 'manual').run({
		workflow,
		startNode: workflow.getNode('Start') ?? undefined,
		pinData: { Start: [{ json: {} }] },
	});
	if (run.data.resultData.error) throw run.data.resultData.error;
	const task = run.data.resultData.runData.Agent?.at(-1);
	const context = run.data.executionData?.contextData['node:Tool'] ?? {};
	return { ...task?.data?.main[0]?.[0]?.json, context } as unknown as ToolAnswer;
}
