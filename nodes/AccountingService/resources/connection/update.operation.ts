import { readList } from '../../../shared/client/envelope';
import { ExactNumber, textFrom } from '../../../shared/client/json';
import { currentFrom, idField } from '../../kinds/declared';
import { replace } from '../../kinds/replace';
import { documentRecord } from '../../../shared/documents/documentRecord';
import { warnIfProcessed } from '../../send/previewedDocument';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { connectionFields, connectionsRequest } from './connectionRecord';

const connectedAccountingDocumentId = idField(
	'connectedAccountingDocumentId',
	'Connected Document ID',
	'The ID of the connected document',
	'e.g. 10004569',
	'To find it, run Document Connection → Get Many, and copy connectedAccountingDocumentId.',
);

export const update = replace({
	name: 'Update',
	value: 'update',
	action: 'Update document connection of invoice',
	description: 'Change the amount of a connection before the document is processed',
	activity: 'changing the connection to accounting document {connectedAccountingDocumentId}',
	route:
		'PUT /v2/accountingdocuments/{accountingDocumentId}/connections/{connectedAccountingDocumentId}',
	basis: 'connections [D]',
	path: { accountingDocumentId, connectedAccountingDocumentId },
	sentence:
		'Change the connection of {document} to document {connectedAccountingDocumentId}[ ({connectedAccountingDocumentNo})][: {changes}]',
	record: documentRecord,
	body: connectionFields,
	async prepare({ call, ids: { accountingDocumentId: id, connectedAccountingDocumentId: other } }) {
		await warnIfProcessed(call, id);
		return { body: { connectedAccountingDocumentId: new ExactNumber(other) } };
	},
	whereToLook: 'Look at the connections of the document',
	// The service has no request for a single connection.
	current: currentFrom(connectionsRequest, (answer, ids, activity) =>
		readList(answer, activity, 'connections').records.find(
			(one) => textFrom(one.connectedAccountingDocumentId) === ids.connectedAccountingDocumentId,
		),
	),
});
