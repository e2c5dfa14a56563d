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

/** A file in n8n's store, and what the item says of it. */
interface StoredFile {
	fileName: string;
	mimeType: string;
	bytes: number;
	binary: IBinaryData;
}

/**
 * Stores the file of an answer while it arrives, checked: an error page saved as a PDF is found only by whoever
 * opens it.
 */
export async function file(call: OperationCall, request: ServiceCall): Promise<Result[]> {
	const { form, host, client } = call;
	const { what } = request;
	const store = storeOf(host);
	const given = String(collection(form, 'options').fileName ?? '').trim();
	const stored = await client.request<StoredFile>({
		...request,
		read: undefined,
		accept: '*/*',
		async receive(headers, body) {
			const mimeType = typeOf(headers);
			const chunks = body[Symbol.asyncIterator]();
			const begin = await beginOf(chunks);
			refuseBegin({ statusCode: 200, headers, body: begin }, mimeType, request);
			const fileName = fitName(given) || nameOf(headers, request);
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
				// What comes while the next bytes are waited for is a failure of the answer.
				throw isArriving ? failure : notStored(failure, what);
			});
			return { fileName, mimeType, bytes, binary };
		},
	});
	const { binary, ...said } = stored;
	const field = String(form.get('outputBinaryField') ?? '').trim() || 'data';
	return [new ItemWithFiles(said, { [field]: binary })];
}

/** As much as shows what a file is, and whole refusals. */
const looked = 8192;

/** The first bytes; fewer only where there are no more. */
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

/** Without parameters. */
function typeOf(headers: RawAnswer['headers']): string {
	return mediaTypeIn(contentTypeOf({ headers }).split(';')[0]).toLowerCase();
}

/**
 * @param answer with the beginning of its body
 * @throws ServiceError where that is no file, whatever its type says: many services give every download the same one
 */
function refuseBegin(
	answer: RawAnswer,
	mimeType: string,
	{ what, changes }: Pick<ServiceCall, 'what' | 'changes'>,
): void {
	if (answer.body.length === 0) throw noFile('an empty answer', what);
	const said = jsonOf(answer);
	// A single number or word may well be a file.
	if (/[/+]json$/.test(mimeType) || (typeof said === 'object' && said !== null)) {
		(changes ? throwRefusedChange : throwRefusal)(said, what);
		throw noFile('JSON', what);
	}
	if (mimeType === 'text/html' || isWebPage(decode(answer))) {
		throw noFile('a web page', what, answer.statusCode);
	}
	const start = answer.body.toString('latin1', 0, looked).trimStart();
	if (mimeType === 'application/pdf' && !start.startsWith('%PDF-')) {
		throw noFile('something that is no PDF, though it says so,', what);
	}
}

/** The name that the service gives, or the end of the path, as the names of exports are: printable, at most 255 bytes. */
function nameOf(headers: RawAnswer['headers'], { path }: ServiceCall): string {
	const disposition = String(headers['content-disposition'] ?? '');
	// With its character set (RFC 6266), else plain.
	const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
	const plain = /filename\s*=\s*"?([^";]+)/i.exec(disposition)?.[1];
	const last = decoded(path.slice(path.lastIndexOf('/') + 1));
	const named = encoded === undefined ? (plain ?? last) : decoded(encoded);
	return fitName(named.replace(/^[^]*[\\/]/, '')) || fitName(last) || 'file';
}

function notStored(failure: unknown, what: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`n8n could not store the file while ${what}: ${reasonOf(failure)}`,
		{
			description: 'Check the free space and the size limit of where n8n stores binary data.',
			effect: 'open',
		},
	);
}

const noFile = (found: string, what: string, status?: number) =>
	unexpected(`The response was ${found} instead of a file`, what, { status });
