import { createRequire } from 'node:module';
import path from 'node:path';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
	Workflow as WorkflowType,
} from 'n8n-workflow';

import { httpRequestType } from '../../e2e/lib/httpRequest';
import { bareDescription } from '../contestants/bareNode';
import { declarativeNode } from '../contestants/declarative';
import { helperLoopNode } from '../contestants/helperLoop';
import { helperWriterNode } from '../contestants/helperWriter';
import type { Filled } from '../contestants/parameters';
import { credentialsHelperFor, type ServiceCredential } from './credential';
import type { Target } from './job';
import {
	ExecutionLifecycleHooks,
	HttpRequest,
	NodeHelpers,
	Workflow,
	WorkflowExecute,
} from './n8n';

/** Hands on the items that are pinned to it. */
const startNode: INodeType = {
	description: { ...bareDescription('start', { properties: [] }), group: ['trigger'], inputs: [] },
	execute: async () => await Promise.resolve([[]]),
};

/** Loads a compiled file of the package; the source cannot be, since tsx takes `.node` for an ending. */
export function fromPackage<T>(packageFolder: string, file: string): T {
	const folder = path.join(packageFolder, 'dist');
	return createRequire(path.join(folder, 'x.js'))(path.join(folder, file)) as T;
}

/** n8n makes addresses out of it for every node, but nothing is sent there. */
const instanceUrl = 'http://127.0.0.1:5678/';

const typesOf = new Map<string, INodeTypes>();

export function nodeTypes(packageFolder: string): INodeTypes {
	const known = typesOf.get(packageFolder);
	if (known) return known;
	const ours = fromPackage<{ AccountingService: new () => INodeType }>(
		packageFolder,
		'nodes/AccountingService/AccountingService.node.js',
	);
	const types: Record<string, INodeType | IVersionedNodeType> = {
		start: startNode,
		accountingService: new ours.AccountingService(),
		[httpRequestType]: new HttpRequest(),
		declarative: declarativeNode,
		helperLoop: helperLoopNode,
		helperWriter: helperWriterNode,
	};
	const made: INodeTypes = {
		getByName: (name) => types[name],
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(types[name], version),
		getKnownTypes: () => ({}),
	};
	typesOf.set(packageFolder, made);
	return made;
}

export function additionalData(workflow: WorkflowType, target: Target) {
	const { AccountingServiceApi } = fromPackage<{
		AccountingServiceApi: new () => ServiceCredential;
	}>(target.packageFolder, 'credentials/AccountingServiceApi.credentials.js');
	const workflowData = { id: workflow.id, name: 'bench', nodes: [], connections: {} };
	return {
		credentialsHelper: credentialsHelperFor(new AccountingServiceApi(), target),
		executionId: '1',
		restApiUrl: instanceUrl,
		instanceBaseUrl: instanceUrl,
		webhookBaseUrl: instanceUrl,
		webhookWaitingBaseUrl: instanceUrl,
		webhookTestBaseUrl: instanceUrl,
		formWaitingBaseUrl: instanceUrl,
		variables: {},
		currentNodeParameters: undefined,
		hooks: new ExecutionLifecycleHooks('trigger', '1', workflowData as never),
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		sendDataToUI: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

export function nodeOf(
	name: string,
	type: string,
	typeVersion = 1,
	parameters: object = {},
): INode {
	return {
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: { accountingServiceApi: { id: '1', name: 'Accounting' } },
	};
}

/**
 * Runs a workflow of one node in n8n's engine, as an execution that no person started.
 * @param items what the node is given
 * @returns what the node put out
 * @throws Error with the node's own words when it failed
 */
export async function execute(
	{ type, typeVersion, parameters }: Filled,
	target: Target,
	items: IDataObject[] = [{}],
): Promise<INodeExecutionData[]> {
	const start = nodeOf('Start', 'start');
	const node = nodeOf('Node', type, typeVersion, parameters);
	const workflow = new Workflow({
		id: 'bench',
		nodes: [start, node],
		connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: nodeTypes(target.packageFolder),
	});
	const run = await new WorkflowExecute(additionalData(workflow, target), 'trigger').run({
		workflow,
		startNode: start,
		pinData: { Start: items.map((json, item) => ({ json, pairedItem: { item } })) },
	});
	const { error, runData } = run.data.resultData;
	if (error) {
		throw new Error(`${error.message} ${error.description ?? ''}`);
	}
	return runData[node.name]?.[0]?.data?.main[0] ?? [];
}
