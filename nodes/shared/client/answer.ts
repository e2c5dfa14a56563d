import {
	ServiceError,
	cutOff,
	shorterAnswers,
	type FailureDetails,
	type FailureKind,
	type Tried,
} from './errors';
import { parseJsonExactly } from './json';
import { readServiceMessage } from './message';
import { effectOfStatus, requestedWaitMs, statusMayPass, waitInWords } from './retry';

/** What n8n's request helper gives back when asked for the full response. */
export interface RawAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Empty where it was received as it came. */
	body: Buffer;
	/** What the receiver of a good answer made of its body. */
	received?: Tried<unknown>;
}

/** Takes the body of a good answer as it comes, so that nobody has to hold all of it. */
export type Receive<T = unknown> = (
	headers: RawAnswer['headers'],
	body: AsyncIterable<Buffer>,
) => Promise<T>;

/** 206 is a part of an answer (RFC 9110, section 15.3.7), and the node requests none. */
export function isGood({ statusCode }: Pick<RawAnswer, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode <= 299 && statusCode !== 206;
}

/** Reads the text of JSON. */
export type Parser = (text: string) => unknown;

/** Nothing, or nothing but spaces. */
export function isEmpty({ body }: RawAnswer): boolean {
	return body.length < 100 && body.toString('latin1').trim() === '';
}

/** The text of an answer, which is UTF-8 as JSON is (RFC 8259, section 8.1), with or without a byte order mark. */
export function decode({ body }: Pick<RawAnswer, 'body'>): string {
	return body.toString('utf8').replace(/^\uFEFF/, '');
}

/** The type that an answer declares, with its parameters; empty where it declares none. */
export function contentTypeOf({ headers }: Pick<RawAnswer, 'headers'>): string {
	return String(headers['content-type'] ?? '').trim();
}

/** What the service answers at unknown addresses (docs/api/requests.md#errors), and gateways at any. */
export function isWebPage(text: string): boolean {
	return /^\s*<(?:!doctype\s+html|html)\b/i.test(text.slice(0, 1024));
}

/** A 2xx answer with an unexpected body. The status is a success, so a change may have been done. */
export function unexpected(
	happened: string,
	what: string,
	more: Partial<FailureDetails> = {},
): ServiceError {
	return new ServiceError('notTheService', `${happened} while ${what}`, {
		description:
			'This is not how the service answers. Check the Base URL in the credential, and whether a proxy or gateway in between changes answers.',
		effect: 'open',
		...more,
	});
}

/**
 * The JSON of a 2xx answer; numbers that no JavaScript number holds as strings, unless another parser is given.
 * @returns undefined for 204, which has no body
 * @throws ServiceError (notTheService) for a web page, an empty answer, half of one, and what is no JSON
 */
export function readJson(
	answer: RawAnswer,
	what: string,
	parser: Parser = parseJsonExactly,
): unknown {
	if (answer.statusCode === 204) return undefined;
	const text = decode(answer);
	const value = parsed(text, parser);
	if (value !== undefined) return value;
	const status = answer.statusCode;
	if (isWebPage(text)) {
		throw unexpected('A web page came back instead of data', what, {
			description:
				'The service answers unknown addresses with its web application. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.',
			status,
		});
	}
	const start = text.trimStart().charAt(0);
	const [happened, description] = cutOff;
	if (start === '') {
		// A packed answer that is cut off early is unpacked to nothing.
		throw unexpected('The answer was empty', what, { description, status, mayPass: true });
	}
	if (start !== '{' && start !== '[') throw unexpected('The answer was not JSON', what, { status });
	throw new ServiceError('unreachable', `${happened} while ${what}`, {
		description,
		status,
		effect: 'open',
		mayPass: true,
		withOption: shorterAnswers,
	});
}

/** @returns undefined for what is no JSON */
export function jsonOf(answer: RawAnswer): unknown {
	return parsed(decode(answer), parseJsonExactly);
}

function parsed(text: string, parser: Parser): unknown {
	try {
		return parser(text);
	} catch {
		// The caller looks at the text to see what it is instead.
		return undefined;
	}
}

/**
 * The failure that an answer other than 2xx shows. Only 400 with ValidationError is published (docs/api/requests.md#errors); the
 * other statuses are read with their standard HTTP meaning.
 * @param what what the request is for, to finish sentences: "listing accounting documents (page 3)"
 * @param hasIds whether the address names a record, which may not be there
 * @param body null where nothing of it may be shown
 */
export function failureOfAnswer(
	answer: RawAnswer,
	what: string,
	hasIds = false,
	body: unknown = jsonOf(answer),
): ServiceError {
	const { statusCode: status, headers } = answer;
	const retryAfterMs = requestedWaitMs(status, headers);
	// The words of a proxy are about no field of the service.
	const { text, fields } = readServiceMessage(status === 407 ? null : body);
	const wait = waitInWords(retryAfterMs);
	const asks = wait === undefined ? '' : ` It asks to wait ${wait} before the next request.`;
	const details = {
		status,
		fields,
		retryAfterMs,
		effect: effectOfStatus(status),
		mayPass: statusMayPass(status),
	};
	const known = explanations[classOf(status)];
	if (known) {
		const [kind, happened, description] = known({ status, asks, hasIds });
		const withOption = status === 429 ? fewerRequests : undefined;
		const more = { description, serviceMessage: text, withOption };
		return new ServiceError(kind, `${happened} while ${what}`, { ...details, ...more });
	}
	const happened =
		text === ''
			? `The service rejected the request (HTTP ${status}) while ${what}`
			: `The service rejected the request while ${what}: ${text}`;
	const next =
		fields.length > 0 ? `Correct ${fields.join(', ')}.` : 'Check the values of this node.';
	return new ServiceError('rejected', happened, {
		...details,
		description: `${next} If a parameter name is unknown to your service, change it in the credential under "Customize Parameter Names"; the operation Connection Check finds out what to enter.`,
	});
}

const fewerRequests = {
	parallelPages: 'Lower Advanced > Parallel Pages to send fewer requests at once.',
	maxTries: 'Raise Advanced > Max Tries to wait longer for the limit to end.',
};

/** The status that explains others of its kind. */
function classOf(status: number): number {
	if (status >= 500 || [206, 408, 425].includes(status)) return 500;
	if (status < 400) return 300;
	return status === 410 ? 404 : status;
}

interface Answered {
	status: number;
	/** The wait that it asks for, as a sentence with a space before it, or nothing. */
	asks: string;
	hasIds: boolean;
}

/** What happened and what to do next, where the service's own words are not all there is to say. */
const explanations: Partial<
	Record<number, (answered: Answered) => [kind: FailureKind, happened: string, next: string]>
> = {
	300: ({ status }) => [
		'redirected',
		`The service pointed to another address (HTTP ${status})`,
		'The token is never sent to another address. Enter the final address of the service as Base URL in the credential.',
	],
	401: () => [
		'wrongCredential',
		'The service refused the access token',
		'A new token was requested and refused as well. Check the App ID and App Secret in the credential, and that the application is still active in the settings of the service.',
	],
	403: ({ asks }) => [
		'forbidden',
		'The service does not allow this application to go on',
		`Check in the settings of the service what the application may access, or use the credential of another application.${asks}`,
	],
	404: ({ hasIds }) => [
		'notFound',
		'The service found nothing',
		hasIds
			? 'Check the ID or token: it may be mistyped, removed, or of another organization.'
			: 'The service does not know the address, or an ID among the values that were sent. Check those values, then the Base URL and the paths in the credential.',
	],
	407: () => [
		'unreachable',
		'A proxy asks this n8n to sign in (HTTP 407)',
		'Set its user name and password where n8n is told of the proxy (HTTP_PROXY and HTTPS_PROXY).',
	],
	429: ({ asks }) => [
		'rateLimited',
		'Rate limit reached (HTTP 429)',
		asks === ''
			? 'The node waited and retried as often as allowed. Run the workflow again in a few minutes.'
			: `${asks.trim()} Run the workflow again after that.`,
	],
	500: ({ status, asks }) => [
		'serviceTrouble',
		`The service had trouble of its own (HTTP ${status})`,
		asks === ''
			? 'The request itself may be fine: try again later.'
			: `The request itself may be fine.${asks} Run the workflow again after that.`,
	],
};
