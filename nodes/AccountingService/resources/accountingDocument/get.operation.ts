import { assumedRoutes } from '../../../shared/client/settings';
import { oneRecord } from '../../kinds/oneRecord';
import { documentRecord } from '../../../shared/documents/documentRecord';
import { accountingDocumentId } from './documentId';

export const get = oneRecord({
	name: 'Get',
	value: 'get',
	action: 'Get invoice or other document',
	description: 'Fetch one accounting document by its ID',
	activity: 'fetching accounting document {accountingDocumentId}',
	request: assumedRoutes.documentPath,
	basis: 'one-document [I]',
	assumption: 'The path; can be changed in the credential (Path of Get Document)',
	path: { accountingDocumentId },
	record: documentRecord,
	id: 'accountingDocumentId',
});
