import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { bareDescription } from './bareNode';
import { readPages, type ListPage } from './pages';

/**
 * The floor inside n8n: nothing but n8n's own request helper, called for one page after the other,
 * some at once, and every document pushed as an item. It looks at no status, retries nothing,
 * keeps no digits of long ids, and takes the list for one that stands still.
 */
export const helperLoopNode: INodeType = {
	description: bareDescription('helperLoop', {
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Width', name: 'width', type: 'number', default: 1 },
		],
	}),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const url = String(this.getNodeParameter('url', 0));
		const width = Number(this.getNodeParameter('width', 0));
		const items: INodeExecutionData[] = [];
		const fetchPage = async (page: number) =>
			(await this.helpers.httpRequestWithAuthentication.call(this, 'accountingServiceApi', {
				url,
				qs: { page, pageSize: 100 },
				json: true,
			})) as ListPage;
		await readPages(fetchPage, width, (documents) => {
			for (const json of documents) items.push({ json, pairedItem: { item: 0 } });
		});
		return [items];
	},
};
