import { ServiceError, type Effect } from './errors';
import { parseJsonExactly } from './json';
import { retryAfterMs } from './retry';
import { failureOfStatus } from './statuses';

/** What n8n's request helper gives back when asked for the full response. */
export interface RawAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Bytes; a text only where a transform has put one in their place. */
	body: Buffer | string;
}

export function isGood({ statusCode }: Pick<RawAnswer, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode <= 299;
}

export function isEmpty({ body }: RawAnswer): boolean {
	return body.length === 0 || (body.length < 100 && asText(body).trim() === '');
}

/**
 * The failure that an answer other than 2xx tells.
 * @param what what the request is for, to finish sentences: "listing accounting documents (page 3, 100 to a page)"
 */
export function failureOfAnswer({ statusCode, headers, body }: RawAnswer, what: string) {
	const wait = retryAfterMs(headers['retry-after'], Date.now());
	return failureOfStatus(statusCode, jsonOf(asText(body)), what, wait);
}

/**
 * The JSON of a 2xx answer; numbers that no JavaScript number holds as strings (json.ts).
 * @throws ServiceError (notTheService) for a web page, an empty answer, half of one, or another type
 */
export function readJson(answer: RawAnswer, what: string): unknown {
	const text = asText(answer.body);
	const start = text.trimStart().charAt(0);
	const no = (
		happened: string,
		description: string,
		more: { mayPass?: true; mayBeToken?: true } = {},
	) =>
		new ServiceError('notTheService', `${happened} while ${what}`, {
			description,
			status: answer.statusCode,
			// The service has answered "OK", whatever came with it.
			effect: 'open' satisfies Effect,
			...more,
		});
	if (start === '<') {
		throw no(
			'A web page came back instead of data',
			'The service answers unknown addresses with its web application. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.',
			{ mayBeToken: true },
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
	const value = jsonOf(text);
	if (value === undefined) {
		throw start === '{' || start === '['
			? no(
					'The answer was cut off in the middle',
					'Try again later; if it stays, a smaller Page Size makes answers shorter.',
					{ mayPass: true },
				)
			: no('The answer was not JSON', gateway);
	}
	const type = String(answer.headers['content-type'] ?? 'application/json');
	if (!/json/i.test(type)) {
		throw no(`The answer came as ${type.slice(0, 60)} instead of JSON`, gateway);
	}
	return value;
}

/** @returns undefined for what is no JSON, which holds no such value */
function jsonOf(text: string): unknown {
	try {
		return parseJsonExactly(text);
	} catch {
		// The caller tells the kinds of non-JSON apart by their text.
		return undefined;
	}
}

function asText(body: Buffer | string): string {
	return typeof body === 'string' ? body : body.toString('utf8');
}
