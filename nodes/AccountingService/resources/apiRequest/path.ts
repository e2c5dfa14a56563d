import { refuseInput } from '../../../shared/client/errors';
import { quoteValue } from '../../../shared/fields/values';

const longest = 2000;

const address = /^[a-z][a-z0-9+.-]*:\/\/|^\/\//iu;

/** Characters that leave the path, or that a proxy may interpret. */
const unwanted = /[\\?#\s\p{Cc}\p{Cs}]|^[a-z][a-z0-9+.-]*:|^\/\//iu;

/**
 * Reads a path: "bankaccounts", "/bankaccounts" or "/v2/bankaccounts".
 * @returns the path from /v2/ on, with encoded segments
 * @throws ServiceError (badInput) for a URL, host, query, fragment or dot segment, plain or encoded. The access token must
 * go only to the API of the credential.
 */
export function apiPath(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : (value ?? '');
	if (text === '') refusePath('Path is empty');
	if (typeof text !== 'string') return refusePath(`Path must be text, but is ${quoteValue(text)}`);
	if (text.length > longest) refusePath('Path is too long');
	if (address.test(text)) refusePath('Path contains a complete address');
	if (unwanted.test(text)) refusePath('Path contains a character that is not allowed');
	const segments = text
		.replace(/^\/?v2\//, '')
		.replace(/^\//, '')
		.split('/');
	return `/v2/${segments.map(encodedSegment).join('/')}`;
}

function encodedSegment(segment: string): string {
	let plain: string;
	try {
		plain = decodeURIComponent(segment);
	} catch {
		return refusePath('Path contains an invalid percent encoding');
	}
	// A proxy may decode a segment that is encoded twice (docs/api/behaviours.md#healthy-services).
	if (/^\.{0,2}$/.test(plain)) refusePath('Path contains an empty segment, or one of dots only');
	if (/[/\\\p{Cc}]|%[0-9a-f]{2}/iu.test(plain)) refusePath('Path contains an encoded separator');
	return encodeURIComponent(plain);
}

function refusePath(message: string): never {
	return refuseInput(
		'path',
		message,
		'Enter the path after /v2, such as templates/701. Enter query parameters under Query Parameters.',
	);
}
