import {
	ServiceError,
	truncatedResponse,
	shorterResponses,
	type FailureDetails,
	type FailureKind,
	type Result,
} from './errors';
import { isTooDeep, maxLevels, parseJsonExactly, tryParse } from './json';
import { readServiceMessage } from './message';
import { quote } from './redact';
import {
	effectOfStatus,
	isTransientStatus,
	maxMinutes,
	requestedWaitMs,
	waitInWords,
} from './retry';

/** A full response of n8n's request helper. */
export interface HttpResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Empty if a receiver streamed it. */
	body: Buffer;
	/** Result of the receiver. */
	received?: Result<unknown>;
}

/** Streams the body of a success response, so that it never has to fit into memory. */
export type Receive<T = unknown> = (
	headers: HttpResponse['headers'],
	body: AsyncIterable<Buffer>,
) => Promise<T>;

/** 206 is a partial response (RFC 9110, section 15.3.7), which the node never requests. */
export function isGood({ statusCode }: Pick<HttpResponse, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode <= 299 && statusCode !== 206;
}

export type Parser = (text: string) => unknown;

export function hasEmptyBody({ body }: HttpResponse): boolean {
	return body.length < 100 && body.toString('latin1').trim() === '';
}

/** The response body as text: UTF-8, as for JSON (RFC 8259, section 8.1), without its byte order mark. */
export function decode({ body }: Pick<HttpResponse, 'body'>): string {
	return body.toString('utf8').replace(/^\uFEFF/, '');
}

/** The Content-Type header with its parameters, or an empty string. */
export function contentTypeOf({ headers }: Pick<HttpResponse, 'headers'>): string {
	return String(headers['content-type'] ?? '').trim();
}

/** The usual headers for the ID by which a service finds a request in its logs. */
export function requestIdOf({ headers }: Pick<HttpResponse, 'headers'>): string {
	return quote(String(headers['x-request-id'] ?? headers['x-correlation-id'] ?? ''), 80);
}

/** The service returns HTML for an unknown path (docs/api/requests.md#errors), a gateway for any path. */
export function isWebPage(text: string): boolean {
	return /^\s*<(?:!doctype\s+html|html)\b/i.test(text.slice(0, 1024));
}

/** How many bytes of a file show its type. */
export const signatureBytes = 1024;

/** Other bytes may precede the header of a PDF (ISO 32000 readers look at the first 1,024 bytes). */
export function isPdf({ body }: Pick<HttpResponse, 'body'>): boolean {
	const first = body.subarray(0, signatureBytes);
	return first.includes('%PDF-') && !isWebPage(decode({ body: first }));
}

/** The error for a 2xx response with an unexpected body. A change may have been made. */
export function unexpected(
	happened: string,
	activity: string,
	more: Partial<FailureDetails> = {},
): ServiceError {
	return new ServiceError('notTheService', `${happened} while ${activity}`, {
		description:
			'This is not a typical response of the service. Check the Base URL in the credential. If it is correct, check whether a proxy or gateway changes responses.',
		effect: 'open',
		...more,
	});
}

/**
 * Parses the JSON of a 2xx response. By default, numbers that a JavaScript number cannot hold become strings.
 * @returns undefined for 204, which has no body
 * @throws ServiceError (notTheService, unreachable) for a web page and an empty, truncated or non-JSON body
 */
export function readJson(
	answer: HttpResponse,
	activity: string,
	parser: Parser = parseJsonExactly,
): unknown {
	if (answer.statusCode === 204) return undefined;
	const text = decode(answer);
	const value = tryParse(text, parser);
	const status = answer.statusCode;
	if (isTooDeep(value ?? tryParse(text))) {
		const happened = `The response was nested more than ${maxLevels} levels deep`;
		throw unexpected(happened, activity, { status });
	}
	if (value !== undefined) return value;
	if (isWebPage(text)) {
		throw unexpected('The response was a web page instead of data', activity, {
			description:
				'The service returns its web application for an unknown address. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.',
			status,
		});
	}
	const start = text.trimStart().charAt(0);
	const [happened, description] = truncatedResponse;
	if (start === '') {
		// A compressed response that was cut off early decompresses to nothing.
		throw unexpected('The response was empty', activity, {
			description,
			status,
			isTransient: true,
		});
	}
	if (start !== '{' && start !== '[')
		throw unexpected('The response was not JSON', activity, { status });
	throw new ServiceError('unreachable', `${happened} while ${activity}`, {
		description,
		status,
		effect: 'open',
		isTransient: true,
		withOption: shorterResponses,
	});
}

/** @returns undefined if the body is not JSON, or nested too deep to be read */
export function jsonOf(answer: HttpResponse): unknown {
	const value = tryParse(decode(answer), parseJsonExactly);
	return isTooDeep(value) ? undefined : value;
}

/**
 * The failure for a status other than 2xx. Only 400 with ValidationError is published (docs/api/requests.md#errors). The
 * other statuses have their standard HTTP meaning.
 * @param activity completes sentences: "listing accounting documents (page 3)"
 * @param hasIds whether the path contains an ID, which may not exist
 * @param body null if the message must not quote it
 */
export function failureOfAnswer(
	answer: HttpResponse,
	activity: string,
	hasIds = false,
	body: unknown = jsonOf(answer),
): ServiceError {
	const { statusCode: status, headers } = answer;
	const retryAfterMs = requestedWaitMs(status, headers);
	// A 407 comes from a proxy, not from the service.
	const { text, fields } = readServiceMessage(status === 407 ? null : body);
	const wait = waitInWords(retryAfterMs);
	const waitAdvice =
		wait === undefined ? '' : ` The service asks you to wait ${wait} before the next request.`;
	const details = {
		status,
		fields,
		retryAfterMs,
		effect: effectOfStatus(status),
		isTransient: isTransientStatus(status),
	};
	const known = explanations[classOf(status)];
	if (known) {
		const [kind, happened, description] = known({ status, waitAdvice, hasIds });
		const withOption = status === 429 ? fewerRequests(wait) : undefined;
		const more = { description, serviceMessage: text, withOption };
		return new ServiceError(kind, `${happened} while ${activity}`, { ...details, ...more });
	}
	const rest = text === '' ? ` (HTTP ${status}) while ${activity}` : ` while ${activity}: ${text}`;
	const happened = `The service rejected the request${rest}`;
	const description =
		fields.length > 0
			? 'Correct what the service names, then run the workflow again.'
			: 'Check the values of this node. If there are none, ask the service what it rejects.';
	return new ServiceError('rejected', happened, { ...details, description });
}

/** @param wait that the service asks for. More tries do not help against a long one. */
const fewerRequests = (wait?: string) => ({
	parallelPages: 'Lower Options > Parallel Pages to send fewer requests at once.',
	...(wait === undefined && {
		maxTries: `Raise Options > Max Tries to retry for up to ${maxMinutes} minutes in all.`,
	}),
});

/** The key in {@link explanations}. */
function classOf(status: number): number {
	if (status >= 500 || [206, 408, 425].includes(status)) return 500;
	if (status < 400) return 300;
	return status === 410 ? 404 : status;
}

interface StatusDetails {
	status: number;
	/** A sentence with a leading space, or empty. */
	waitAdvice: string;
	hasIds: boolean;
}

/**
 * What happened and what to do next, by status. Each has a row in docs/api/behaviours.md. The token exchange
 * (tokenExchange.ts) and the test of the credential (credentialTest.ts) explain theirs themselves.
 */
export const explanations: Partial<
	Record<number, (details: StatusDetails) => [kind: FailureKind, happened: string, next: string]>
> = {
	300: ({ status }) => [
		'redirected',
		`The service redirected the request to another address (HTTP ${status})`,
		'The node sends the access token only to the Base URL. Enter the final address of the service as Base URL in the credential.',
	],
	401: () => [
		'wrongCredential',
		'The service refused the access token',
		'The App ID and App Secret are correct, but the service refused each new token or ended it at once. Check in the settings of the service that the application is still active. If it is, check whether another program requests tokens with the same App ID.',
	],
	403: ({ waitAdvice }) => [
		'forbidden',
		'The service denied access to this application',
		`Check in the settings of the service what the application may access, or use the credential of another application.${waitAdvice}`,
	],
	404: ({ hasIds }) => [
		'notFound',
		'The service found nothing',
		hasIds
			? 'Check the ID or token. It may be mistyped, deleted or from another organization.'
			: 'The service does not recognize the URL or an ID in the request. Check the IDs, then the Base URL and the paths in the credential.',
	],
	407: () => [
		'unreachable',
		'The proxy requires authentication (HTTP 407)',
		'Add the user name and password of the proxy to the environment variables HTTP_PROXY and HTTPS_PROXY of n8n.',
	],
	429: ({ waitAdvice }) => [
		'rateLimited',
		'Rate limit reached (HTTP 429)',
		waitAdvice === ''
			? 'The node used all its retries. Run the workflow again in a few minutes.'
			: `${waitAdvice.trim()} Run the workflow again after that.`,
	],
	500: ({ status, waitAdvice }) => [
		'serviceTrouble',
		status === 206
			? 'The service returned only part of the response (HTTP 206)'
			: `The service failed to handle the request (HTTP ${status})`,
		waitAdvice === ''
			? 'The cause is probably in the service, not in your entries. Try again later.'
			: `The cause is probably in the service, not in your entries.${waitAdvice} Run the workflow again after that.`,
	],
};
