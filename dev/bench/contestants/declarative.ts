import type { INodeType } from 'n8n-workflow';

import { bareDescription } from './bareNode';

/**
 * What a package would be that leaves paging to n8n: a description without code, with n8n's generic
 * pagination for declarative nodes.
 */
export const declarativeNode: INodeType = {
	description: bareDescription('declarative', {
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		requestOperations: {
			pagination: {
				type: 'generic',
				properties: {
					continue: '={{ $response.body.currentPage < $response.body.pagesCount }}',
					request: {
						qs: { page: '={{ ($response.body?.currentPage ?? 0) + 1 }}', pageSize: 100 },
					},
				},
			},
		},
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Get Many',
						value: 'getAll',
						action: 'Get many',
						routing: {
							request: { method: 'GET', url: '/v2/accountingdocuments' },
							send: { paginate: true },
							output: {
								postReceive: [
									{ type: 'rootProperty', properties: { property: 'accountingDocuments' } },
								],
							},
						},
					},
				],
				default: 'getAll',
			},
		],
	}),
};
