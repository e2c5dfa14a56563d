import { refuseInput } from '../../../shared/client/errors';
import { shown } from '../../../shared/fields/values';

const longest = 2000;

/** What leads out of the path, or is read by somebody on the way as something else than a part of it. */
const unwanted = /[\\?#\s\p{Cc}\p{Cs}]|^[a-z][a-z0-9+.-]*:|^\/\//iu;

/**
 * A path below /v2 as a user writes it: "contacts/17", "/contacts/17" or "/v2/contacts/17".
 * @returns with its segments encoded, beginning with /v2/
 * @throws ServiceError (badInput) for what is no text, a whole address, a host, a query, a fragment, and for dots that walk the
 * path, plain or encoded: the token goes nowhere but to the API of the credential
 */
export function apiPath(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : (value ?? '');
	if (text === '') refuse('The Path is empty');
	if (typeof text !== 'string') return refuse(`The Path must be a text, but is ${shown(text)}`);
	if (text.length > longest) refuse('The Path is too long');
	if (unwanted.test(text)) refuse('The Path holds something that is no part of a path');
	const segments = text
		.replace(/^\/?v2\//, '')
		.replace(/^\//, '')
		.split('/');
	return `/v2/${segments.map(encoded).join('/')}`;
}

function encoded(segment: string): string {
	let plain: string;
	try {
		plain = decodeURIComponent(segment);
	} catch {
		return refuse('The Path holds a percent sign that encodes nothing');
	}
	// What is still encoded now would be decoded by somebody on the way.
	if (/^\.{0,2}$/.test(plain)) refuse('The Path holds an empty part, or one of dots only');
	if (/[/\\\p{Cc}]|%[0-9a-f]{2}/iu.test(plain)) refuse('The Path holds an encoded separator');
	return encodeURIComponent(plain);
}

function refuse(message: string): never {
	return refuseInput(
		'path',
		message,
		'Enter what follows /v2 in the address, such as contacts/17. What follows a question mark goes into Query Parameters.',
	);
}
