import { pageSizeLimits } from '../../../shared/client/settings';
import { tried } from '../../../shared/client/errors';
import { idOf } from '../../../shared/lists/ids';
import { bulk, type DeclaredBulk } from '../../kinds/bulk';
import type { OperationCall } from '../../operation';
import { searchDocuments } from '../../../shared/documents/sources';
import { accountingDocumentId } from './fields';
import { readDocument, readRequest } from '../../write/change';

async function canTellGone(call: OperationCall, ids: string[]): Promise<boolean> {
	const { minimum, maximum } = pageSizeLimits;
	const count = Math.min(minimum + ids.length, maximum);
	const search = searchDocuments(call.client, {}, []);
	const newest = await tried(async () => await search.fetch(0, count));
	if (newest.failure) return false;
	const listed = newest.value.records.map(idOf).filter((id) => id !== '');
	if (listed.length === 0 || listed.some((id) => ids.includes(id))) return false;
	const other = await tried(async () => await readDocument(call, listed[0]));
	return !other.failure && idOf(other.value) === listed[0];
}

type Own = Omit<DeclaredBulk, 'id' | 'request' | 'basis' | 'current'>;

/**
 * The bulk operation on accounting documents (docs/api/requests.md#bulk-operations). It changes only documents of the
 * input items.
 */
export const bulkOnDocuments = (own: Own) =>
	bulk({
		...own,
		request: 'POST /v2/bulk/accountingdocuments',
		basis: 'bulk-operations [D]',
		id: accountingDocumentId,
		current: {
			requests: [
				readRequest,
				{ route: 'POST /v2/search/accountingdocuments', basis: 'document-lists [S]' },
			],
			read: readDocument,
			canTellGone,
		},
	});
