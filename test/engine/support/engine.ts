import { Container } from '@n8n/di';
import {
	BinaryDataConfig,
	BinaryDataService,
	ExecutionLifecycleHooks,
	WorkflowExecute,
} from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import {
	Workflow,
	type IBinaryKeyData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type ITaskData,
	type IWorkflowExecuteAdditionalData,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { AccountingService } from '../../../nodes/AccountingService/AccountingService.node';
import { additionalDataOf, bareDescription, nodeOf, startDescription } from './nodeInEngine';
import type { RunningSandbox } from '../../../dev/sandbox';
import './clock';
import { CredentialStore } from './credentials';

/** Passes the given items to the node under test, like any earlier node. */
const start: INodeType = {
	description: startDescription,
	async execute() {
		return [[]];
	},
};

/** Outputs the value of an expression for each item. */
const shows: INodeType = {
	description: bareDescription('shows', [
		{ displayName: 'Value', name: 'value', type: 'string', default: '' },
	]),
	async execute() {
		const items = this.getInputData();
		return [items.map((_, item) => ({ json: { value: this.getNodeParameter('value', item) } }))];
	},
};

export { nodeOf };

const types: Record<string, INodeType> = {
	...{ start, shows, accountingService: new AccountingService() },
};

export const nodeTypes: INodeTypes = {
	getByName: (name) => types[name],
	getByNameAndVersion: (name) => types[name],
	getKnownTypes: () => ({}),
};

export interface RunOptions {
	/** Parameters of the node; expressions as in a workflow, "={{ … }}". */
	parameters: Record<string, NodeParameterValueType | object>;
	/** The input, one empty item unless given. */
	items?: IDataObject[];
	/** Files of the items. */
	binary?: IBinaryKeyData[];
	credentials: CredentialStore;
	/** Settings of the node such as onError. */
	node?: Partial<INode>;
	/** An expression that the next node evaluates for each item. */
	after?: string;
	/** Called with the execution, for example to cancel it. */
	onStart?: (execution: { cancel: () => void; ended: Promise<unknown> }) => void;
}

export interface RunResult {
	run: IRun;
	task: ITaskData;
	items: INodeExecutionData[];
	/** The outputs of a node with an error output. */
	outputs: INodeExecutionData[][];
	json: IDataObject[];
	error?: Error & { description?: string | null; httpCode?: string | null; context?: IDataObject };
	hints: string[];
	/** The values of {@link RunOptions.after}. */
	after: unknown[];
}

/** A credential for a service, with what a user enters. */
export function credentialFor(
	{ baseUrl, appId, appSecret }: Pick<RunningSandbox, 'baseUrl' | 'appId' | 'appSecret'>,
	changes: ICredentialDataDecryptedObject = {},
): CredentialStore {
	return new CredentialStore({
		...{ baseUrl, appId, appSecret },
		accessToken: '',
		allowUnauthorizedCerts: false,
		customizeParameterNames: false,
		...changes,
	});
}

export const additionalDataFor = (
	credentials: CredentialStore,
	workflow: Workflow,
): IWorkflowExecuteAdditionalData =>
	additionalDataOf(credentials, workflow, [ExecutionLifecycleHooks, 'manual']);

/** Runs nodes one after another in n8n-core's own engine, with its own request helper. */
async function execute(
	nodes: INode[],
	items: INodeExecutionData[],
	{ credentials, onStart }: Pick<RunOptions, 'credentials' | 'onStart'>,
): Promise<IRun> {
	await prepareBinaryData();
	const next = ({ name }: INode) => [[{ node: name, type: 'main' as const, index: 0 }]];
	const all = [nodeOf('Start', 'start', {}), ...nodes];
	const workflow = new Workflow({
		id: 'w1',
		nodes: all,
		connections: Object.fromEntries(
			nodes.map((node, index) => [all[index].name, { main: next(node) }]),
		),
		active: false,
		nodeTypes,
	});
	const execution = new WorkflowExecute(additionalDataFor(credentials, workflow), 'manual').run({
		workflow,
		startNode: workflow.getNode('Start') ?? undefined,
		pinData: { Start: items },
	});
	onStart?.({ cancel: () => execution.cancel(), ended: execution });
	return await execution;
}

/** Runs the action node. */
export async function runNode(options: RunOptions): Promise<RunResult> {
	const items = (options.items ?? [{}]).map((json, item) => ({
		json,
		binary: options.binary?.[item],
		pairedItem: { item },
	}));
	const nodes = [{ ...nodeOf('Node', 'accountingService', options.parameters), ...options.node }];
	if (options.after !== undefined) nodes.push(nodeOf('After', 'shows', { value: options.after }));
	const run = await execute(nodes, items, options);
	const { runData, error } = run.data.resultData;
	const task = runData.Node?.at(-1) as ITaskData;
	const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
	return {
		run,
		task,
		outputs,
		items: outputs[0] ?? [],
		json: (outputs[0] ?? []).map((item) => item.json),
		error: (task?.error ?? error) as RunResult['error'],
		hints: (task?.hints ?? []).map((hint) => hint.message),
		after: (runData.After?.[0].data?.main[0] ?? []).map(({ json }) => json.value),
	};
}

// n8n-core starts a clean-up timer with the first node it runs, which would keep the process alive.
afterAll(() => Container.get(SSHClientsManager).onShutdown());

let prepared: Promise<void> | undefined;

async function prepareBinaryData(): Promise<void> {
	prepared ??= (async () => {
		Container.get(BinaryDataConfig);
		await Container.get(BinaryDataService).init();
	})();
	await prepared;
}
