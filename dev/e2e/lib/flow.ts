import { unknownParameters } from '../../scripts/formParameters';
import type { ConnectionType, CredentialFile, WorkflowFile, WorkflowNode } from './types';

export const packageName = 'n8n-nodes-accounting-service';
export const nodeType = `${packageName}.accountingService`;
/** What n8n makes of our node for agents and MCP clients. */
export const toolType = `${nodeType}Tool`;
export const triggerType = `${packageName}.accountingServiceTrigger`;
export const credentialType = 'accountingServiceApi';

/** Every workflow of the tests starts with this node. */
export const trigger = 'Start';

export type NodeSketch = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & Partial<WorkflowNode>;

export interface StoredCredential {
	id: string;
	name: string;
}

/** Our node; `more` sets node settings such as onError. @throws Error for a parameter that its form does not have */
export function ourNode(
	credential: StoredCredential,
	parameters: Record<string, unknown>,
	more: Partial<WorkflowNode> = {},
): NodeSketch {
	const { id, name } = credential;
	const unknown = unknownParameters(parameters, more.type === triggerType ? 'trigger' : 'node');
	if (unknown.length > 0) throw new Error(`Our node has no parameter ${unknown.join(', ')}`);
	return {
		name: 'Service',
		type: nodeType,
		typeVersion: 1,
		parameters,
		credentials: { [credentialType]: { id, name } },
		...more,
	};
}

/** A node that outputs the given items, so that the next one has several input items. */
export function items(list: Array<Record<string, unknown>>): NodeSketch {
	return {
		name: 'Items',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: `return ${JSON.stringify(list)}.map((json) => ({ json }));` },
	};
}

/** Nodes in sequence after a manual trigger. */
export function chain(name: string, ...sketches: NodeSketch[]): WorkflowFile {
	const start: NodeSketch = { name: trigger, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const nodes = [start, ...sketches].map((sketch, index): WorkflowNode => ({
		id: `node-${index}`,
		typeVersion: 1,
		position: [index * 220, 0],
		...sketch,
	}));
	const connections: WorkflowFile['connections'] = {};
	nodes.slice(1).forEach((node, index) => {
		const before = nodes[index];
		if (before)
			connections[before.name] = { main: [[{ node: node.name, type: 'main', index: 0 }]] };
	});
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** The workflow with further nodes that serve others of it, such as the tools of an agent. */
export function withServing(
	workflow: WorkflowFile,
	type: ConnectionType,
	sketches: NodeSketch[],
	...served: string[]
): WorkflowFile {
	const nodes = sketches.map((sketch, index): WorkflowNode => ({
		id: sketch.name,
		typeVersion: 1,
		position: [200 * index, 250],
		...sketch,
	}));
	const links = { [type]: [served.map((node) => ({ node, type, index: 0 }))] };
	const connections = Object.fromEntries(sketches.map(({ name }) => [name, links]));
	return {
		...workflow,
		nodes: [...workflow.nodes, ...nodes],
		connections: { ...workflow.connections, ...connections },
	};
}

/** A credential as n8n imports it, with a fixed ID that workflows can name. */
export function credentialFile(
	id: string,
	name: string,
	data: { baseUrl: string; appId: string; appSecret: string } & Record<string, unknown>,
): CredentialFile {
	return { id, name, type: credentialType, data };
}
