import { readRecord, withExpectedId } from '../../../shared/client/envelope';
import { unexpected } from '../../../shared/client/answer';
import { fillPath, splitRoute } from '../../../shared/client/route';
import { documentRecord } from '../../../shared/documents/record';
import { requiredText } from '../../../shared/fields/readValue';
import { idOf } from '../../../shared/lists/ids';
import type { OperationCall } from '../../operation';
import { accountingDocumentId } from './documentId';
import { tokenRequest } from './permalinkToken';

const { name: field } = accountingDocumentId.property;

/**
 * Puts the ID of the linked document in place of the link in Document. That takes one request for each link.
 * @throws ServiceError (badInput) for an empty link; as the request
 */
export async function withLinkedDocument(call: OperationCall): Promise<OperationCall> {
	const { form, client, execution } = call;
	// n8n takes the token out of the link.
	const token = requiredText(form.get(field), field, accountingDocumentId.label);
	const key = `linked document ${client.connection.owner} ${token}`;
	const id = (execution.get(key) as string | undefined) ?? (await idOfToken(call, token));
	execution.set(key, id);
	const get = (name: string) => (name === field ? id : form.get(name));
	return { ...call, form: { ...form, get } };
}

async function idOfToken({ client }: OperationCall, token: string): Promise<string> {
	const what = 'fetching the accounting document with this link';
	const { method, path } = splitRoute(tokenRequest);
	const answer = await client.request({ method, path: fillPath(path, { token }), what });
	const record = readRecord(answer, what, documentRecord.fields);
	const id = idOf(withExpectedId(record, token, what, 'permalinkToken'));
	if (id !== '') return id;
	throw unexpected('The response had no document ID', what);
}
