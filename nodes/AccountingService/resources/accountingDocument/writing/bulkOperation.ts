import { bulk, type DeclaredBulk } from '../../../kinds/bulk';
import { accountingDocumentId } from '../pathFields';
import { readDocument, readRequest } from './changing';

type Own = Omit<DeclaredBulk, 'id' | 'request' | 'basis' | 'current'>;

/** The bulk operation on accounting documents (facts 7). Only documents that an item names are concerned. */
export const bulkOnDocuments = (own: Own) =>
	bulk({
		...own,
		request: 'POST /v2/bulk/accountingdocuments',
		basis: 'facts 7 [D]',
		id: accountingDocumentId,
		current: { request: readRequest, read: readDocument },
	});
