import { readFileSync } from 'node:fs';
import path from 'node:path';

import { credentialType, nodeType, triggerType, type StoredCredential } from './flow';
import { projectFolder } from './paths';
import type { WorkflowFile, WorkflowNode } from './types';

/** A workflow from examples/, as a user imports it. */
export function readExample(name: string): WorkflowFile {
	const file = path.join(projectFolder, 'examples', `${name}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;
}

/** What a user does after importing: select the credential in our nodes. */
export function withCredential(
	workflow: WorkflowFile,
	{ id, name }: StoredCredential,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		[nodeType, triggerType].includes(node.type)
			? { ...node, credentials: { [credentialType]: { id, name } } }
			: node,
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

export function nodeOfType(workflow: WorkflowFile, type: string): WorkflowNode {
	const node = workflow.nodes.find((candidate) => candidate.type === type);
	if (!node) throw new Error(`The workflow "${workflow.name}" has no node of the type ${type}.`);
	return node;
}
