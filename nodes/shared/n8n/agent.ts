import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI agent asked. Newer agents let n8n's engine run their tools as ordinary nodes, where
 * isToolExecution() is false; the node is then still of the type that n8n made for tools.
 */
export function isAskedByAgent(host: IExecuteFunctions): boolean {
	return host.isToolExecution() || host.getNode().type.endsWith('Tool');
}
