import { readFileSync } from 'node:fs';
import path from 'node:path';

import { credentialType, nodeType, toolType, triggerType, type StoredCredential } from './flow';
import { projectFolder } from './paths';
import type { WorkflowFile, WorkflowNode } from './types';

/** The node by which a person starts an example. */
export const manualTrigger = 'Execute Manually';

/** The folder that the examples name: that of n8n's Docker image. */
const filesFolder = '/home/node/.n8n-files';

/** A workflow from examples/, as a user imports it. @param folder to which n8n may write its files */
export function readExample(name: string, folder = filesFolder): WorkflowFile {
	const file = path.join(projectFolder, 'examples', `${name}.json`);
	return JSON.parse(readFileSync(file, 'utf8').replaceAll(filesFolder, folder)) as WorkflowFile;
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

/** Selects other credentials, in the nodes of one type. */
export function withCredentials(
	workflow: WorkflowFile,
	type: string,
	credentials: WorkflowNode['credentials'],
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.type === type ? { ...node, credentials } : node,
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

/** Turns the preview off that an example begins with, as its note says. */
export function withPreviewOff(workflow: WorkflowFile): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const options = node.parameters.options as { preview?: boolean } | undefined;
		if (options?.preview !== true) return node;
		return { ...node, parameters: { ...node.parameters, options: { ...options, preview: false } } };
	});
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

const assignmentsOf = ({ parameters }: WorkflowNode) =>
	(parameters.assignments as { assignments: Assignment[] } | undefined)?.assignments;

/** The values of an Edit Fields node, by field. */
export function fieldsOf(workflow: WorkflowFile, name: string): Record<string, unknown> {
	const assignments = assignmentsOf(nodeNamed(workflow, name)) ?? [];
	return Object.fromEntries(assignments.map((field) => [field.name, field.value]));
}

/** New values by the name of the node: of its parameters, or of the fields of an Edit Fields node. */
export type Changes = Record<string, Record<string, unknown>>;

/** What a user enters in the nodes of a workflow. */
export function withChanges(workflow: WorkflowFile, changes: Changes): WorkflowFile {
	return Object.entries(changes).reduce(
		(changed, [name, values]) =>
			withNode(changed, name, (node) => {
				const assignments = assignmentsOf(node)?.map((field) => ({
					...field,
					value: values[field.name] ?? field.value,
				}));
				const own = assignments ? { assignments: { assignments } } : values;
				return { parameters: { ...node.parameters, ...own } };
			}),
		workflow,
	);
}

export function nodeOfType(workflow: WorkflowFile, type: string): WorkflowNode {
	const node = workflow.nodes.find((candidate) => candidate.type === type);
	if (!node) throw new Error(`The workflow "${workflow.name}" has no node of the type ${type}.`);
	return node;
}

/**
 * A workflow whose first node waits for something, such as a mailbox. A Code node replaces it, and is started manually.
 */
export function behindManualTrigger(workflow: WorkflowFile, name: string): WorkflowFile {
	const code = { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode: '' } };
	const { nodes, connections } = withNode(workflow, name, () => code);
	const manual: WorkflowNode = {
		id: 'manual',
		name: manualTrigger,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [-400, 0],
		parameters: {},
	};
	const first = { main: [[{ node: name, type: 'main' as const, index: 0 }]] };
	return {
		...workflow,
		nodes: [...nodes, manual],
		connections: { ...connections, [manualTrigger]: first },
	};
}
