import { idLocator } from '../../kinds/declared';

export const accountingDocumentId = idLocator(
	'accountingDocumentId',
	'Document',
	'The accounting document, picked from the list or by its ID',
	'e.g. 10004567',
	'searchDocumentIds',
);
