import type { INode } from 'n8n-workflow';

import { httpRequestType, httpRequestVersion, listByHttpRequest } from '../../e2e/lib/httpRequest';
import type { CreateJob, NodeJob, ReadJob } from '../engine/job';

/** A node of a workflow; all have the same credential. */
export type Filled = Pick<INode, 'type' | 'typeVersion'> & { parameters: object };

const documentsPath = '/v2/accountingdocuments';

const ours = (operation: string, parameters: object): Filled => ({
	type: 'accountingService',
	typeVersion: 1,
	parameters: { resource: 'accountingDocument', operation, ...parameters },
});

const bare = (type: string, parameters: object): Filled => ({ type, typeVersion: 1, parameters });

/** The node for the job, with a user's values. */
export function nodeFor(job: NodeJob): Filled {
	if (job.kind === 'read') return readerFor(job);
	if (job.kind === 'create') return creatorFor(job);
	return ours('exportToFile', { format: job.format });
}

function readerFor({ contestant, width, target: { baseUrl } }: ReadJob): Filled {
	if (contestant === 'node') {
		return ours('getAll', {
			returnAll: true,
			output: 'raw',
			options: width === 'default' ? {} : { parallelPages: width },
		});
	}
	if (contestant === 'helperLoop')
		return bare('helperReader', { url: `${baseUrl}${documentsPath}`, width });
	return {
		type: httpRequestType,
		typeVersion: httpRequestVersion,
		parameters: listByHttpRequest(baseUrl),
	};
}

const line = { description: 'Chairs', qt: 2, vatRate: 21, vatRateType: 1 };
const head = { type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 };

/** The request of the bare writer for an item: an invoice of one line. */
export const invoice = { ...head, lineItems: [{ ...line, unitPriceVatExcl: 100 }] };

/** The form that sends {@link invoice}. */
const created = {
	type: head.type,
	currency: head.currency,
	additionalFields: { orderNo: '={{ $json.orderNo }}' },
	createOptions: {
		lineItemsJson: JSON.stringify([{ ...line, price: 100 }]),
		output: 'raw',
	},
};

const creatorFor = ({ contestant, target }: CreateJob): Filled =>
	contestant === 'node'
		? ours('create', created)
		: bare('helperWriter', { url: urlFor(contestant, `${target.baseUrl}${documentsPath}`) });

/** The same, from an expression like the one of the node. */
const urlFor = (contestant: CreateJob['contestant'], url: string): string =>
	contestant === 'expressionLoop' ? `={{ $json.orderNo && '${url}' }}` : url;
