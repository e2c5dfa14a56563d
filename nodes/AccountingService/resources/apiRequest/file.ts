import type { IBinaryData } from 'n8n-workflow';

import {
	contentTypeOf,
	decode,
	isWebPage,
	jsonOf,
	unexpected,
	type RawAnswer,
} from '../../../shared/client/answer';
import { ServiceError } from '../../../shared/client/errors';
import { throwRefusal, throwRefusedChange } from '../../../shared/client/envelope';
import type { ServiceCall } from '../../../shared/client/client';
import { decoded } from '../../../shared/client/route';
import { collection } from '../../../shared/fields/form';
import { mediaTypeIn } from '../../../shared/n8n/inputFile';
import { fitName } from '../../export/fileName';
import { reasonOf, storeOf } from '../../export/store';
import { ItemWithFiles, type OperationCall, type Result } from '../../operation';

/** A file in n8n's store with the JSON of its item. */
interface StoredFile {
	fileName: string;
	mimeType: string;
	bytes: number;
	binary: IBinaryData;
}

/**
 * Streams the file of a response to the store. It checks the content first, because an error page saved as a PDF would be
 * noticed only when someone opens it.
 */
export async function file(call: OperationCall, request: ServiceCall): Promise<Result[]> {
	const { form, host, client } = call;
	const { what } = request;
	const store = storeOf(host);
	const enteredName = String(collection(form, 'options').fileName ?? '').trim();
	const stored = await client.request<StoredFile>({
		...request,
		read: undefined,
		accept: '*/*',
		async receive(headers, body) {
			const mimeType = typeOf(headers);
			const chunks = body[Symbol.asyncIterator]();
			const begin = await beginOf(chunks);
			refuseBegin({ statusCode: 200, headers, body: begin }, mimeType, request);
			const fileName = fitName(enteredName) || nameOf(headers, request);
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
			const saving = store.save(content, fileName, mimeType);
			const binary = await saving.catch((failure: unknown) => {
				// A failure while waiting for the next bytes is a failure of the response.
				throw isArriving ? failure : notStored(failure, what);
			});
			return { fileName, mimeType, bytes, binary };
		},
	});
	const { binary, ...details } = stored;
	const field = String(form.get('outputBinaryField') ?? '').trim() || 'data';
	return [new ItemWithFiles(details, { [field]: binary })];
}

/** Enough bytes to recognize a file or contain an error message. */
const looked = 8192;

/** The first bytes, or all if the body is shorter. */
async function beginOf(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
	const begin: Buffer[] = [];
	for (let size = 0; size < looked;) {
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

/** The media type without parameters. */
function typeOf(headers: RawAnswer['headers']): string {
	return mediaTypeIn(contentTypeOf({ headers }).split(';')[0]).toLowerCase();
}

/**
 * Checks the content, because many services use the same media type for every download.
 * @param answer with the beginning of its body
 * @throws ServiceError if it is not a file
 */
function refuseBegin(
	answer: RawAnswer,
	mimeType: string,
	{ what, changes }: Pick<ServiceCall, 'what' | 'changes'>,
): void {
	if (answer.body.length === 0) throw noFile('an empty body', what);
	const json = jsonOf(answer);
	// A single number or word may be a text file.
	if (/[/+]json$/.test(mimeType) || (typeof json === 'object' && json !== null)) {
		(changes ? throwRefusedChange : throwRefusal)(json, what);
		throw noFile('JSON', what);
	}
	if (mimeType === 'text/html' || isWebPage(decode(answer))) {
		throw noFile('a web page', what, answer.statusCode);
	}
	const start = answer.body.toString('latin1', 0, looked).trimStart();
	if (mimeType === 'application/pdf' && !start.startsWith('%PDF-')) {
		throw noFile('invalid PDF content', what);
	}
}

/** The name from the service or the end of the path: printable, at most 255 bytes. */
function nameOf(headers: RawAnswer['headers'], { path }: ServiceCall): string {
	const disposition = String(headers['content-disposition'] ?? '');
	// RFC 6266: with a character set, else plain.
	const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
	const plain = /filename\s*=\s*"?([^";]+)/i.exec(disposition)?.[1];
	const last = decoded(path.slice(path.lastIndexOf('/') + 1));
	const rawName = encoded === undefined ? (plain ?? last) : decoded(encoded);
	return fitName(rawName.replace(/^[^]*[\\/]/, '')) || fitName(last) || 'file';
}

function notStored(failure: unknown, what: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`n8n could not store the file while ${what}: ${reasonOf(failure)}`,
		{
			description: 'Check the free space and the size limit of the storage for binary data of n8n.',
			effect: 'open',
		},
	);
}

const noFile = (found: string, what: string, status?: number) =>
	unexpected(`The response was ${found} instead of a file`, what, { status });
