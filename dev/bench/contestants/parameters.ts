import type { INode } from 'n8n-workflow';

import {
	authenticated,
	httpRequestType,
	httpRequestVersion,
	listByHttpRequest,
} from '../../e2e/lib/httpRequest';
import type { CreateJob, MatchJob, NodeJob, ReadJob, Target } from '../engine/job';

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
	if (job.kind === 'match') return matcherFor(job);
	if (job.kind === 'delete') {
		const { preview } = job;
		return ours('delete', { ...deleted, options: { preview } });
	}
	// As many pages at once as an export reads.
	if (job.contestant === 'helperLoop') return helperReader(job.target, { width: 8, counts: true });
	return ours('exportToFile', { format: job.format });
}

const helperReader = ({ baseUrl }: Target, parameters: object): Filled =>
	bare('helperReader', { url: `${baseUrl}${documentsPath}`, ...parameters });

function readerFor({ contestant, width, target }: ReadJob): Filled {
	if (contestant === 'node') {
		return ours('getAll', {
			returnAll: true,
			options: { output: 'raw', ...(width !== 'default' && { parallelPages: width }) },
		});
	}
	if (contestant === 'helperLoop') return helperReader(target, { width });
	return {
		type: httpRequestType,
		typeVersion: httpRequestVersion,
		parameters: listByHttpRequest(target.baseUrl),
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
	options: {
		lineItemsJson: JSON.stringify([{ ...line, price: 100 }]),
		output: 'raw',
	},
};

const deleted = { accountingDocumentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };

/** The row of a bank file. */
const cells = {
	paymentAmount: '={{ $json.amount }}',
	paymentCurrency: '={{ $json.currency }}',
	paymentSymbol: '={{ $json.symbol }}',
	paymentId: '={{ $json.id }}',
};

const matcherFor = ({ contestant }: MatchJob): Filled =>
	contestant === 'node'
		? ours('matchPayments', { ...cells, money: 'incoming' })
		: bare('helperCells', cells);

const uniqueBy = {
	...created,
	options: { ...created.options, uniqueBy: 'orderNo' },
};

const creatorFor = ({ contestant, target }: CreateJob): Filled => {
	if (contestant === 'node') return ours('create', created);
	if (contestant === 'uniqueBy') return ours('create', uniqueBy);
	if (contestant === 'preview') {
		return ours('create', { ...uniqueBy, options: { ...uniqueBy.options, preview: true } });
	}
	return bare('helperWriter', { url: urlFor(contestant, `${target.baseUrl}${documentsPath}`) });
};

const posting = (url: string, jsonBody: string): Filled => ({
	type: httpRequestType,
	typeVersion: httpRequestVersion,
	parameters: {
		...{ ...authenticated, method: 'POST', url },
		...{ sendBody: true, specifyBody: 'json', jsonBody },
	},
});

/** What a user builds without this package: a search for the order number of a row, then its creation. */
export const searchThenCreate = ({ baseUrl }: Target): Filled[] => [
	posting(
		`${baseUrl}/v2/search/accountingdocuments`,
		'={{ { searchText: $json.orderNo, page: 1, pageSize: 10 } }}',
	),
	posting(`${baseUrl}${documentsPath}`, '={{ $json.body }}'),
];

/** The same, from an expression like the one of the node. */
const urlFor = (contestant: CreateJob['contestant'], url: string): string =>
	contestant === 'expressionLoop' ? `={{ $json.orderNo && '${url}' }}` : url;
