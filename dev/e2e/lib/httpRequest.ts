import { credentialType } from './flow';

export const httpRequestType = 'n8n-nodes-base.httpRequest';
export const httpRequestVersion = 4.2;

/** n8n's own HTTP Request node with our credential. */
export const authenticated = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: credentialType,
};

/** Options by which it reads a list page by page, as its form allows. @param type where the page number is sent */
export const pagination = (type: 'qs' | 'body', mostPages?: number) => ({
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: { parameters: [{ type, name: 'page', value: '={{ $pageCount + 1 }}' }] },
			paginationCompleteWhen: 'other',
			completeExpression: '={{ $response.body.currentPage >= $response.body.pagesCount }}',
			...(mostPages !== undefined && { limitPagesFetched: true, maxRequests: mostPages }),
		},
	},
});

/** It reads the list of accounting documents. */
export const listByHttpRequest = (baseUrl: string, mostPages?: number) => ({
	...authenticated,
	url: `${baseUrl}/v2/accountingdocuments`,
	sendQuery: true,
	queryParameters: { parameters: [{ name: 'pageSize', value: '100' }] },
	options: pagination('qs', mostPages),
});
