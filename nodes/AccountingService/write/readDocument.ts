import { type Parser, type HttpResponse, readJson } from '../../shared/client/answer';
import { readRecord, type ServiceRecord, withExpectedId } from '../../shared/client/envelope';
import { fillPath, splitRoute } from '../../shared/client/route';
import { assumedRoutes } from '../../shared/client/settings';
import { documentFields } from '../../shared/documents/record';
import type { DeclaredRequest, OperationCall } from '../operation';
import { documentPath } from './locks';

export const readRequest: DeclaredRequest = {
	route: assumedRoutes.documentPath,
	basis: 'one-document [I]',
	assumption: 'The path; can be changed in the credential (Path of Get Document)',
};

/** @param parser {@link parseToSend} for a document to send back */
export async function readDocument(
	{ client }: OperationCall,
	id: string,
	parser?: Parser,
): Promise<ServiceRecord> {
	const { preview } = client;
	const created = preview?.createdAt(documentPath(id));
	if (created) return created;
	const { method, path } = splitRoute(client.routeFor(assumedRoutes.documentPath));
	const what = `fetching accounting document ${id}`;
	const ids = { accountingDocumentId: id };
	const read = (answer: HttpResponse) =>
		withExpectedId(readRecord(readJson(answer, what, parser), what, documentFields), id, what);
	const record = await client.request({ method, path: fillPath(path, ids), ids, what, read });
	return preview?.left(documentPath(id), record) ?? record;
}
