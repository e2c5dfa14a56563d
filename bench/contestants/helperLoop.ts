import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { readPages, type ListPage } from './window';

/**
 * The floor inside n8n: nothing but n8n's own request helper, called for one page after the other
 * with a plain window, and every document pushed as an item. It looks at no status, retries nothing,
 * keeps no digits of long ids, and takes the list for one that stands still.
 */
export const helperLoopNode: INodeType = {
	description: {
		displayName: 'Helper Loop',
		name: 'helperLoop',
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name: 'Helper Loop' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'accountingServiceApi', required: true }],
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Window', name: 'window', type: 'number', default: 1 },
		],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const url = String(this.getNodeParameter('url', 0));
		const window = Number(this.getNodeParameter('window', 0));
		const items: INodeExecutionData[] = [];
		const fetchPage = async (page: number) =>
			(await this.helpers.httpRequestWithAuthentication.call(this, 'accountingServiceApi', {
				url,
				qs: { page, pageSize: 100 },
				json: true,
			})) as ListPage;
		await readPages(fetchPage, window, (documents) => {
			for (const json of documents) items.push({ json, pairedItem: { item: 0 } });
		});
		return [items];
	},
};
