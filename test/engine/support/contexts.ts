/** n8n's own contexts for a node that no workflow executes. */
import { ExecuteContext, LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	createRunExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import type { CredentialStore } from './credentials';
import { additionalDataFor, nodeOf, nodeTypes } from './engine';

function alone(parameters: INodeParameters = {}, type?: INodeType) {
	const node = nodeOf('Node', 'accountingService', parameters);
	const own = { getByName: () => type, getByNameAndVersion: () => type };
	const types = type ? (own as unknown as INodeTypes) : nodeTypes;
	const workflow = new Workflow({
		...{ id: 'w', nodes: [node], connections: {}, active: false },
		nodeTypes: types,
	});
	return { node, workflow };
}

/** Of the node in an execution with one empty item. @param type in place of the node */
export function executeContext(
	credentials: CredentialStore,
	{ abort, type }: { abort?: AbortController; type?: INodeType } = {},
): ExecuteContext {
	const { node, workflow } = alone({}, type);
	const items = [{ json: {} }];
	return new ExecuteContext(
		workflow,
		node,
		additionalDataFor(credentials, workflow),
		'manual',
		createRunExecutionData(),
		0,
		items,
		{ main: [items] },
		{ node, data: {}, source: null },
		[],
		abort?.signal,
	);
}

/** Of a list of the form, as the editor opens it. */
export function loadOptionsContext(
	credentials: CredentialStore,
	parameters: INodeParameters = {},
): LoadOptionsContext {
	const { node, workflow } = alone(parameters);
	const data = { ...additionalDataFor(credentials, workflow), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, data, '');
}
