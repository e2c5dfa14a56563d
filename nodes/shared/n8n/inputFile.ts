import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../client/errors';

/** A file of an input item, which is read as a stream and as often as it is sent. */
export interface InputFile {
	/** The field of the item that holds it. */
	field: string;
	/** Without folders. */
	name: string;
	/** A media type as the node before has declared it, which may be wrong; application/octet-stream for what is none. */
	mimeType: string;
	/** Bytes. */
	size: number;
	/** The same for the same stored file, also when an execution is tried again. */
	key: string;
	read: () => AsyncIterable<Buffer>;
}

export const inputFieldName = 'binaryPropertyName';

/** The field of a form that names files of the item. @param several whether one item may bring several */
export function fileProperty(several: boolean): INodeProperties {
	return {
		displayName: several ? 'Input Binary Fields' : 'Input Binary Field',
		name: inputFieldName,
		type: 'string',
		default: 'data',
		required: true,
		placeholder: several ? 'e.g. data or attachment_*' : 'e.g. data',
		description: several
			? 'The fields of the input item that hold the files, comma-separated; an asterisk stands for any ending'
			: 'The field of the input item that holds the file',
	};
}

/**
 * The files of an item that the form names.
 * @param names comma-separated; "attachment_*" is every field that begins so
 * @throws ServiceError (badInput) for a field without a file, and for a file without content
 */
export async function inputFiles(
	host: IExecuteFunctions,
	itemIndex: number,
	names: unknown,
): Promise<InputFile[]> {
	const held = Object.keys(host.getInputData()[itemIndex]?.binary ?? {});
	const wanted = String(names ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	const fields = wanted.flatMap((name) =>
		name.endsWith('*') ? held.filter((field) => field.startsWith(name.slice(0, -1))) : [name],
	);
	if (fields.length === 0) {
		refuseInput(
			inputFieldName,
			wanted.length === 0
				? 'No field is named that holds a file'
				: `The item has no file in a field like "${wanted.join(', ').slice(0, 80)}"`,
			whatIsHeld(held),
		);
	}
	const files: InputFile[] = [];
	for (const field of new Set(fields)) files.push(await inputFile(host, itemIndex, field, held));
	return files;
}

async function inputFile(
	host: IExecuteFunctions,
	itemIndex: number,
	field: string,
	held: string[],
): Promise<InputFile> {
	const binary = binaryOf(host, itemIndex, field, held);
	const { id, data, fileName = field, mimeType } = binary;
	const name = fileName.replace(/^.*[\\/]/, '') || field;
	const stored = id === undefined ? Buffer.from(data, 'base64') : undefined;
	const size = stored?.length ?? (await host.helpers.getBinaryMetadata(String(id))).fileSize;
	if (size === 0) {
		refuseInput(inputFieldName, `The file "${name}" is empty`, 'Check the node that made it.');
	}
	return {
		field,
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
 * A media type that somebody else declares. It goes into headers, so it is a type and its parameters (RFC 9110, section 8.3.1) and nothing more: a line end
 * would begin another header.
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
	held: string[],
): IBinaryData {
	try {
		return host.helpers.assertBinaryData(itemIndex, field);
	} catch {
		return refuseInput(
			inputFieldName,
			`The item has no file in the field "${field.slice(0, 80)}"`,
			whatIsHeld(held),
		);
	}
}

function whatIsHeld(held: string[]): string {
	return held.length === 0
		? 'The item has no files at all. Check that the node before puts out files.'
		: `Files are in: ${held.slice(0, 20).join(', ')}.`;
}

/** The first bytes of a file. */
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
