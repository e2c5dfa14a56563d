import { createRequire } from 'node:module';
import path from 'node:path';
import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
	Workflow as WorkflowType,
} from 'n8n-workflow';

import type { AccountingServiceApi as Credential } from '../../../credentials/AccountingServiceApi.credentials';
import { httpRequestType } from '../../e2e/lib/httpRequest';
import {
	additionalDataOf,
	nodeOf,
	startDescription,
} from '../../../test/engine/support/nodeInEngine';
import { helperCells, helperReader, helperWriter } from '../contestants/helperNodes';
import type { Filled } from '../contestants/parameters';
import { credentialsHelperFor } from './credential';
import type { Target } from './job';
import {
	ExecutionLifecycleHooks,
	HttpRequest,
	NodeHelpers,
	Workflow,
	WorkflowExecute,
} from './n8n';

const distFolder = path.join(process.argv[2] ?? '', 'dist');
const requireFrom = createRequire(path.join(distFolder, 'x.js'));

/** Loads a compiled class of the package. tsx cannot load the source, because it treats `.node` as a file extension. */
function fromPackage<T>(file: string): new () => T {
	const [Type] = Object.values(requireFrom(path.join(distFolder, file)) as object);
	return Type as new () => T;
}

/** Number of files of the package that this process has loaded. */
export const loadedFiles = (): number =>
	Object.keys(requireFrom.cache).filter((file) => file.startsWith(distFolder)).length;

/** Returns its pinned items. */
const start: INodeType = {
	description: startDescription,
	execute: async () => await Promise.resolve([[]]),
};

const AccountingService = fromPackage<INodeType>(
	'nodes/AccountingService/AccountingService.node.js',
);
const AccountingServiceTrigger = fromPackage<INodeType>(
	'nodes/AccountingServiceTrigger/AccountingServiceTrigger.node.js',
);
const AccountingServiceApi = fromPackage<Credential>(
	'credentials/AccountingServiceApi.credentials.js',
);

const types: Record<string, INodeType | IVersionedNodeType> = {
	...{ start, helperCells, helperReader, helperWriter },
	accountingService: new AccountingService(),
	accountingServiceTrigger: new AccountingServiceTrigger(),
	[httpRequestType]: new HttpRequest(),
};

export const nodeTypes: INodeTypes = {
	getByName: (name) => types[name],
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(types[name], version),
	getKnownTypes: () => ({}),
};

export const additionalData = (
	workflow: WorkflowType,
	target: Target,
): IWorkflowExecuteAdditionalData =>
	additionalDataOf(credentialsHelperFor(new AccountingServiceApi(), target), workflow, [
		ExecutionLifecycleHooks,
		'trigger',
	]);

/**
 * Runs a workflow of one node in n8n's engine, as an automatic execution.
 * @param items the input of the node
 * @returns the output of the node
 * @throws Error with the message of the node if it failed
 */
export async function execute(
	{ type, typeVersion, parameters }: Filled,
	target: Target,
	items: IDataObject[] = [{}],
): Promise<INodeExecutionData[]> {
	const first = nodeOf('Start', 'start');
	const node = nodeOf('Node', type, parameters, typeVersion);
	const workflow = new Workflow({
		id: 'bench',
		nodes: [first, node],
		connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes,
	});
	const run = await new WorkflowExecute(additionalData(workflow, target), 'trigger').run({
		workflow,
		startNode: first,
		pinData: { Start: items.map((json, item) => ({ json, pairedItem: { item } })) },
	});
	const { error, runData } = run.data.resultData;
	if (error) {
		throw new Error(`${error.message} ${error.description ?? ''}`);
	}
	return runData[node.name]?.[0]?.data?.main[0] ?? [];
}
