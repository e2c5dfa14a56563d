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

const text = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

const url = text('URL', 'url');

async function requested(node: IExecuteFunctions, options: IHttpRequestOptions): Promise<unknown> {
	const { httpRequestWithAuthentication: request } = node.helpers;
	return await request.call(node, 'accountingServiceApi', { ...options, json: true });
}

/**
 * The minimum inside n8n: only n8n's own request helper, called page by page, some at once, with every document as an
 * item, or only counted. It checks no status, retries nothing, rounds long IDs, and assumes that the list does not change.
 */
export const helperReader: INodeType = {
	description: bareDescription('helperReader', [
		url,
		{ displayName: 'Width', name: 'width', type: 'number', default: 1 },
		{ displayName: 'Counts', name: 'counts', type: 'boolean', default: false },
	]),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const list = String(this.getNodeParameter('url', 0));
		const width = Number(this.getNodeParameter('width', 0));
		const items: INodeExecutionData[] = [];
		const counts = this.getNodeParameter('counts', 0) === true;
		let documents = 0;
		const fetchPage = async (page: number) =>
			(await requested(this, { url: list, qs: { page, pageSize: 100 } })) as ListPage;
		await readPages(fetchPage, width, (found) => {
			documents += found.length;
			if (counts) return;
			for (const json of found) items.push({ json, pairedItem: { item: 0 } });
		});
		return [counts ? [{ json: { documents }, pairedItem: { item: 0 } }] : items];
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

const cells = [
	text('Amount', 'paymentAmount'),
	text('Currency', 'paymentCurrency'),
	text('Symbol', 'paymentSymbol'),
	text('Payment ID', 'paymentId'),
];

/** What n8n needs for the cells of payments: each expression, evaluated for each item, and no request. */
export const helperCells: INodeType = {
	description: bareDescription('helperCells', cells),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData().map((_, item) => ({
			json: Object.fromEntries(cells.map(({ name }) => [name, this.getNodeParameter(name, item)])),
			pairedItem: { item },
		}));
		return await Promise.resolve([items as INodeExecutionData[]]);
	},
};
