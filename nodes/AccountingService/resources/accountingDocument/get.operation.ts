import { oneRecord } from '../../kinds/oneRecord';
import { documentRecord } from '../../../shared/documents/documentRecord';
import { readRequest } from '../../once/readDocument';
import { accountingDocumentId } from './documentId';

export const get = oneRecord({
	name: 'Get',
	value: 'get',
	action: 'Get invoice or other document',
	description: 'Fetch one accounting document by its ID',
	activity: 'fetching accounting document {accountingDocumentId}',
	...readRequest,
	path: { accountingDocumentId },
	record: documentRecord,
	id: 'accountingDocumentId',
});
