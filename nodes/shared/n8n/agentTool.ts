import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether the node runs as the tool of an AI agent. Newer agents run tools as ordinary nodes, for which isToolExecution()
 * is false. The node type still ends with "Tool" then.
 */
export function isAgentTool(host: IExecuteFunctions): boolean {
	return host.isToolExecution() || host.getNode().type.endsWith('Tool');
}
