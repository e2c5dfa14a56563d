import { readList } from '../../../shared/client/envelope';
import { documentRecord } from '../../../shared/documents/fields';
import { currentFrom, idField } from '../../kinds/declared';
import { list } from '../../kinds/list';
import { replace } from '../../kinds/replace';
import type { Resource } from '../../operation';
import { accountingDocumentId } from '../accountingDocument/pathFields';
import { connectionFields, connectionRecord } from './fields';

const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many document connections of invoice',
	description: 'List the documents that an accounting document is connected to',
	doing: 'listing the connections of accounting document {accountingDocumentId}',
	request: 'GET /v2/accountingdocuments/{accountingDocumentId}/connections',
	basis: 'connections [D]',
	path: { accountingDocumentId },
	record: connectionRecord,
	listName: 'connections',
	paged: false,
});

const connectedAccountingDocumentId = idField(
	'connectedAccountingDocumentId',
	'Connected Document ID',
	'The ID of the connected document. Get Many returns it.',
	'e.g. 10004569',
);

const update = replace({
	name: 'Update',
	value: 'update',
	action: 'Update document connection of invoice',
	description: 'Change the amount of a connection before the document is processed',
	doing: 'changing the connection to accounting document {connectedAccountingDocumentId}',
	request:
		'PUT /v2/accountingdocuments/{accountingDocumentId}/connections/{connectedAccountingDocumentId}',
	basis: 'connections [D]',
	path: { accountingDocumentId, connectedAccountingDocumentId },
	record: documentRecord,
	body: connectionFields,
	repeats: ['connectedAccountingDocumentId'],
	whereToLook: 'Look at the connections of the document',
	// The service has no request for a single connection.
	current: currentFrom(
		{
			route: 'GET /v2/accountingdocuments/{accountingDocumentId}/connections',
			basis: 'connections [D]',
		},
		(answer, ids, what) =>
			readList(answer, what).records.find(
				(one) => String(one.connectedAccountingDocumentId) === ids.connectedAccountingDocumentId,
			),
	),
});

export const connection: Resource = {
	option: {
		name: 'Document Connection',
		value: 'connection',
		description: 'Amounts that one document takes from another, such as an invoice from an advance',
	},
	operations: [getAll, update],
	defaultOperation: 'getAll',
};
