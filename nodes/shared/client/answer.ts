import { ServiceError, type Effect, type FailureDetails, type Tried } from './errors';
import { parseJsonExactly } from './json';
import { quote } from './quote';
import { requestedWaitMs } from './retry';
import { failureOfStatus } from './statuses';

/** What n8n's request helper gives back when asked for the full response. */
export interface RawAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Empty where it was received as it came. */
	body: Buffer;
	/** It came packed, and the body is what could be unpacked. */
	isPacked?: boolean;
	/** What the receiver of a good answer made of its body. */
	received?: Tried<unknown>;
}

/** Takes the body of a good answer as it comes, so that nobody has to hold all of it. */
export type Receive<T = unknown> = (
	headers: RawAnswer['headers'],
	body: AsyncIterable<Buffer>,
) => Promise<T>;

/** 206 is a part of an answer, and the node asks for none. */
export function isGood({ statusCode }: Pick<RawAnswer, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode <= 299 && statusCode !== 206;
}

/** Reads the text of JSON. */
export type Parser = (text: string) => unknown;

/** Nothing, or nothing but spaces. */
export function isEmpty({ body }: RawAnswer): boolean {
	return body.length < 100 && body.toString('latin1').trim() === '';
}

/**
 * The failure that an answer other than 2xx tells.
 * @param what what the request is for, to finish sentences: "listing accounting documents (page 3)"
 * @param hasIds whether the address names a record
 */
export function failureOfAnswer(answer: RawAnswer, what: string, hasIds: boolean): ServiceError {
	const wait = requestedWaitMs(answer.statusCode, answer.headers);
	return failureOfStatus(answer.statusCode, jsonOf(answer), what, wait, hasIds);
}

/**
 * The JSON of a 2xx answer; numbers that no JavaScript number holds as strings (json.ts), unless another parser is given.
 * @returns undefined for 204, which has no body
 * @throws ServiceError (notTheService) for a web page, an empty answer, half of one, what is no JSON, or another type
 */
export function readJson(
	answer: RawAnswer,
	what: string,
	parser: Parser = parseJsonExactly,
): unknown {
	// An empty list, or nothing to say.
	if (answer.statusCode === 204) return undefined;
	const text = decode(answer);
	const start = text.trimStart().charAt(0);
	const no = (happened: string, description: string, more: Partial<FailureDetails> = {}) =>
		new ServiceError('notTheService', `${happened} while ${what}`, {
			description,
			status: answer.statusCode,
			// The service has answered "OK", whatever came with it.
			effect: 'open' satisfies Effect,
			...more,
		});
	const type = contentTypeOf(answer);
	if (isWebPage(text) || (start === '<' && /html/i.test(type))) {
		throw no(
			'A web page came back instead of data',
			'The service answers unknown addresses with its web application. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.',
		);
	}
	if (start === '' && answer.isPacked) {
		throw no(
			'The packed answer held nothing',
			'It was cut off, or packed empty. Try again later; if it stays, look whether a proxy or gateway in between changes or cuts answers.',
			{ mayPass: true },
		);
	}
	if (start === '') {
		throw no(
			'The answer was empty',
			'Check the Base URL in the credential, and whether a proxy or gateway in between drops answers.',
		);
	}
	const gateway =
		'Check the Base URL in the credential, and whether a proxy or gateway in between changes answers.';
	const parsed = parse(text, parser);
	if (parsed.tooMuch !== undefined) throw no(`The JSON of the answer ${parsed.tooMuch}`, gateway);
	const { value } = parsed;
	if (value === undefined) {
		if (start !== '{' && start !== '[') throw no('The answer was not JSON', gateway);
		throw no(
			'The answer was cut off in the middle or is not valid JSON',
			'Try again later. If it stays, show it to the provider of the service, and look whether a proxy or gateway in between cuts or changes answers.',
			{ mayPass: true, withOption: shorterAnswers },
		);
	}
	if (type !== '' && !/json/i.test(type)) {
		throw no(`The answer came as ${quote(type, 60)} instead of JSON`, gateway);
	}
	return value;
}

/** The type that an answer declares, with its parameters; empty where it declares none. */
export function contentTypeOf({ headers }: Pick<RawAnswer, 'headers'>): string {
	return String(headers['content-type'] ?? '').trim();
}

/** Whether a text begins as a web page does, behind what nobody sees of it: spaces, comments, an XML declaration. */
export function isWebPage(text: string): boolean {
	const hidden = /^(?:[\s\0\uFEFF]|<!--[^]*?-->|<\?[^]*?\?>)*/.exec(text)?.[0].length ?? 0;
	return /^<(?:!doctype\s+html|html|head|body)\b/i.test(text.slice(hidden, hidden + 100));
}

/** Where a list is read in pages. */
export const shorterAnswers = { pageSize: 'A smaller Page Size makes answers shorter.' };

/** @returns undefined for what is no JSON */
export function jsonOf(answer: RawAnswer): unknown {
	return parse(decode(answer)).value;
}

/** The value is undefined for what is no JSON, which holds no such value. */
function parse(
	text: string,
	parser: Parser = parseJsonExactly,
): { value?: unknown; tooMuch?: string } {
	try {
		return { value: parser(text) };
	} catch (thrown) {
		// The caller tells the kinds of non-JSON apart by their text.
		return thrown instanceof RangeError ? { tooMuch: thrown.message } : {};
	}
}

/** The text of an answer, which is UTF-8 as JSON is (RFC 8259, section 8.1), with or without a byte order mark. */
export function decode({ body }: Pick<RawAnswer, 'body'>): string {
	const hasMark = body.subarray(0, 3).toString('hex') === 'efbbbf';
	return body.toString('utf8', hasMark ? 3 : 0);
}
