import { list } from '../../kinds/list';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { connectionRecord } from './connectionRecord';

export const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many document connections of invoice',
	description: 'List the documents that an accounting document is connected to',
	activity: 'listing the connections of accounting document {accountingDocumentId}',
	request: 'GET /v2/accountingdocuments/{accountingDocumentId}/connections',
	basis: 'connections [D]',
	path: { accountingDocumentId },
	record: connectionRecord,
	listName: 'connections',
	paged: false,
});
