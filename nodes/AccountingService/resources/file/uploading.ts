import type { IDataObject } from 'n8n-workflow';

import { writtenReader, type ServiceRecord } from '../../../shared/client/envelope';
import type { ServiceCall } from '../../../shared/client/client';
import { type ServiceError, toResult } from '../../../shared/client/errors';
import { idOf } from '../../../shared/lists/ids';
import { someInWords } from '../../../shared/fields/values';
import { multipart, quotedName } from '../../../shared/client/multipart';
import type { InputFile } from '../../../shared/n8n/inputFile';
import type { DeclaredRequest, OperationCall } from '../../operation';
import { unclearResponse } from '../../once/unknownOutcome';
import { typeOf } from './types';

export const uploadRequest: DeclaredRequest = { route: 'POST /v2/uploads', basis: 'uploads [C]' };

/** A file in the service. */
interface UploadedFile {
	id: string;
	name: string;
	mimeType: string;
	size: number;
	/** The response of the service, or only the ID if the file was uploaded before. */
	answer: ServiceRecord;
}

/**
 * Uploads each file once, in order, because the service keeps duplicates (docs/api/requests.md#uploads). The execution
 * remembers the IDs until the operation succeeds, so that a retry uses them again.
 * @throws ServiceError (badInput) for a wrong type before the first request; later failures list the uploaded files
 */
export async function uploadFiles(
	call: OperationCall,
	files: InputFile[],
): Promise<UploadedFile[]> {
	const types = new Map<InputFile, string>();
	for (const file of files) types.set(file, await typeOf(file));
	const kept = keptIds(call);
	if (call.preview) call.preview.words.files = someInWords(files.map(({ name }) => name));
	const uploaded: UploadedFile[] = [];
	for (const file of files) {
		const known = { name: file.name, mimeType: types.get(file) ?? '', size: file.size };
		const before = kept[uploadKey(call, file)];
		if (typeof before === 'string') {
			uploaded.push({ ...known, id: before, answer: { id: before } });
			continue;
		}
		const result = await toResult(async () => await uploadFile(call, file, known.mimeType));
		if (result.failure) throw withFiles(result.failure, uploaded);
		const answer = result.value;
		if (!call.preview) kept[uploadKey(call, file)] = idOf(answer);
		uploaded.push({ ...known, id: idOf(answer), answer });
	}
	return uploaded;
}

/** Call it after the operation has succeeded. The same file can then be uploaded again. */
export function forgetFiles(call: OperationCall, files: InputFile[]): void {
	const kept = keptIds(call);
	for (const file of files) delete kept[uploadKey(call, file)];
}

/** Adds the uploaded files to a failure. */
export function withFiles(failure: ServiceError, uploaded: UploadedFile[]): ServiceError {
	if (uploaded.length === 0) return failure;
	const listedFiles = uploaded.slice(0, 20).map(({ id, name }) => `${id} (${name.slice(0, 60)})`);
	const more =
		uploaded.length > listedFiles.length ? ` and ${uploaded.length - listedFiles.length} more` : '';
	return failure.addAdvice(
		`Already uploaded: File ID ${listedFiles.join(', ')}${more}. A retry of this execution uses them again.`,
	);
}

/** n8n keeps this with the execution, even for retries. */
function keptIds({ host }: OperationCall): IDataObject {
	const context = host.getContext('node');
	context.uploadedFiles ??= {};
	return context.uploadedFiles as IDataObject;
}

const uploadKey = ({ client }: OperationCall, { key, name }: InputFile) =>
	`${client.connection.organization} ${key} ${name}`;

async function uploadFile(
	call: OperationCall,
	file: InputFile,
	mimeType: string,
): Promise<ServiceRecord> {
	const request = uploadOf(call, file, mimeType);
	if (call.preview) {
		// A stand-in for the ID, so that the request with it can be shown too.
		const prepared = await call.client.prepare(request);
		const body = `${file.name} (${mimeType}, ${file.size} bytes)`;
		call.preview.earlier.push({ ...prepared, body });
		return { id: `(ID of ${file.name})` };
	}
	const made = await call.client.request(request);
	if (made && /^\d+$/.test(idOf(made))) return made;
	// The file may exist, but cannot be used without its ID.
	throw unclearResponse(request, 'The response had no file ID');
}

function uploadOf(
	{ client }: OperationCall,
	file: InputFile,
	mimeType: string,
): ServiceCall<ServiceRecord | undefined> {
	const activity = `uploading the file "${file.name.slice(0, 80)}"`;
	const disposition = `form-data; name="file"; filename=${quotedName(file.name)}`;
	const headers = { 'Content-Disposition': disposition, 'Content-Type': mimeType };
	const content = { length: file.size, read: file.read };
	return {
		...client.target(uploadRequest.route),
		content: multipart('form-data', [{ headers, content }]),
		activity,
		whereToLook: 'Look at the newest files in the service',
		read: writtenReader({ activity, fields: {} }),
	};
}
