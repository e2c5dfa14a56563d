import { ServiceError, cancelledWhile, failureOfStatus, type FailureKind } from './errors';
import { parseJsonExactly } from './json';
import { retryAfterMs, retryableCode, retryableStatus } from './retry';
import { bodyOf, codeOf, findExplained, statusOf } from './thrown';

/** What n8n's request helper gives back when asked for the full response as text. */
export interface RawAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

export function isGood({ statusCode }: RawAnswer): boolean {
	return statusCode >= 200 && statusCode <= 299;
}

/** A sending that brought nothing: why, and whether to send again. */
export interface Refused {
	ok: false;
	failure: ServiceError;
	sendAgain: boolean;
	/** The failure is one of the token exchange, not of the request itself. */
	ofExchange?: true;
}

/** One sending, judged: the parsed body, or why there is none. */
export type Judged = { ok: true; body: unknown } | Refused;

/**
 * Judges an answer of any status.
 * @param what what the request is for, to finish sentences: "listing accounting documents (page 3, 100 to a page)"
 */
export function judgeAnswer(answer: RawAnswer, what: string, changesSomething: boolean): Judged {
	const text = asText(answer.body);
	const parsed = parse(text);
	if (!isGood(answer)) {
		const wait = retryAfterMs(answer.headers['retry-after'], Date.now());
		return {
			ok: false,
			failure: failureOfStatus(answer.statusCode, parsed.value, what, wait),
			sendAgain: retryableStatus(answer.statusCode, changesSomething),
		};
	}
	return judgeBody(answer, text, parsed, what, changesSomething);
}

function judgeBody(
	answer: RawAnswer,
	text: string,
	parsed: Parsed,
	what: string,
	changesSomething: boolean,
): Judged {
	const no = (message: string, description: string, sendAgain = false): Judged => ({
		ok: false,
		failure: new ServiceError('notTheService', message, {
			description,
			status: answer.statusCode,
		}),
		sendAgain,
	});
	const start = text.trimStart().charAt(0);
	if (start === '<') {
		return no(
			`A web page came back instead of data while ${what}`,
			'The service answers unknown addresses with its web application. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.',
		);
	}
	if (text.trim() === '') {
		return no(
			`The answer was empty while ${what}`,
			'Check the Base URL in the credential, and whether a proxy or gateway in between drops answers.',
		);
	}
	if (!parsed.ok) {
		return start === '{' || start === '['
			? no(
					`The answer was cut off in the middle while ${what}`,
					'Try again later; if it stays, a smaller Page Size makes answers shorter.',
					!changesSomething,
				)
			: no(
					`The answer was not JSON while ${what}`,
					'Check the Base URL in the credential, and whether a proxy or gateway in between changes answers.',
				);
	}
	const type = String(answer.headers['content-type'] ?? 'application/json');
	if (!/json/i.test(type)) {
		return no(
			`The answer came as ${type.slice(0, 60)} instead of JSON while ${what}`,
			'Check the Base URL in the credential, and whether a proxy or gateway in between changes answers.',
		);
	}
	return { ok: true, body: parsed.value };
}

/** Judges what n8n's request helper threw: no answer, or one that n8n itself turned into an error. */
export function judgeThrown(thrown: unknown, what: string, changesSomething: boolean): Judged {
	const explained = findExplained(thrown);
	if (explained) return { ok: false, failure: explained, sendAgain: false, ofExchange: true };
	const status = statusOf(thrown);
	// A connection that ends within an answer is thrown with the status the answer had begun with.
	const begun = status !== undefined && status >= 200 && status <= 299;
	if (status !== undefined && !begun) {
		return {
			ok: false,
			failure: failureOfStatus(status, parse(asText(bodyOf(thrown))).value, what),
			sendAgain: retryableStatus(status, changesSomething),
		};
	}
	const code = begun ? 'ECONNRESET' : codeOf(thrown);
	return {
		ok: false,
		failure: failureOfCode(code, what),
		sendAgain: retryableCode(code, changesSomething),
	};
}

function failureOfCode(code: string, what: string): ServiceError {
	// The code stands in the description: n8n replaces a message that contains one with its own.
	const named = code === '' ? '' : ` (${code})`;
	const failure = (kind: FailureKind, happened: string, next: string) =>
		new ServiceError(kind, `${happened} while ${what}`, { description: `${next}${named}` });
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/.test(code)) {
		return failure(
			'unreachable',
			'The certificate of the service was not accepted',
			'If the service uses a certificate of your own, turn on "Ignore SSL Issues (Insecure)" in the credential, or make n8n trust the certificate.',
		);
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return failure(
			'timeout',
			'No answer came in time',
			'Try again later, raise the Timeout in the options, or ask for fewer records at once with a smaller Page Size.',
		);
	}
	if (code === 'ERR_CANCELED') return cancelledWhile(what);
	return failure(
		'unreachable',
		'The service could not be reached',
		code === 'ENOTFOUND' || code === 'EAI_AGAIN'
			? 'The host name in the Base URL was not found. Check it for typing mistakes, and that n8n can resolve names.'
			: 'Check the Base URL in the credential, and that this n8n may connect to it (firewall, proxy).',
	);
}

interface Parsed {
	ok: boolean;
	value?: unknown;
}

function parse(text: string): Parsed {
	try {
		return { ok: true, value: parseJsonExactly(text) };
	} catch {
		// The caller tells the kinds of non-JSON apart by their text.
		return { ok: false };
	}
}

function asText(body: unknown): string {
	if (typeof body === 'string') return body;
	if (Buffer.isBuffer(body)) return body.toString('utf8');
	return body === undefined || body === null ? '' : JSON.stringify(body);
}
