import { readFileSync } from 'node:fs';
import path from 'node:path';

import { credentialType, nodeType, toolType, triggerType, type StoredCredential } from './flow';
import { projectFolder } from './paths';
import type { WorkflowFile, WorkflowNode } from './types';

/** A workflow from examples/, as a user imports it. */
export function readExample(name: string): WorkflowFile {
	const file = path.join(projectFolder, 'examples', `${name}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;
}

/** Selects the credential in our nodes, as a user does after the import. */
export function withCredential(
	workflow: WorkflowFile,
	{ id, name }: StoredCredential,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		[nodeType, toolType, triggerType].includes(node.type)
			? { ...node, credentials: { [credentialType]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}

export function nodeNamed(workflow: WorkflowFile, name: string): WorkflowNode {
	const node = workflow.nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The workflow "${workflow.name}" has no node "${name}".`);
	return node;
}

/** The same workflow with one node changed. */
export function withNode(
	workflow: WorkflowFile,
	name: string,
	change: (node: WorkflowNode) => Partial<WorkflowNode>,
): WorkflowFile {
	const changed = nodeNamed(workflow, name);
	const nodes = workflow.nodes.map((node) =>
		node === changed ? { ...node, ...change(node) } : node,
	);
	return { ...workflow, nodes };
}

/** The same workflow with other parameters in the nodes of one type. */
export function withParameters(
	workflow: WorkflowFile,
	type: string,
	parameters: Record<string, unknown>,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.type === type ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
	return { ...workflow, nodes };
}

interface Assignment {
	name: string;
	value: unknown;
}

/** The values of an Edit Fields node, by field. */
export function fieldsOf({ nodes }: WorkflowFile, name: string): Record<string, unknown> {
	const node = nodes.find((one) => one.name === name);
	const { assignments } = node?.parameters.assignments as { assignments: Assignment[] };
	return Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
}

/** The same nodes with other values in the fields of one Edit Fields node. */
export function withFields(
	nodes: WorkflowNode[],
	name: string,
	values: Record<string, unknown>,
): WorkflowNode[] {
	return nodes.map((node) => {
		if (node.name !== name) return node;
		const { assignments } = node.parameters.assignments as { assignments: Assignment[] };
		const changed = assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value }));
		return { ...node, parameters: { ...node.parameters, assignments: { assignments: changed } } };
	});
}

export function nodeOfType(workflow: WorkflowFile, type: string): WorkflowNode {
	const node = workflow.nodes.find((candidate) => candidate.type === type);
	if (!node) throw new Error(`The workflow "${workflow.name}" has no node of the type ${type}.`);
	return node;
}

/**
 * A workflow whose first node waits for something, such as a mailbox. A Code node replaces it, returns the given items,
 * and is started manually.
 */
export function behindManualTrigger(
	workflow: WorkflowFile,
	name: string,
	jsCode: string,
): WorkflowFile {
	const start = 'Execute Manually';
	const nodes = workflow.nodes.map((node) =>
		node.name === name
			? { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } }
			: node,
	);
	const manual: WorkflowNode = {
		id: 'manual',
		name: start,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [-400, 0],
		parameters: {},
	};
	const first = { main: [[{ node: name, type: 'main' as const, index: 0 }]] };
	return {
		...workflow,
		nodes: [...nodes, manual],
		connections: { ...workflow.connections, [start]: first },
	};
}
