import type { Effect } from './errors';

/**
 * The retry contract: what may be sent again, and when.
 *
 * A read - every GET, and a POST that says so (the search) - is sent again after a failure that may
 * pass: the service or a gateway in front of it asks for patience (408, 425, 429, 502 to 504, 520 to
 * 524), the connection was refused, reset or timed out, or the answer was cut off. Not after any
 * other 4xx (the answer would be the same), after 500 (the service itself failed on this request),
 * nor after an answer that is not the service's.
 *
 * A write is sent again only when it is certain that nothing was done: the host name was not found or
 * the connection refused before a byte was sent, 429, and 401 or another answer
 * that names the token as ended (once, with a fresh token). A reset, a
 * timeout, a 5xx or an answer that cannot be read may hide a document that was created; then the
 * outcome is reported as unknown. A PUT or DELETE whose caller says that a second sending has the same
 * effect as the first is sent again like a read.
 *
 * Waiting grows exponentially with jitter (so that parallel pages do not come back together), and tries
 * and total time are bounded. A wait that the service asks for is waited whole; one that does not fit into
 * the total time ends the tries at once, and the error says how long it is. After 429 without such a wait
 * the last wait is a whole minute, the usual window of a rate limit.
 */
export interface RetryPolicy {
	/** Sendings of one request, the first included. */
	maxTries: number;
	/** Bound on the time from the first sending to the start of the last one. */
	maxTotalMs: number;
	/** First waiting time; doubles with each try. */
	baseDelayMs: number;
	/** Bound on one wait that the service does not ask for, and the last wait after 429. */
	maxDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
	maxTries: 5,
	maxTotalMs: 180_000,
	baseDelayMs: 300,
	maxDelayMs: 60_000,
};

/** Whether the same request may be answered well a little later. */
export function statusMayPass(status: number): boolean {
	return passing.has(status) || (status >= 520 && status <= 524);
}

const passing = new Set([206, 408, 425, 429, 502, 503, 504]);

/** What a status other than 2xx says about the work. A redirect can follow a change that was made. */
export function effectOfStatus(status: number): Effect {
	if (status === 401 || status === 429) return 'none';
	if (status < 400 || status >= 500 || unclear.has(status)) return 'open';
	return 'refused';
}

/** Timeouts among the 4xx: of a gateway that has handed the request on, they say nothing. */
const unclear = new Set([206, 408, 425, 499]);

export function codeMayPass(code: string): boolean {
	return unsent.has(code) || broken.has(code) || isOfPacking(code);
}

/** Codes of Node.js for an answer that cannot be unpacked: gzip and deflate, Brotli by its older and newer name, zstd. */
export function isOfPacking(code: string): boolean {
	return /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZSTD)/.test(code);
}

export function effectOfCode(code: string): Effect {
	return unsent.has(code) || handshake.test(code) ? 'none' : 'open';
}

/** Codes of Node.js and of n8n's HTTP client that prove that no byte reached the service. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Certificates and versions of TLS are agreed on before the request goes out. */
const handshake = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|HANDSHAKE|WRONG_VERSION|PROTOCOL/;

const broken = new Set([
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
	// Answers that ended in the middle.
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
]);

/**
 * How long to wait before sending number `tried + 1`.
 * @param failure of the last sending: its status, and the wait that the service asks for
 * @returns undefined when the policy allows no further try
 */
export function nextDelayMs(
	policy: RetryPolicy,
	tried: number,
	elapsedMs: number,
	{ status, retryAfterMs }: { status?: number; retryAfterMs?: number } = {},
): number | undefined {
	if (tried >= policy.maxTries) return undefined;
	const ceiling = Math.min(policy.baseDelayMs * 2 ** (tried - 1), policy.maxDelayMs);
	const jittered = ceiling / 2 + (Math.random() * ceiling) / 2;
	// About 1, 4, 15 and 60 seconds: a limit on requests at once is over soon.
	const ofLimit = Math.min(policy.maxDelayMs * 4 ** (tried - 4), policy.maxDelayMs);
	const wait = retryAfterMs ?? (status === 429 ? ofLimit : undefined);
	// A little jitter on top of a wait that is the same for all parallel pages.
	const delay = wait === undefined ? jittered : wait + jittered / 4;
	return elapsedMs + delay > policy.maxTotalMs ? undefined : delay;
}

/**
 * The wait that an answer asks for, in milliseconds: Retry-After in seconds or as a date (RFC 9110, section 10.2.3),
 * after 429 also X-RateLimit-Reset in seconds from now or since 1970. Moments are measured by the answer's own Date,
 * since the clocks of the service and of n8n may differ.
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
	// A moment that has passed says nothing.
	return wait > 0 ? wait : undefined;
}

/** 2001: a smaller number of seconds is no moment. */
const minEpochMs = 1e12;

/** A wait in words, rounded up: "45 seconds", "2 hours". @returns undefined for less than a second */
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
