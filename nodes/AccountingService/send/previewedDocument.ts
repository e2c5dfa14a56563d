import type { IDataObject } from 'n8n-workflow';

import { toResult } from '../../shared/client/errors';
import { contactName } from '../../shared/documents/contactFields';
import type { OperationCall } from '../operation';
import { readDocument } from '../once/readDocument';

/** More would cost a request each, although the run reads none of them. */
const maxRead = 100;

/**
 * For a preview: the document that an operation would change without reading it.
 * @returns its number, contact and total; only the ID if it cannot be read, or after 100 documents
 */
export async function documentOf(call: OperationCall, id: string): Promise<IDataObject> {
	const read = Number(call.execution.get('previewedDocuments') ?? 0);
	if (read >= maxRead) return { id, note: `Only the first ${maxRead} documents were read.` };
	call.execution.set('previewedDocuments', read + 1);
	const found = await toResult(async () => await readDocument(call, id));
	if (found.failure?.kind === 'cancelled') throw found.failure;
	if (found.failure)
		return { id, note: `The document could not be read: ${found.failure.message}` };
	const { accountingDocumentNo, contact, total, currency, state } = found.value;
	return {
		id,
		accountingDocumentNo,
		contactName: contactName(contact),
		...{ total, currency, state },
	} as IDataObject;
}
