import { sleep } from 'n8n-workflow';

/**
 * The retry contract.
 *
 * Reads — every GET, and the search POST, which changes nothing — are sent again after:
 *   - 429, 502, 503, 504: the service or a gateway in front of it asks for patience;
 *   - a connection reset, refused or timed out, and an answer cut off in the middle.
 * They are not sent again after any other 4xx (the answer would be the same), after 500 (the service
 * itself failed on this request), nor after an answer that is not the service's.
 *
 * Requests that change something are sent again only when it is certain that nothing arrived: the
 * name did not resolve or the connection was refused before a byte was sent. A reset, a timeout or a
 * 5xx may hide a document that was created, so those are reported instead.
 *
 * Waiting grows exponentially with full jitter (so that parallel pages do not come back together),
 * a Retry-After in seconds or as a date is honoured and clamped, and tries and total time are
 * bounded. Cancelling the execution ends a wait within a quarter of a second.
 */
export interface RetryPolicy {
	/** Sendings of one request, the first included. */
	maxTries: number;
	/** Bound on the time from the first sending to the start of the last one. */
	maxTotalMs: number;
	/** First waiting time; doubles with each try. */
	baseDelayMs: number;
	/** Bound on one wait, on a Retry-After as well. */
	maxDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
	maxTries: 5,
	maxTotalMs: 180_000,
	baseDelayMs: 300,
	maxDelayMs: 60_000,
};

const retriedStatuses = new Set([429, 502, 503, 504]);

/** Codes of Node.js and of n8n's HTTP client that prove nothing reached the service. */
const provenUnsent = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

const brokenConnection = new Set([
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
	// What n8n's HTTP client calls an answer whose connection ended in the middle.
	'ERR_BAD_RESPONSE',
]);

export function retryableStatus(status: number, changesSomething: boolean): boolean {
	return !changesSomething && retriedStatuses.has(status);
}

export function retryableCode(code: string, changesSomething: boolean): boolean {
	return provenUnsent.has(code) || (!changesSomething && brokenConnection.has(code));
}

/**
 * How long to wait before sending number `tried + 1`.
 * @param retryAfterMs what the service asked for, if it did
 * @returns undefined when the policy allows no further try
 */
export function nextDelayMs(
	policy: RetryPolicy,
	tried: number,
	elapsedMs: number,
	retryAfterMs?: number,
): number | undefined {
	if (tried >= policy.maxTries) return undefined;
	const ceiling = Math.min(policy.baseDelayMs * 2 ** (tried - 1), policy.maxDelayMs);
	const jittered = ceiling / 2 + (Math.random() * ceiling) / 2;
	// A little jitter on top of Retry-After: parallel pages were all told the same moment.
	const asked =
		retryAfterMs === undefined ? 0 : Math.min(retryAfterMs, policy.maxDelayMs) + jittered / 4;
	const delay = Math.max(asked, retryAfterMs === undefined ? jittered : 0);
	return elapsedMs + delay > policy.maxTotalMs ? undefined : delay;
}

/** Reads a Retry-After header, in seconds or as a date, into milliseconds from now. */
export function retryAfterMs(header: unknown, now: number): number | undefined {
	const text = Array.isArray(header) ? String(header[0]) : typeof header === 'string' ? header : '';
	if (text.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text) * 1000;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Anything with the one property that cancelling needs. */
export interface CancelSignal {
	readonly aborted: boolean;
}

/** Sleeps in slices, since n8n-workflow's `sleep` could not be cancelled in older versions. */
export async function pause(ms: number, signal?: CancelSignal): Promise<void> {
	const until = Date.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = until - Date.now()) {
		await sleep(Math.min(left, 250));
	}
}
