import { list } from '../../kinds/list';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { connectionRecord, connectionsRequest } from './connectionRecord';

export const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many document connections of invoice',
	description: 'List the documents that an accounting document is connected to',
	activity: 'listing the connections of accounting document {accountingDocumentId}',
	...connectionsRequest,
	path: { accountingDocumentId },
	record: connectionRecord,
	listName: 'connections',
	paged: false,
});
