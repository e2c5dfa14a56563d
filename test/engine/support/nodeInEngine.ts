/** What n8n's engine passes to a node. Imports only types of n8n, because the callers load different versions. */
import type {
	ICredentialsHelper,
	INode,
	INodeProperties,
	INodeTypeDescription,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

export const nodeOf = (
	name: string,
	type: string,
	parameters: object = {},
	typeVersion = 1,
): INode => ({
	id: name,
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters: parameters as INode['parameters'],
	credentials: { accountingServiceApi: { id: '1', name: 'Accounting' } },
});

/** A node that is there for a test or a comparison alone. */
export const bareDescription = (
	name: string,
	properties: INodeProperties[] = [],
): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: '',
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	credentials: [{ name: 'accountingServiceApi', required: true }],
	properties,
});

/** Hands on the items that are pinned to it. */
export const startDescription: INodeTypeDescription = {
	...bareDescription('start'),
	...{ group: ['trigger'], inputs: [], credentials: [] },
};

/** n8n makes addresses out of it for every node, but nothing is sent there. */
const instanceUrl = 'http://127.0.0.1:5678/';

type Hooks = new (mode: 'manual' | 'trigger', id: string, workflowData: never) => unknown;

export function additionalDataOf(
	credentialsHelper: ICredentialsHelper,
	{ id }: Workflow,
	[ExecutionLifecycleHooks, mode]: [Hooks, 'manual' | 'trigger'],
): IWorkflowExecuteAdditionalData {
	const workflowData = { id, name: 'workflow', nodes: [], connections: {} } as never;
	return {
		credentialsHelper,
		executionId: '1',
		restApiUrl: instanceUrl,
		instanceBaseUrl: instanceUrl,
		webhookBaseUrl: instanceUrl,
		webhookWaitingBaseUrl: instanceUrl,
		webhookTestBaseUrl: instanceUrl,
		formWaitingBaseUrl: instanceUrl,
		variables: {},
		currentNodeParameters: undefined,
		hooks: new ExecutionLifecycleHooks(mode, '1', workflowData),
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		sendDataToUI: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
