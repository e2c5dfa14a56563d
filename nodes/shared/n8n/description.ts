import { NodeConnectionTypes, type NodeConnectionType } from 'n8n-workflow';

/**
 * The connection between nodes. n8n-workflow 1.82 and older lack `NodeConnectionTypes`. If a user's folder of community
 * nodes holds such a copy, the package loads it instead of n8n's own.
 */
export const mainConnection: NodeConnectionType =
	(NodeConnectionTypes as Partial<typeof NodeConnectionTypes> | undefined)?.Main ?? 'main';

/**
 * Hints for n8n's assistant and MCP server when they search for nodes, to spread into the description of the node. The
 * types of n8n 2.8 lack `builderHint`, and that version ignores it.
 * @param related why, by type
 */
export function searchHint(text: string, related: Readonly<Record<string, string>>): object {
	const relatedNodes = Object.entries(related).map(([nodeType, relationHint]) => ({
		nodeType,
		relationHint,
	}));
	return { builderHint: { searchHint: text, relatedNodes } };
}
