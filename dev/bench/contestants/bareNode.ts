import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

/** What n8n wants to know of a node that is there for this comparison alone. */
export function bareDescription(
	name: string,
	more: Pick<INodeTypeDescription, 'properties'> & Partial<INodeTypeDescription>,
): INodeType['description'] {
	return {
		displayName: name,
		name,
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'accountingServiceApi', required: true }],
		...more,
	};
}
