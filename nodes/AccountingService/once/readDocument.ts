import { type Parser, type HttpResponse, readJson } from '../../shared/client/answer';
import { optionally } from '../../shared/client/errors';
import { readRecord, type ServiceRecord, withExpectedId } from '../../shared/client/envelope';
import { documentFields } from '../../shared/documents/documentRecord';
import { assumedRequest, type OperationCall } from '../operation';
import { documentPath, withRecords } from './locks';

export const readRequest = assumedRequest('documentPath', 'one-document [I]');

/** @param parser {@link parseToSend} for a document to send back */
export async function readDocument(
	call: OperationCall,
	id: string,
	parser?: Parser,
): Promise<ServiceRecord> {
	const { client } = call;
	const { preview } = client;
	const created = preview?.createdAt(documentPath(id));
	if (created) return remembered(call, id, created);
	const activity = `fetching accounting document ${id}`;
	const target = client.target(readRequest.route, { accountingDocumentId: id });
	const read = (answer: HttpResponse) =>
		withExpectedId(
			readRecord(readJson(answer, activity, parser), activity, documentFields),
			id,
			activity,
		);
	const record = await client.request({ ...target, activity, read });
	return remembered(call, id, preview?.left(documentPath(id), record) ?? record);
}

/**
 * Waits until other executions of this process have finished changing a document, and reads it. An execution that has
 * locked the record would wait for itself.
 */
export const readAfterChanges: typeof readDocument = async (call, id, parser) =>
	await withRecords(call, [documentPath(id)], async () => await readDocument(call, id, parser));

/** For a preview, which names the documents of its items. */
function remembered({ preview }: OperationCall, id: string, record: ServiceRecord): ServiceRecord {
	if (preview && !preview.documents.has(id)) preview.documents.set(id, record);
	return record;
}

/** @returns undefined, with a hint, if the document cannot be read; @throws ServiceError (cancelled) */
export async function checkedDocument(
	call: OperationCall,
	id: string,
	before: string,
): Promise<ServiceRecord | undefined> {
	const read = await optionally(async () => await readDocument(call, id));
	if (!read.failure) return read.value;
	// The preview does not read it again: there, it would have to.
	call.preview?.documents.set(id, undefined);
	call.hint(
		`The node could not check document ${id} before ${before}. Look at it in the service.`,
		'notChecked',
	);
	return undefined;
}
