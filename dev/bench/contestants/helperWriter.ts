import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { bareDescription } from './bareNode';

/**
 * The floor of writing inside n8n: n8n's own request helper, called for one item after the other with
 * the body that the item brings. It checks nothing, and compares nothing of what came back.
 */
export const helperWriterNode: INodeType = {
	description: bareDescription('helperWriter', {
		properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
	}),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items: INodeExecutionData[] = [];
		for (const [item, { json }] of this.getInputData().entries()) {
			const url = String(this.getNodeParameter('url', item));
			const body = json.body as IDataObject;
			const request = { method: 'POST', url, body, json: true } as const;
			const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(
				this,
				'accountingServiceApi',
				request,
			);
			items.push({ json: { answer } as IDataObject, pairedItem: { item } });
		}
		return [items];
	},
};
