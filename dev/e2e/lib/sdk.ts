import { credentialType, type StoredCredential } from './flow';

/** A node as an assistant writes it. */
export interface SdkNode {
	name: string;
	type: string;
	version: number;
	parameters: Record<string, unknown>;
	/** The credential of our node, as n8n lists it. */
	credential?: StoredCredential;
}

/** Nodes in sequence after a manual trigger, in n8n's language for workflows of assistants. */
export function sdkWorkflow(name: string, nodes: SdkNode[]): string {
	const written = nodes.map((node, index) => `const node${index} = node(${nodeSource(node)});`);
	const chain = nodes.map((_, index) => `.to(node${index})`).join('');
	const start =
		"trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } })";
	return [
		"import { workflow, node, trigger, newCredential, expr } from '@n8n/workflow-sdk';",
		`const start = ${start};`,
		...written,
		`export default workflow('end-to-end', ${JSON.stringify(name)}).add(start)${chain};`,
	].join('\n');
}

function nodeSource({ name, type, version, parameters, credential }: SdkNode): string {
	const quoted = [credential?.name, credential?.id].map((text) => JSON.stringify(text)).join(', ');
	const credentials = credential && `{ ${credentialType}: newCredential(${quoted}) }`;
	const parts = [`name: ${JSON.stringify(name)}`, `parameters: ${source(parameters)}`];
	const config = `{ ${[...parts, ...(credentials ? [`credentials: ${credentials}`] : [])].join(', ')} }`;
	return `{ type: ${JSON.stringify(type)}, version: ${version}, config: ${config} }`;
}

/** A value in that language, in which an expression is a call. */
function source(value: unknown): string {
	if (typeof value === 'string' && value.startsWith('='))
		return `expr(${JSON.stringify(value.slice(1))})`;
	if (Array.isArray(value)) return `[${value.map(source).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const fields = Object.entries(value).map(
		([key, inner]) => `${JSON.stringify(key)}: ${source(inner)}`,
	);
	return `{ ${fields.join(', ')} }`;
}
