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
import { additionalDataOf, nodeOf, startDescription } from './nodeInEngine';
import type { RunningSandbox } from '../../../dev/sandbox';
import { unknownParameters } from '../../../dev/scripts/formParameters';
import './clock';
import { CredentialStore } from './credentials';

/** Passes the given items to the node under test, like any earlier node. */
const start: INodeType = {
	description: startDescription,
	async execute() {
		return [[]];
	},
};

export { nodeOf };

const types: Record<string, INodeType> = { start, accountingService: new AccountingService() };

export const nodeTypes: INodeTypes = {
	getByName: (name) => types[name],
	getByNameAndVersion: (name) => types[name],
	getKnownTypes: () => ({}),
};

export interface RunOptions {
	/** Parameters of the node; expressions as in a workflow, "={{ … }}". */
	parameters: Record<string, NodeParameterValueType | object>;
	/** Parameters of other operations that the node had before. n8n keeps them. */
	leftOver?: RunOptions['parameters'];
	/** The input, one empty item unless given. */
	items?: IDataObject[];
	/** Files of the items. */
	binary?: IBinaryKeyData[];
	credentials: CredentialStore;
	/** Parameters of another Accounting Service node, "Next", which gets the output. */
	next?: RunOptions['parameters'];
	/** Settings of the node such as onError. */
	node?: Partial<INode>;
	/** Called with the execution, for example to cancel it. */
	onStart?: (execution: { cancel: () => void; ended: Promise<unknown> }) => void;
}

export interface RunResult {
	run: IRun;
	task: ITaskData;
	items: INodeExecutionData[];
	json: IDataObject[];
	error?: Error & { description?: string | null; httpCode?: string | null; context?: IDataObject };
	hints: string[];
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

const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });

/** Runs the action node in n8n-core's own engine, with its own request helper. */
export async function runNode(options: RunOptions): Promise<RunResult> {
	await prepareBinaryData();
	const { credentials, onStart, parameters, leftOver, binary } = options;
	const unknown = unknownParameters(parameters);
	if (unknown.length > 0) throw new Error(`The form has no ${unknown.join(', ')}`);
	const items = (options.items ?? [{}]).map((json, item) => ({
		json,
		binary: binary?.[item],
		pairedItem: { item },
	}));
	const node = {
		...nodeOf('Node', 'accountingService', { ...leftOver, ...parameters }),
		...options.node,
	};
	const workflow = new Workflow({
		id: 'w1',
		nodes: [
			nodeOf('Start', 'start'),
			node,
			...(options.next ? [nodeOf('Next', 'accountingService', options.next)] : []),
		],
		connections: { Start: to('Node'), ...(options.next && { Node: to('Next') }) },
		active: false,
		nodeTypes,
	});
	const execution = new WorkflowExecute(additionalDataFor(credentials, workflow), 'manual').run({
		workflow,
		startNode: workflow.getNode('Start') ?? undefined,
		pinData: { Start: items },
	});
	onStart?.({ cancel: () => execution.cancel(), ended: execution });
	const run = await execution;
	const { runData, error } = run.data.resultData;
	const task = runData.Node?.at(-1) as ITaskData;
	const output = task?.data?.main[0] ?? [];
	return {
		run,
		task,
		items: output,
		json: output.map((item) => item.json),
		error: (task?.error ?? error) as RunResult['error'],
		hints: (task?.hints ?? []).map((hint) => hint.message),
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
