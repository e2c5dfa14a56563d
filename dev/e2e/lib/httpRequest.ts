import { credentialType } from './flow';

export const httpRequestType = 'n8n-nodes-base.httpRequest';
export const httpRequestVersion = 4.2;

/** n8n's own HTTP Request node with our credential. */
export const authenticated = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: credentialType,
};

/** It reads the list of accounting documents page by page, as its form allows. */
export function listByHttpRequest(baseUrl: string, mostPages?: number): Record<string, unknown> {
	return {
		...authenticated,
		url: `${baseUrl}/v2/accountingdocuments`,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'pageSize', value: '100' }] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: '={{ $response.body.currentPage >= $response.body.pagesCount }}',
					...(mostPages !== undefined && { limitPagesFetched: true, maxRequests: mostPages }),
				},
			},
		},
	};
}
