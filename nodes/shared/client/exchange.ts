import type { IHttpRequestOptions } from 'n8n-workflow';

import { isGood, type HttpResponse, type Receive } from './answer';
import { within, type CancelSignal } from './deadline';
import {
	ServiceError,
	cancelledWhile,
	truncatedResponse,
	shorterResponses,
	toResult,
	type FailureKind,
} from './errors';
import { isTransientCode, effectOfCode, isDecompressionError } from './retry';

/** Limits of one exchange. */
export interface Bounds {
	/** From sending the request to the last byte of the response. */
	timeoutMs: number;
	/** Maximum size of a decompressed response. */
	maxResponseBytes: number;
	/** Cancels the request: the user's Stop, or the deadline of a poll. */
	signal?: CancelSignal;
}

/** Bytes per millisecond on a slow line. Large files get a longer timeout. */
export const slowestBytesPerMs = 100;

/** Enough for an error message. */
export const maxRefusalBytes = 256 * 1024;

/** A request that n8n has not sent yet. */
interface PendingRequest {
	markSent(): void;
	signal: AbortSignal;
}

const pendingRequests = new WeakMap<IHttpRequestOptions, PendingRequest>();

/**
 * The credential calls this last, right before n8n's HTTP client. Before that, n8n replaces any abort signal with its
 * own, and may exchange a token, which has its own deadline.
 */
export function beforeSend(options: IHttpRequestOptions): void {
	const pending = pendingRequests.get(options);
	if (!pending) return;
	pending.markSent();
	options.abortSignal = pending.signal;
}

/**
 * Sends a request and reads the response within limits of time and size. n8n's HTTP client has only an idle timeout, so
 * a body that trickles in never times out. It does not limit the size of a response, and it never settles if a
 * compressed response breaks off. Reading the response as a stream solves all three.
 * @param send n8n's request helper
 * @param waitMs maximum time before the request is sent
 * @param receive streams the body of a success response; its ServiceError becomes part of the response
 * @throws ServiceError (unreachable, timeout, responseTooLarge, cancelled, and those of the token exchange)
 */
export async function exchange(
	send: (options: IHttpRequestOptions) => Promise<unknown>,
	options: IHttpRequestOptions,
	activity: string,
	bounds: Bounds,
	waitMs = 0,
	receive?: Receive,
): Promise<HttpResponse> {
	const abort = new AbortController();
	let until = performance.now() + waitMs + bounds.timeoutMs;
	const pending: IHttpRequestOptions = {
		...options,
		encoding: 'stream',
		returnFullResponse: true,
		// Return every status: if n8n's client throws on 401, n8n resends the request.
		ignoreHttpStatusErrors: true,
		// A redirect could send a secret to another host.
		disableFollowRedirect: true,
		// Longer than ours, because n8n's HTTP client leaves the connection open after its own timeout.
		timeout: 2 * bounds.timeoutMs,
		abortSignal: abort.signal,
	};
	const { signal } = bounds;
	const cancel = () => abort.abort();
	let isSent = false;
	const markSent = () => {
		isSent = true;
		until = performance.now() + bounds.timeoutMs;
		if (signal?.aborted) cancel();
	};
	pendingRequests.set(pending, { markSent, signal: abort.signal });
	signal?.addEventListener?.('abort', cancel);
	let hasBegun = false;
	const work = send(pending)
		.then(async (answer) => {
			hasBegun = true;
			const { body, ...rest } = answer as StreamedResponse;
			const bytes = bounded(body, rest, activity, bounds.maxResponseBytes, (size) => {
				if (receive) until += size / slowestBytesPerMs;
			});
			if (!receive || !isGood(rest)) return { ...rest, body: await allBytes(bytes) };
			const received = await toResult(async () => await receive(rest.headers, bytes));
			// Stop the download of a response that the receiver rejected.
			if (received.failure) abort.abort();
			return { ...rest, body: Buffer.alloc(0), received };
		})
		.catch((thrown: unknown) => {
			throw thrown instanceof ServiceError ? thrown : failureOfThrown(thrown, activity, hasBegun);
		})
		.finally(() => signal?.removeEventListener?.('abort', cancel));
	const ended = await within(work, () => until, signal);
	if (!ended.why) return ended.value;
	abort.abort();
	throw ended.why === 'late'
		? failureOfCode('ECONNABORTED', activity, hasBegun)
		: cancelledWhile(activity, isSent);
}

interface StreamedResponse extends Omit<HttpResponse, 'body'> {
	body: AsyncIterable<Buffer> | Buffer | string | undefined;
}

/** @throws ServiceError (responseTooLarge) for a success response; an error response is cut off instead */
async function* bounded(
	body: StreamedResponse['body'],
	{ statusCode }: Pick<HttpResponse, 'statusCode'>,
	activity: string,
	maxBytes: number,
	onBytes: (size: number) => void,
): AsyncGenerator<Buffer> {
	const isBuffered = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
	if (isBuffered) {
		yield Buffer.from(body ?? '');
		return;
	}
	const isRefusal = !isGood({ statusCode });
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		// Leaving the loop closes the stream and the connection.
		if (isRefusal && size > maxRefusalBytes) break;
		if (size > maxBytes) throw tooLarge(statusCode, maxBytes, activity);
		onBytes(chunk.length);
		yield chunk;
	}
}

async function allBytes(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of bytes) chunks.push(chunk);
	return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function tooLarge(status: number, maxBytes: number, activity: string): ServiceError {
	return new ServiceError(
		'responseTooLarge',
		`The response was larger than ${Math.floor(maxBytes / 2 ** 20)} MB while ${activity}`,
		{
			description:
				'This is not a typical response of the service. Check the Base URL in the credential.',
			withOption: {
				maxResponseSize: 'Raise Options > Max Response Size (MB).',
				...shorterResponses,
			},
			status,
			effect: 'open',
		},
	);
}

/**
 * The failure for an error of n8n's request helper or of the response body. The errors differ between n8n's versions.
 */
function failureOfThrown(thrown: unknown, activity: string, hasBegun: boolean): ServiceError {
	const errors = causesOf(thrown);
	for (const { serviceFailure, context } of errors) {
		// n8n before 2.40 drops the cause, but keeps `context.data`.
		const kept = (context as { data?: { serviceFailure?: unknown } } | undefined)?.data;
		for (const failure of [serviceFailure, kept?.serviceFailure]) {
			// The token exchange failed, so the request was not sent. The exchange has its own retries.
			if (failure instanceof ServiceError)
				return failure.copyWith({ effect: 'none', isTransient: false });
		}
	}
	// n8n before 2.40 puts the code of a dropped cause into httpCode.
	const codes = errors.flatMap(({ code, httpCode }) => [code, httpCode]);
	const code = codes.find((one) => typeof one === 'string' && /^[A-Z]/.test(one));
	return failureOfCode(String(code ?? ''), activity, hasBegun);
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
 * @param code of Node.js or n8n's HTTP client, or empty
 * @param hasBegun whether the response headers had arrived
 */
function failureOfCode(code: string, activity: string, hasBegun: boolean): ServiceError {
	if (code === 'ERR_CANCELED') return cancelledWhile(activity, true);
	const [kind, happened, description] = explanationOf(code, hasBegun);
	const withOption =
		kind === 'timeout'
			? { timeoutSeconds: 'Raise Options > Timeout (Seconds).', ...shorterResponses }
			: happened === truncatedResponse[0]
				? shorterResponses
				: undefined;
	return new ServiceError(kind, `${happened} while ${activity}`, {
		description,
		code,
		effect: effectOfCode(code),
		isTransient: isTransientCode(code),
		withOption,
	});
}

/** Error codes of an untrusted certificate. */
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/;

function explanationOf(
	code: string,
	hasBegun: boolean,
): [kind: FailureKind, happened: string, description: string] {
	if (certificate.test(code)) {
		return [
			'unreachable',
			'n8n does not trust the certificate of the service',
			'If the service uses your own certificate, make n8n trust it, or turn on "Ignore SSL Issues (Insecure)" in the credential.',
		];
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return ['timeout', 'The request timed out', 'Try again later.'];
	}
	if (isDecompressionError(code) || (hasBegun && isTransientCode(code)))
		return ['unreachable', ...truncatedResponse];
	if (effectOfCode(code) !== 'none') {
		return [
			'unreachable',
			'The connection to the service failed or was cut off',
			'Try again later. If it happens again, check the Base URL in the credential, and whether a firewall or proxy blocks n8n.',
		];
	}
	return [
		'unreachable',
		'n8n could not reach the service',
		code === 'ENOTFOUND' || code === 'EAI_AGAIN'
			? 'n8n did not find the host name in the Base URL. Check its spelling, then the DNS settings of n8n.'
			: 'Check the Base URL in the credential. If it is correct, check whether a firewall or proxy blocks n8n.',
	];
}
