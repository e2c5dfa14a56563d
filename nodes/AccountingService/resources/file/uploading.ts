import type { IDataObject } from 'n8n-workflow';

import { writtenReader, type ServiceRecord } from '../../../shared/client/envelope';
import { ServiceError, tried } from '../../../shared/client/errors';
import { multipart, quotedName } from '../../../shared/client/multipart';
import type { InputFile } from '../../../shared/n8n/inputFile';
import type { DeclaredRequest, OperationCall } from '../../operation';
import { typeOf } from './types';

export const uploadRequest: DeclaredRequest = { route: 'POST /v2/uploads', basis: 'uploads [C]' };

/** A file that the service has. */
export interface UploadedFile {
	id: string;
	name: string;
	mimeType: string;
	size: number;
	/** What the service answered; nothing more than the id for one that it had already. */
	answer: ServiceRecord;
}

/**
 * Uploads files in order, once each: the service keeps every file that it is sent, also the same one twice
 * (docs/api/requests.md#uploads). The ids are kept with the execution until what they are for has succeeded, so that a
 * repeat uses them again.
 * @throws ServiceError before anything is sent for a type that the service does not take; later one that names
 * the files that it has
 */
export async function uploadFiles(
	call: OperationCall,
	files: InputFile[],
): Promise<UploadedFile[]> {
	const types = new Map<InputFile, string>();
	for (const file of files) types.set(file, await typeOf(file));
	const kept = keptIds(call);
	const uploaded: UploadedFile[] = [];
	for (const file of files) {
		const known = { name: file.name, mimeType: types.get(file) ?? '', size: file.size };
		const before = kept[keyOf(file)];
		if (typeof before === 'string') {
			uploaded.push({ ...known, id: before, answer: { id: before } });
			continue;
		}
		const result = await tried(async () => await uploadFile(call, file, known.mimeType));
		if (result.failure) throw withFiles(result.failure, uploaded);
		const answer = result.value;
		kept[keyOf(file)] = String(answer.id);
		uploaded.push({ ...known, id: String(answer.id), answer });
	}
	return uploaded;
}

/** To be called when what the files are for has succeeded: the same file may then be uploaded for another purpose. */
export function forgetFiles(call: OperationCall, files: InputFile[]): void {
	const kept = keptIds(call);
	for (const file of files) delete kept[keyOf(file)];
}

/** A failure that names the files that the service has by now. */
export function withFiles(failure: ServiceError, uploaded: UploadedFile[]): ServiceError {
	if (uploaded.length === 0) return failure;
	const listedFiles = uploaded.slice(0, 20).map(({ id, name }) => `${id} (${name.slice(0, 60)})`);
	const more =
		uploaded.length > listedFiles.length ? ` and ${uploaded.length - listedFiles.length} more` : '';
	return failure.and(
		`Uploaded already, and used again when this execution is tried again: File ID ${listedFiles.join(', ')}${more}.`,
	);
}

/** Kept by n8n with the execution, through its tries and a retry of a saved execution. */
function keptIds({ host }: OperationCall): IDataObject {
	const context = host.getContext('node');
	context.uploadedFiles ??= {};
	return context.uploadedFiles as IDataObject;
}

const keyOf = ({ key, name }: InputFile) => `${key} ${name}`;

async function uploadFile(
	{ client }: OperationCall,
	file: InputFile,
	mimeType: string,
): Promise<ServiceRecord> {
	const what = `uploading the file "${file.name.slice(0, 80)}"`;
	const disposition = `form-data; name="file"; filename=${quotedName(file.name)}`;
	const headers = { 'Content-Disposition': disposition, 'Content-Type': mimeType };
	const content = { length: file.size, read: file.read };
	const whereToLook = 'Look at the newest files in the service';
	const made = await client.request({
		method: 'POST',
		path: '/v2/uploads',
		content: multipart('form-data', [{ headers, content }]),
		what,
		whereToLook,
		read: writtenReader({ what, fields: {} }),
	});
	const record = made ?? {};
	if (/^\d+$/.test(String(record.id))) return record;
	// The file may be there, but without its number nothing can be done with it.
	throw new ServiceError('notTheService', 'An answer without the ID of the file', {
		description: '',
	}).outcomeUnknown('POST /v2/uploads', what, whereToLook);
}
