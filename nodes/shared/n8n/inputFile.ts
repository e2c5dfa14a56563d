import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { namesIn } from '../fields/values';

/** A file of an input item, streamed again for each try. */
export interface InputFile {
	/** Without folders. */
	name: string;
	/** The media type that the previous node declared; application/octet-stream if it is invalid. */
	mimeType: string;
	/** Bytes. */
	size: number;
	/** Identifies the stored file, even after a retry of the execution. */
	key: string;
	read: () => AsyncIterable<Buffer>;
}

export const inputFieldName = 'binaryPropertyName';

const inputFieldLabel = (several: boolean) =>
	several ? 'Input Binary Fields' : 'Input Binary Field';

/** The form field with the names of binary fields. @param several whether one item may have several files */
export function fileProperty(several: boolean): INodeProperties {
	return {
		displayName: inputFieldLabel(several),
		name: inputFieldName,
		type: 'string',
		default: 'data',
		required: true,
		placeholder: several ? 'e.g. data or attachment_*' : 'e.g. data',
		...(several && { hint: 'For the attachments of an email, enter attachment_*' }),
		description: several
			? 'The names of the binary fields with the files, comma-separated. Use * as a wildcard at the end.'
			: 'The name of the binary field with the file',
	};
}

/**
 * The files in the named binary fields of an item.
 * @param names comma-separated; "attachment_*" matches every field that starts with "attachment_"
 * @param several as in the form
 * @throws ServiceError (badInput) for a field without a file, an empty file and a second file if there may be only one
 */
export async function inputFiles(
	host: IExecuteFunctions,
	itemIndex: number,
	names: unknown,
	several: boolean,
): Promise<InputFile[]> {
	const available = Object.keys(host.getInputData()[itemIndex]?.binary ?? {});
	const advice = availableFiles(available, several);
	const wanted = namesIn(names);
	const fields = wanted.flatMap((name) =>
		name.endsWith('*') ? available.filter((field) => field.startsWith(name.slice(0, -1))) : [name],
	);
	if (fields.length === 0) {
		refuseInput(
			inputFieldName,
			wanted.length === 0
				? `${inputFieldLabel(several)} is empty`
				: `The item has no file in a field that matches "${wanted.join(', ').slice(0, 80)}"`,
			advice,
		);
	}
	const files: InputFile[] = [];
	for (const field of new Set(fields)) files.push(await inputFile(host, itemIndex, field, advice));
	if (files.length > 1 && !several) {
		refuseInput(
			inputFieldName,
			`The item has ${files.length} files, but the node can send only one`,
			'Enter one field in Input Binary Field, or split the item first.',
		);
	}
	return files;
}

async function inputFile(
	host: IExecuteFunctions,
	itemIndex: number,
	field: string,
	advice: string,
): Promise<InputFile> {
	const binary = binaryOf(host, itemIndex, field, advice);
	const { id, data, fileName = field, mimeType } = binary;
	const name = fileName.replace(/^.*[\\/]/, '') || field;
	const stored = id === undefined ? Buffer.from(data, 'base64') : undefined;
	const size = stored?.length ?? (await host.helpers.getBinaryMetadata(String(id))).fileSize;
	if (size === 0) {
		refuseInput(inputFieldName, `The file "${name}" is empty`, 'Check the node that created it.');
	}
	return {
		name,
		mimeType: mediaTypeIn(mimeType),
		size,
		key:
			id ??
			createHash('sha256')
				.update(stored ?? '')
				.digest('hex'),
		async *read() {
			if (stored) yield stored;
			else yield* (await host.helpers.getBinaryStream(String(id))) as AsyncIterable<Buffer>;
		},
	};
}

/**
 * Validates an external media type. It is sent in a header, so only a type with parameters (RFC 9110, section 8.3.1) is
 * allowed: a line break would inject another header.
 */
export function mediaTypeIn(declared: unknown): string {
	const type = typeof declared === 'string' ? declared.trim() : '';
	return type.length <= longestType && mediaType.test(type) ? type : 'application/octet-stream';
}

const longestType = 255;

const mediaType =
	/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\w !#$&^.+:/-]*"))*$/;

function binaryOf(
	host: IExecuteFunctions,
	itemIndex: number,
	field: string,
	advice: string,
): IBinaryData {
	try {
		return host.helpers.assertBinaryData(itemIndex, field);
	} catch {
		return refuseInput(
			inputFieldName,
			`The item has no file in the field "${field.slice(0, 80)}"`,
			advice,
		);
	}
}

function availableFiles(available: string[], several: boolean): string {
	return available.length === 0
		? 'The item has no files. Check that the previous node outputs files.'
		: `Correct ${inputFieldLabel(several)}. The item has files in: ${available.slice(0, 20).join(', ')}.`;
}

export async function firstBytes({ read }: InputFile, count: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of read()) {
		chunks.push(chunk);
		size += chunk.length;
		if (size >= count) break;
	}
	return Buffer.concat(chunks).subarray(0, count);
}
