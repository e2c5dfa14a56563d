import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';

import { bareDescription } from '../../../test/engine/support/nodeInEngine';
import { readPages, type ListPage } from './pages';

const url: INodeProperties = { displayName: 'URL', name: 'url', type: 'string', default: '' };

async function requested(node: IExecuteFunctions, options: IHttpRequestOptions): Promise<unknown> {
	const { httpRequestWithAuthentication: request } = node.helpers;
	return await request.call(node, 'accountingServiceApi', { ...options, json: true });
}

/**
 * The minimum inside n8n: only n8n's own request helper, called page by page, some at once, with every document as an
 * item. It checks no status, retries nothing, rounds long IDs, and assumes that the list does not change.
 */
export const helperReader: INodeType = {
	description: bareDescription('helperReader', [
		url,
		{ displayName: 'Width', name: 'width', type: 'number', default: 1 },
	]),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const list = String(this.getNodeParameter('url', 0));
		const width = Number(this.getNodeParameter('width', 0));
		const items: INodeExecutionData[] = [];
		const fetchPage = async (page: number) =>
			(await requested(this, { url: list, qs: { page, pageSize: 100 } })) as ListPage;
		await readPages(fetchPage, width, (documents) => {
			for (const json of documents) items.push({ json, pairedItem: { item: 0 } });
		});
		return [items];
	},
};

/**
 * The minimum for creating inside n8n: the request helper, called item by item with the body of the item. It checks
 * nothing, and ignores the response.
 */
export const helperWriter: INodeType = {
	description: bareDescription('helperWriter', [url]),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items: INodeExecutionData[] = [];
		for (const [item, { json }] of this.getInputData().entries()) {
			const list = String(this.getNodeParameter('url', item));
			const body = json.body as IDataObject;
			const answer = await requested(this, { method: 'POST', url: list, body });
			items.push({ json: { answer } as IDataObject, pairedItem: { item } });
		}
		return [items];
	},
};
