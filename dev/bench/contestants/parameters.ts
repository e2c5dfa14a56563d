import type { INode } from 'n8n-workflow';

import {
	authenticated,
	httpRequestType,
	httpRequestVersion,
	listByHttpRequest,
} from '../../e2e/lib/httpRequest';
import type { NodeJob, ReadJob, WriteJob, WriteWork } from '../engine/job';

/** A node as it stands in a workflow; the credential is the same for all. */
export type Filled = Pick<INode, 'type' | 'typeVersion'> & { parameters: object };

const documentsPath = '/v2/accountingdocuments';
const bulkPath = '/v2/bulk/accountingdocuments';

const ours = (operation: string, parameters: object): Filled => ({
	type: 'accountingService',
	typeVersion: 1,
	parameters: { resource: 'accountingDocument', operation, ...parameters },
});

const theirs = (parameters: object): Filled => ({
	type: httpRequestType,
	typeVersion: httpRequestVersion,
	parameters,
});

const bare = (type: string, parameters: object): Filled => ({ type, typeVersion: 1, parameters });

/** The node that does the job, filled in as its user would. */
export function nodeFor(job: NodeJob): Filled {
	if (job.kind === 'read') return readerFor(job);
	if (job.kind === 'write') return writerFor(job);
	return ours('exportToFile', { format: job.format });
}

function readerFor({ contestant, width, target, simplify = false }: ReadJob): Filled {
	const { baseUrl } = target;
	if (contestant === 'node') {
		return ours('getAll', {
			returnAll: true,
			output: simplify ? 'simplified' : 'raw',
			options: width === 'default' ? {} : { parallelPages: width },
		});
	}
	if (contestant === 'helperLoop')
		return bare('helperLoop', { url: `${baseUrl}${documentsPath}`, width });
	if (contestant === 'declarative') return bare('declarative', {});
	if (contestant === 'httpRequest') return theirs(listByHttpRequest(baseUrl));
	throw new Error(`${contestant} is not a node`);
}

/** With the default of n8n's HTTP Request node, which sends the requests of all items at once. */
function writerFor({ contestant, work, target }: WriteJob): Filled {
	if (contestant === 'node') return ourWriter[work];
	const isDelete = work === 'delete' || work === 'deleteInBulk';
	const url = `${target.baseUrl}${isDelete ? bulkPath : documentsPath}`;
	if (contestant === 'helperLoop') return bare('helperWriter', { url });
	if (contestant !== 'httpRequest') throw new Error(`${contestant} writes nothing`);
	return theirs({
		...authenticated,
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json.body) }}',
	});
}

const line = { description: 'Chairs', qt: 2, vatRate: 21, vatRateType: 1 };
const head = { type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 };

/** An invoice of one line as it goes out. */
export const invoice = { ...head, lineItems: [{ ...line, unitPriceVatExcl: 100 }] };

/** The request that deletes one document. */
export const removal = (id: number) => ({ operation: 'remove', ids: [id] });

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

const id = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

const ourWriter: Record<WriteWork, Filled> = {
	create: ours('create', created),
	createUnlessThere: ours('create', {
		...created,
		createOptions: { ...created.createOptions, uniqueBy: 'orderNo', ifExists: 'return' },
	}),
	delete: ours('delete', { accountingDocumentId: id, options: { batchSize: 1 } }),
	deleteInBulk: ours('delete', { accountingDocumentId: id }),
};
