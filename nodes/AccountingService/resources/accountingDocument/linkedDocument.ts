import { readRecord, withExpectedId } from '../../../shared/client/envelope';
import { unexpected } from '../../../shared/client/answer';
import { type ServiceError, toResult } from '../../../shared/client/errors';
import { documentRecord } from '../../../shared/documents/documentRecord';
import { requiredText } from '../../../shared/fields/readValue';
import { idOf } from '../../../shared/lists/ids';
import { oncePerExecution } from '../../once/perExecution';
import type { OperationCall } from '../../operation';
import { accountingDocumentId } from './documentId';
import { tokenRequest } from './permalinkToken';

const { name: field } = accountingDocumentId.property;

/**
 * Puts the ID of the linked document in place of the link in Document. That takes one request for each link.
 * @throws ServiceError (badInput) for an empty link; as the request
 */
export async function withLinkedDocument(call: OperationCall): Promise<OperationCall> {
	const { form } = call;
	// n8n takes the token out of the link.
	const token = requiredText(form.get(field), field, accountingDocumentId.label);
	const id = await oncePerExecution(
		call,
		`linked document ${token}`,
		async () => await idOfToken(call, token),
	);
	const { entered, timeZone } = form;
	const get = (name: string) => (name === field ? id : form.get(name));
	const isBlank = (name: string) => form.isBlank(name);
	return { ...call, form: { entered, timeZone, get, isBlank } };
}

async function idOfToken({ client }: OperationCall, token: string): Promise<string> {
	const activity = 'fetching the accounting document with this link';
	const target = client.target(tokenRequest.route, { token });
	const answer = await toResult(async () => await client.request({ ...target, activity }));
	if (answer.failure?.kind === 'notFound') throw withoutToken(answer.failure);
	if (answer.failure) throw answer.failure;
	const record = readRecord(answer.value, activity, documentRecord.fields);
	const id = idOf(withExpectedId(record, token, activity, 'permalinkToken'));
	if (id !== '') return id;
	throw unexpected('The response had no document ID', activity);
}

/** The path of a token is published, so a link that the service does not find is the wrong link. */
const withoutToken = (failure: ServiceError) =>
	failure.inWordsOfForm('This link does not end with the permalink token of a document', {
		description: 'Enter a permalink, or choose By ID.',
		fields: [field],
	});
