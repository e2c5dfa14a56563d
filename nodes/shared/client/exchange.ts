import type { IHttpRequestOptions } from 'n8n-workflow';

import { isGood, shorterAnswers, type RawAnswer, type Receive } from './answer';
import { within, type CancelSignal } from './deadline';
import { ServiceError, cancelledWhile, tried } from './errors';
import { failureOfCode } from './network';
import { failureOfThrown } from './thrown';

/** What one exchange may take. */
export interface Bounds {
	/** From the moment that the request leaves until the last byte of its answer. */
	timeoutMs: number;
	/** Bound on an answer once it is unpacked. */
	maxAnswerBytes: number;
	signal?: CancelSignal;
}

/** Bytes in a millisecond: a large file is given the time that it takes on a slow line. */
export const slowestBytesPerMs = 100;

/** Enough for what a service says about a refusal. */
const maxRefusalBytes = 256 * 1024;

/** A request on its way through n8n. */
interface Departure {
	leave(): void;
	signal: AbortSignal;
}

const departures = new WeakMap<IHttpRequestOptions, Departure>();

/**
 * Called by the credential as the last thing before n8n's HTTP client: n8n puts a signal of its own in
 * place of any other before that, and may have exchanged a token first, which has a deadline of its own.
 */
export function depart(options: IHttpRequestOptions): void {
	const departure = departures.get(options);
	if (!departure) return;
	departure.leave();
	options.abortSignal = departure.signal;
}

/**
 * Sends a request and gathers its answer, within bounds of time and size. The timeout of n8n's HTTP
 * client is one of silence, which a body that drips never reaches; its size is unlimited, unpacked as
 * well; and it never settles when an answer that is packed breaks. As a stream, the answer shows all three.
 * @param send n8n's request helper
 * @param waitMs bound on what comes before the request leaves
 * @param receive takes the body of a good answer as it comes; what it throws is a part of the answer
 * @throws ServiceError (unreachable, timeout, answerTooLarge, cancelled, and those of the token exchange)
 */
export async function exchange(
	send: (options: IHttpRequestOptions) => Promise<unknown>,
	options: IHttpRequestOptions,
	what: string,
	bounds: Bounds,
	waitMs = 0,
	receive?: Receive,
): Promise<RawAnswer> {
	const abort = new AbortController();
	let until = performance.now() + waitMs + bounds.timeoutMs;
	const departing: IHttpRequestOptions = {
		...options,
		encoding: 'stream',
		returnFullResponse: true,
		// Every status comes back to us. Thrown, n8n would send the request again by itself on 401.
		ignoreHttpStatusErrors: true,
		// A redirect could carry a secret to another host, so none is followed.
		disableFollowRedirect: true,
		// Later than ours: n8n's HTTP client leaves the connection open after its own.
		timeout: 2 * bounds.timeoutMs,
		abortSignal: abort.signal,
	};
	const { signal } = bounds;
	const cancel = () => abort.abort();
	const leave = () => {
		until = performance.now() + bounds.timeoutMs;
		if (signal?.aborted) cancel();
	};
	departures.set(departing, { leave, signal: abort.signal });
	signal?.addEventListener?.('abort', cancel);
	let hasBegun = false;
	const work = send(departing)
		.then(async (answer) => {
			hasBegun = true;
			const { body, ...rest } = answer as StreamedAnswer;
			const head = { ...rest, isPacked: isPacked(body) };
			const bytes = bounded(body, head, what, bounds.maxAnswerBytes, (size) => {
				if (receive) until += size / slowestBytesPerMs;
			});
			if (!receive || !isGood(head)) return { ...head, body: await gathered(bytes) };
			const received = await tried(async () => await receive(head.headers, bytes));
			// What was turned down would go on arriving.
			if (received.failure) abort.abort();
			return { ...head, body: none, received };
		})
		.catch((thrown: unknown) => {
			throw thrown instanceof ServiceError ? thrown : failureOfThrown(thrown, what, hasBegun);
		})
		.finally(() => signal?.removeEventListener?.('abort', cancel));
	const ended = await within(work, () => until, signal);
	if (!ended.why) return ended.value;
	abort.abort();
	throw ended.why === 'late'
		? failureOfCode('ECONNABORTED', what, hasBegun)
		: cancelledWhile(what, true);
}

interface StreamedAnswer extends Omit<RawAnswer, 'body'> {
	body: AsyncIterable<Buffer> | Buffer | string | undefined;
}

const none = Buffer.alloc(0);

/** n8n's HTTP client takes the header away that says so, but a stream that unpacks counts what it is given. */
function isPacked(body: StreamedAnswer['body']): boolean {
	return typeof body === 'object' && 'bytesWritten' in body;
}

/** The bytes of a body. @throws ServiceError (answerTooLarge); a refusal that is too long is cut off instead */
async function* bounded(
	body: StreamedAnswer['body'],
	{ statusCode }: Pick<RawAnswer, 'statusCode'>,
	what: string,
	maxBytes: number,
	onBytes: (size: number) => void,
): AsyncGenerator<Buffer> {
	const isWhole = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
	if (isWhole) {
		yield Buffer.from(body ?? '');
		return;
	}
	const isRefusal = !isGood({ statusCode });
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		// Leaving the loop ends the stream, and with it the connection.
		if (isRefusal && size > maxRefusalBytes) break;
		if (size > maxBytes) throw tooLarge(statusCode, maxBytes, what);
		onBytes(chunk.length);
		yield chunk;
	}
}

async function gathered(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of bytes) chunks.push(chunk);
	return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function tooLarge(status: number, maxBytes: number, what: string): ServiceError {
	return new ServiceError(
		'answerTooLarge',
		`The answer was larger than ${Math.floor(maxBytes / 2 ** 20)} MB while ${what}`,
		{
			description: 'Raise Max Answer Size (MB) in the options.',
			withOption: shorterAnswers,
			status,
			effect: 'open',
		},
	);
}
