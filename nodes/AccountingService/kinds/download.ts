import type { IBinaryData } from 'n8n-workflow';

import {
	contentTypeOf,
	decode,
	isPdf,
	isWebPage,
	jsonOf,
	unexpected,
	type HttpResponse,
} from '../../shared/client/answer';
import { ServiceError } from '../../shared/client/errors';
import { throwRefusal, throwRefusedChange } from '../../shared/client/envelope';
import type { ServiceCall } from '../../shared/client/client';
import { outputText } from '../../shared/client/redact';
import { decoded } from '../../shared/client/route';
import { collection } from '../../shared/fields/readForm';
import { mediaTypeIn } from '../../shared/n8n/inputFile';
import { fitName } from '../export/fileName';
import { outputFieldOf } from '../export/outputField';
import { reasonOf, storeOf } from '../export/store';
import { ItemWithFiles, type OperationCall } from '../operation';
import { formField } from '../../shared/fields/formField';
import { text } from '../../shared/fields/describe';

export const fileNameOption = formField(
	'fileName',
	text(
		'File Name',
		'The name of the downloaded file. Leave empty to use the name from the service.',
		{ placeholder: 'e.g. invoice.pdf' },
	),
);

/** The file to expect. */
interface Wanted {
	/** It must be a PDF, whatever media type the service states. */
	isPdf?: boolean;
	/** Names the file if neither the user nor the service does. */
	otherName?: () => Promise<string>;
}

/**
 * Streams the file of a response to n8n's store. It checks the content first, because an error page saved as a PDF would
 * be noticed only when someone opens it.
 */
export async function download(
	{ form, host, client }: OperationCall,
	request: ServiceCall,
	{ isPdf: mustBePdf = false, otherName }: Wanted = {},
): Promise<ItemWithFiles> {
	const { activity } = request;
	const field = outputFieldOf(form);
	const store = storeOf(host);
	const enteredName = fitName(String(collection(form, 'options').fileName ?? '').trim());
	const stored = await client.request<{ json: StoredFile; binary: IBinaryData }>({
		...request,
		read: undefined,
		accept: '*/*',
		async receive(headers, body) {
			const chunks = body[Symbol.asyncIterator]();
			const begin = await beginOf(chunks);
			const mimeType = mustBePdf ? pdf : mediaTypeOf(headers);
			refuseUnlessFile({ statusCode: 200, headers, body: begin }, mimeType, request);
			const fileName = enteredName || nameIn(headers);
			let bytes = 0;
			let isArriving = false;
			async function* content(): AsyncGenerator<Buffer> {
				isArriving = true;
				for await (const chunk of restOf(begin, chunks)) {
					isArriving = false;
					bytes += chunk.length;
					yield chunk;
					isArriving = true;
				}
				isArriving = false;
			}
			const saving = store.save(content, fileName || lastOf(request), mimeType);
			const binary = await saving.catch((failure: unknown) => {
				// A failure while waiting for the next bytes is a failure of the response.
				throw isArriving ? failure : notStored(failure, activity);
			});
			return { json: { fileName, mimeType, bytes }, binary };
		},
	});
	const { json, binary } = stored;
	const fileName = json.fileName || fitName((await otherName?.()) ?? '') || lastOf(request);
	return new ItemWithFiles({ ...json, fileName }, { [field]: { ...binary, fileName } });
}

/** The output. */
type StoredFile = Record<'fileName' | 'mimeType', string> & { bytes: number };

const pdf = 'application/pdf';

/** Enough bytes to recognize a file or contain an error message. */
const inspectedBytes = 8192;

/** The first bytes, or all if the body is shorter. */
async function beginOf(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
	const begin: Buffer[] = [];
	for (let size = 0; size < inspectedBytes;) {
		const next = await chunks.next();
		if (next.done) break;
		begin.push(next.value);
		size += next.value.length;
	}
	return Buffer.concat(begin);
}

async function* restOf(begin: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
	yield begin;
	for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** The media type without parameters. A type with a secret is unknown. */
function mediaTypeOf(headers: HttpResponse['headers']): string {
	return mediaTypeIn(outputText(contentTypeOf({ headers })).split(';')[0]).toLowerCase();
}

/**
 * Checks the content, because many services use the same media type for every download.
 * @param answer with the beginning of its body
 * @throws ServiceError if it is not a file
 */
function refuseUnlessFile(
	answer: HttpResponse,
	mimeType: string,
	{ activity, changes }: Pick<ServiceCall, 'activity' | 'changes'>,
): void {
	if (answer.body.length === 0) throw noFile('an empty body', activity);
	const json = jsonOf(answer);
	// A single number or word may be a text file.
	if (/[/+]json$/.test(mimeType) || (typeof json === 'object' && json !== null)) {
		(changes ? throwRefusedChange : throwRefusal)(json, activity);
		throw noFile('JSON', activity);
	}
	if (mimeType === 'text/html' || isWebPage(decode(answer))) {
		throw noFile('a web page', activity, answer.statusCode);
	}
	if (mimeType === pdf && !isPdf(answer)) {
		throw unexpected('The response was not a PDF', activity);
	}
}

/** The name from the service, printable and at most 255 bytes; empty if it states none. */
function nameIn(headers: HttpResponse['headers']): string {
	const disposition = String(headers['content-disposition'] ?? '');
	// RFC 6266: with a character set, else plain.
	const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
	const plain = /filename\s*=\s*"?([^";]+)/i.exec(disposition)?.[1];
	const rawName = encoded === undefined ? (plain ?? '') : decoded(encoded);
	// Folders become part of the name, so that 2025/001.pdf and 2026/001.pdf differ.
	return fitName(outputText(rawName).replace(/^(?:\.{0,2}[\\/])+/, ''));
}

/** The end of the path. */
function lastOf({ path }: ServiceCall): string {
	return fitName(decoded(path.slice(path.lastIndexOf('/') + 1))) || 'file';
}

function notStored(failure: unknown, activity: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`n8n could not store the file while ${activity}: ${reasonOf(failure)}`,
		{
			description: 'Check the free space and the size limit of the storage for binary data of n8n.',
			effect: 'open',
		},
	);
}

const noFile = (found: string, activity: string, status?: number) =>
	unexpected(`The response was ${found} instead of a file`, activity, { status });
