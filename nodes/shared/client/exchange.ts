import type { IHttpRequestOptions } from 'n8n-workflow';

import { isGood, type RawAnswer, type Receive } from './answer';
import { within, type CancelSignal } from './deadline';
import {
	ServiceError,
	cancelledWhile,
	cutOff,
	shorterAnswers,
	tried,
	type FailureKind,
} from './errors';
import { codeMayPass, effectOfCode, isOfPacking } from './retry';

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
	let hasLeft = false;
	const leave = () => {
		hasLeft = true;
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
			const bytes = bounded(body, rest, what, bounds.maxAnswerBytes, (size) => {
				if (receive) until += size / slowestBytesPerMs;
			});
			if (!receive || !isGood(rest)) return { ...rest, body: await gathered(bytes) };
			const received = await tried(async () => await receive(rest.headers, bytes));
			// What was turned down would go on arriving.
			if (received.failure) abort.abort();
			return { ...rest, body: Buffer.alloc(0), received };
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
		: cancelledWhile(what, hasLeft);
}

interface StreamedAnswer extends Omit<RawAnswer, 'body'> {
	body: AsyncIterable<Buffer> | Buffer | string | undefined;
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
			description: 'This is not how the service answers. Check the Base URL in the credential.',
			withOption: {
				maxAnswerSize: 'Raise Advanced > Max Answer Size (MB).',
				...shorterAnswers,
			},
			status,
			effect: 'open',
		},
	);
}

/**
 * The failure for which n8n's request helper threw, or the body of its answer; the shapes differ between its versions.
 * @param hasBegun as {@link failureOfCode}
 */
function failureOfThrown(thrown: unknown, what: string, hasBegun: boolean): ServiceError {
	const errors = causesOf(thrown);
	for (const { serviceFailure, context } of errors) {
		// n8n before 2.40 drops the cause, but keeps what looks like an answer's data.
		const kept = (context as { data?: { serviceFailure?: unknown } } | undefined)?.data;
		for (const failure of [serviceFailure, kept?.serviceFailure]) {
			// Without a token the request itself was never sent; the exchange has been repeated by itself.
			if (failure instanceof ServiceError) return failure.but({ effect: 'none', mayPass: false });
		}
	}
	// n8n before 2.40 leaves the code of a dropped cause where a status would stand.
	const codes = errors.flatMap(({ code, httpCode }) => [code, httpCode]);
	const code = codes.find((one) => typeof one === 'string' && /^[A-Z]/.test(one));
	return failureOfCode(String(code ?? ''), what, hasBegun);
}

function causesOf(thrown: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	for (let one = thrown; typeof one === 'object' && one !== null && causes.length < 8;) {
		causes.push(one as Record<string, unknown>);
		one = (one as { cause?: unknown }).cause;
	}
	return causes;
}

/**
 * The failure of a connection.
 * @param code of Node.js or of n8n's HTTP client; empty when there is none
 * @param hasBegun whether the head of an answer had come
 */
function failureOfCode(code: string, what: string, hasBegun: boolean): ServiceError {
	if (code === 'ERR_CANCELED') return cancelledWhile(what, true);
	const [kind, happened, description] = explanationOf(code, hasBegun);
	const withOption =
		kind === 'timeout'
			? { timeoutSeconds: 'Raise Advanced > Timeout (Seconds).', ...shorterAnswers }
			: happened === cutOff[0]
				? shorterAnswers
				: undefined;
	return new ServiceError(kind, `${happened} while ${what}`, {
		description,
		code,
		effect: effectOfCode(code),
		mayPass: codeMayPass(code),
		withOption,
	});
}

/** Codes of a certificate that was not accepted, which is looked at before the request goes out. */
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/;

function explanationOf(
	code: string,
	hasBegun: boolean,
): [kind: FailureKind, happened: string, description: string] {
	if (certificate.test(code)) {
		return [
			'unreachable',
			'The certificate of the service was not accepted',
			'If the service uses a certificate of your own, turn on "Ignore SSL Issues (Insecure)" in the credential, or make n8n trust the certificate.',
		];
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return ['timeout', 'No complete answer came in time', 'Try again later.'];
	}
	if (isOfPacking(code) || (hasBegun && codeMayPass(code))) return ['unreachable', ...cutOff];
	return [
		'unreachable',
		'The service could not be reached',
		code === 'ENOTFOUND' || code === 'EAI_AGAIN'
			? 'The host name in the Base URL was not found. Check it for typing mistakes, and that n8n can resolve names.'
			: 'Check the Base URL in the credential, and that this n8n may connect to it (firewall, proxy).',
	];
}
