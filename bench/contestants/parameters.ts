import type { INode } from 'n8n-workflow';

import type { ReadJob } from '../engine/job';
import { httpRequestType, nodeOf } from '../engine/workflow';

const path = '/v2/accountingdocuments';

/** The node that does the job, filled in as its user would. */
export function nodeFor({ contestant, window, target, simplify = false }: ReadJob): INode {
	if (contestant === 'node') {
		return nodeOf('Read', 'accountingService', 1, {
			resource: 'accountingDocument',
			operation: 'getAll',
			returnAll: true,
			simplify,
			options: { parallelPages: window },
		});
	}
	if (contestant === 'declarative') return nodeOf('Read', 'declarative');
	if (contestant === 'helperLoop') {
		return nodeOf('Read', 'helperLoop', 1, { url: `${target.baseUrl}${path}`, window });
	}
	if (contestant === 'httpRequest')
		return nodeOf('Read', httpRequestType, 4.2, httpRequest(target));
	throw new Error(`${contestant} is not a node`);
}

const httpRequest = ({ baseUrl }: ReadJob['target']) => ({
	url: `${baseUrl}${path}`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'accountingServiceApi',
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
			},
		},
	},
});
