import { isCutOff } from './cutOff';
import { ServiceError, type Effect, type FailureDetails, type Tried } from './errors';
import { parseJsonExactly } from './json';
import { quote } from './quote';
import { repeatedMember } from './repeatedMember';
import { retryAfterMs } from './retry';
import { failureOfStatus } from './statuses';
import { saysTokenEnded } from './tokenEnded';

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

export function isGood({ statusCode }: Pick<RawAnswer, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode <= 299;
}

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
	const wait = retryAfterMs(answer.headers['retry-after'], Date.now());
	const body = jsonOf(answer);
	const challenge = answer.headers['www-authenticate'];
	const status = saysTokenEnded(answer.statusCode, body, challenge) ? 401 : answer.statusCode;
	return failureOfStatus(status, body, what, wait, hasIds);
}

/**
 * The JSON of a 2xx answer; numbers that no JavaScript number holds as strings (json.ts).
 * @returns undefined for 204, which has no body
 * @throws ServiceError (notTheService) for a web page, an empty answer, half of one, what is no JSON, or another type;
 * (wrongCredential) where it says that the token has ended
 */
export function readJson(answer: RawAnswer, what: string): unknown {
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
	if (start === '<' && isXml(text, type)) {
		throw no(
			'XML came back instead of JSON',
			'Something else than the API answers at this address. Check the Base URL in the credential, and whether a proxy or gateway in between answers for the service.',
			{ mayBeToken: true },
		);
	}
	if (start === '<') {
		throw no(
			'A web page came back instead of data',
			'The service answers unknown addresses with its web application. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.',
			{ mayBeToken: true },
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
	const parsed = parse(text);
	if (parsed.tooMuch !== undefined) throw no(`The JSON of the answer ${parsed.tooMuch}`, gateway);
	const { value } = parsed;
	if (value === undefined) {
		if (start !== '{' && start !== '[') throw no('The answer was not JSON', gateway);
		throw isCutOff(text)
			? no('The answer was cut off in the middle', 'Try again later.', {
					mayPass: true,
					withOption: shorterAnswers,
				})
			: no(
					'The JSON of the answer is not valid',
					`No parser takes it: it may hold a value such as NaN, a comma before a closing bracket, or a second document behind the first. Show it to the provider of the service. ${gateway}`,
				);
	}
	const twice = repeatedMember(text, value);
	if (twice !== undefined) {
		throw no(
			`The answer held ${quote(twice, 40)} twice`,
			'Every parser keeps the last one only, so that records would be lost. Show it to the provider of the service.',
		);
	}
	if (type !== '' && !/json/i.test(type)) {
		throw no(`The answer came as ${quote(type, 60)} instead of JSON`, gateway);
	}
	refuseTokenEnded(answer.statusCode, value, what);
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

function isXml(text: string, type: string): boolean {
	if (isWebPage(text) || /html/i.test(type)) return false;
	return /^\s*<\?xml\b/i.test(text) || /[/+]xml\b/i.test(type);
}

/** @throws ServiceError (wrongCredential) where an answer says that the token has ended: 401 but for its number */
export function refuseTokenEnded(status: number, body: unknown, what: string): void {
	if (saysTokenEnded(status, body)) throw failureOfStatus(401, body, what);
}

/** Where a list is read in pages. */
export const shorterAnswers = { pageSize: 'A smaller Page Size makes answers shorter.' };

/** @returns undefined for what is no JSON */
export function jsonOf(answer: RawAnswer): unknown {
	return parse(decode(answer)).value;
}

/** The value is undefined for what is no JSON, which holds no such value. */
function parse(text: string): { value?: unknown; tooMuch?: string } {
	try {
		return { value: parseJsonExactly(text) };
	} catch (thrown) {
		// The caller tells the kinds of non-JSON apart by their text.
		return thrown instanceof RangeError ? { tooMuch: thrown.message } : {};
	}
}

/** The text of an answer: by its byte order mark, else by the character set that it declares, else UTF-8. */
export function decode({ headers, body }: RawAnswer): string {
	const mark = body.subarray(0, 3).toString('hex');
	const declared = /charset\s*=\s*"?([^";\s]+)/i.exec(String(headers['content-type'] ?? ''))?.[1];
	const charset = mark.startsWith('fffe')
		? 'utf-16le'
		: mark.startsWith('feff')
			? 'utf-16be'
			: mark === 'efbbbf'
				? 'utf-8'
				: (declared ?? 'utf-8');
	// A TextDecoder takes half a millisecond more for a page.
	if (/^utf-?8$/i.test(charset)) return body.toString('utf8', mark === 'efbbbf' ? 3 : 0);
	try {
		const decoder = new TextDecoder(charset);
		return decoder.encoding === 'windows-1252' ? fromWindows1252(body) : decoder.decode(body);
	} catch {
		// A name that nobody knows says nothing.
		return body.toString('utf8');
	}
}

/**
 * By the Encoding Standard, in which "iso-8859-1", "latin1" and "ascii" are names of windows-1252 as well. Node 20
 * decodes it as Latin 1, which has control characters in place of the euro sign, dashes and quotation marks.
 */
function fromWindows1252(body: Buffer): string {
	const text = body.toString('latin1');
	return text.replace(/[\u0080-\u009f]/g, (code) => from0x80[code.charCodeAt(0) - 0x80]);
}

/** The bytes from 0x80 to 0x9f; five of them stand for themselves. */
const from0x80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
