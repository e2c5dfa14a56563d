import type { Effect, ServiceError } from './errors';

/**
 * The retry contract.
 *
 * The client retries a read (every GET, and a POST marked as read-only, such as the search) after a transient
 * failure: the service or a gateway is temporarily unavailable (408, 425, 429, 502 to 504, 520 to 524), the
 * connection is refused, reset or timed out, or the response is cut off. It does not retry after any other 4xx
 * (the response would be the same), after 500 (the service failed on this very request), or after a response
 * that is not from the service.
 *
 * The client retries a write only if the service is known to have done nothing: the host name was not found, the
 * connection was refused before a byte was sent, the status is 429, or the access token was rejected (401;
 * renewal.ts). A reset, a timeout, a 5xx or an unreadable response may hide a document that was created, so
 * the client reports the outcome as unknown. It retries an idempotent PUT or DELETE like a read.
 *
 * The backoff is exponential, with jitter that spreads parallel pages. The number of tries and the total time are
 * limited. The client always waits the full Retry-After. If that exceeds the total time, the client gives up at
 * once, and the error names the wait. After 429 without Retry-After, the last wait is a full minute, the usual
 * window of a rate limit.
 *
 * Lists also halve their parallel requests (lists/readAhead.ts). The exchange for a token has its own limits
 * (tokenExchange.ts), and the trigger makes fewer tries with shorter waits within one poll (poll.ts).
 */
export interface RetryPolicy {
	/** Including the first one. */
	maxTries: number;
	/** Maximum time from the start of the first try to the start of the last one. */
	maxTotalMs: number;
	/** First wait. It doubles with each try. */
	baseDelayMs: number;
	/** Maximum wait without Retry-After, and the last wait after 429. */
	maxDelayMs: number;
}

/** From the first try of a request to the last. */
export const maxMinutes = 3;

export const defaultRetryPolicy: RetryPolicy = {
	maxTries: 5,
	maxTotalMs: maxMinutes * 60_000,
	baseDelayMs: 300,
	maxDelayMs: 60_000,
};

/**
 * Whether the contract allows another try.
 * @param isWrite whether the request changes something. A refused change is not sent again, whatever the status
 * @param isOpen whether one of the tries may have made the change
 */
export function mayRetry(
	{ method, repeatable = false }: { method: string; repeatable?: boolean },
	{ isTransient, effect }: ServiceError,
	{ isWrite, isOpen }: { isWrite: boolean; isOpen: boolean },
): boolean {
	if (isWrite && effect === 'refused') return false;
	const isIdempotent = repeatable && (method === 'PUT' || method === 'DELETE');
	return isTransient && (!isOpen || isIdempotent);
}

/** Whether the same request may succeed a little later. */
export function isTransientStatus(status: number): boolean {
	return transientStatuses.has(status) || (status >= 520 && status <= 524);
}

const transientStatuses = new Set([206, 408, 425, 429, 502, 503, 504]);

/** What a status other than 2xx says about a change. The service may redirect after it has made a change. */
export function effectOfStatus(status: number): Effect {
	if (status === 401 || status === 429) return 'none';
	if (status < 400 || status >= 500 || statusesWithOpenEffect.has(status)) return 'open';
	return 'refused';
}

/** A gateway may send these after it has forwarded the request: a partial response, and timeouts among the 4xx. */
const statusesWithOpenEffect = new Set([206, 408, 425, 499]);

export function isTransientCode(code: string): boolean {
	return unsent.has(code) || broken.has(code) || isDecompressionError(code);
}

/** Node.js error codes for a response that cannot be decompressed: gzip and deflate, Brotli (old and new name), zstd. */
export function isDecompressionError(code: string): boolean {
	return /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZSTD)/.test(code);
}

export function effectOfCode(code: string): Effect {
	return unsent.has(code) || handshake.test(code) ? 'none' : 'open';
}

/** Error codes of Node.js and n8n's HTTP client which prove that no byte reached the service. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** The TLS handshake comes before the request. */
const handshake = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|HANDSHAKE|WRONG_VERSION|PROTOCOL/;

const broken = new Set([
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
	// Linux also reports these two for an established connection.
	'EHOSTUNREACH',
	'ENETUNREACH',
	// The response was cut off.
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
]);

/**
 * The wait before the next try.
 * @param tries made so far
 * @param failure of the last try
 * @returns undefined if the policy allows no further try
 */
export function nextDelayMs(
	policy: RetryPolicy,
	tries: number,
	elapsedMs: number,
	{ status, retryAfterMs }: { status?: number; retryAfterMs?: number } = {},
): number | undefined {
	if (tries >= policy.maxTries) return undefined;
	const ceiling = Math.min(policy.baseDelayMs * 2 ** (tries - 1), policy.maxDelayMs);
	const jittered = ceiling / 2 + (Math.random() * ceiling) / 2;
	// About 1, 4, 15 and 60 seconds, fewer tries the last of these: a limit on concurrent requests ends within seconds.
	const untilLongest = Math.min(policy.maxTries - 1, 4) - tries;
	const rateLimitWait = policy.maxDelayMs / 4 ** Math.max(0, untilLongest);
	const wait = retryAfterMs ?? (status === 429 ? rateLimitWait : undefined);
	// All parallel pages get the same wait, so a little jitter spreads them.
	const delay = wait === undefined ? jittered : wait + jittered / 4;
	return elapsedMs + delay > policy.maxTotalMs ? undefined : delay;
}

/**
 * The wait that a response requests, in milliseconds: Retry-After in seconds or as a date (RFC 9110, section 10.2.3),
 * after 429 also X-RateLimit-Reset in seconds from now or since 1970. Dates are relative to the Date header of the
 * response, because the clocks of the service and n8n may differ.
 */
export function requestedWaitMs(
	status: number,
	headers: Readonly<Record<string, unknown>>,
): number | undefined {
	const text = (name: string) => String(headers[name] ?? '').trim();
	const now = Date.parse(text('date')) || Date.now();
	const retryAfter = text('retry-after');
	if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
	const until = Date.parse(retryAfter);
	if (!Number.isNaN(until)) return Math.max(0, until - now);
	const reset = status === 429 ? Number(text('x-ratelimit-reset')) * 1000 : 0;
	const wait = reset > minEpochMs ? reset - now : reset;
	// Ignore a time in the past.
	return wait > 0 ? wait : undefined;
}

/** The year 2001. A smaller number is a duration. */
const minEpochMs = 1e12;

/** A wait as text, rounded up: "45 seconds", "2 hours". @returns undefined for less than a second */
export function waitInWords(ms: number | undefined): string | undefined {
	if (ms === undefined || ms < 1000) return undefined;
	const [unitMs, unit] = units.find(([limit]) => ms >= 2 * limit) ?? units[units.length - 1];
	const count = Math.ceil(ms / unitMs);
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const units: Array<[ms: number, unit: string]> = [
	[86_400_000, 'day'],
	[3_600_000, 'hour'],
	[60_000, 'minute'],
	[1000, 'second'],
];
