import { ServiceError } from './errors';
import { quote } from './redact';

/** Hosts for which plain http is acceptable: loopback, RFC 1918, link-local and unique local. */
const privateHost =
	/^(localhost|.+\.localhost|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[::1\]|\[f[cd][0-9a-f]{2}:.*\]|\[fe80:.*\])$/i;

/**
 * The URL to which every path is appended, without a trailing slash or version prefix.
 * @param input e.g. "https://api.example.com/" or "https://api.example.com/v2"
 * @throws ServiceError (badInput) for an invalid URL or plain http to a public host
 */
export function normalizeBaseUrl(input: unknown): string {
	const text = typeof input === 'string' ? input.trim() : '';
	if (text === '') throw badBaseUrl('The Base URL is empty');
	if (!URL.canParse(text)) throw badBaseUrl(`The Base URL is not a web address: ${shorten(text)}`);
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw badBaseUrl(`The Base URL must start with https://, not ${url.protocol}//`);
	}
	if (url.protocol === 'http:' && !privateHost.test(url.hostname)) {
		throw badBaseUrl(
			`The Base URL uses http:// for the public host ${url.hostname}, which would send the app secret unencrypted`,
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw badBaseUrl('The Base URL must not contain a user name or password');
	}
	const path = url.pathname.replace(/\/+$/, '').replace(/\/v2$/i, '').replace(/\/+$/, '');
	return `${url.origin}${path}`;
}

function badBaseUrl(message: string): ServiceError {
	return new ServiceError('badInput', message, {
		description:
			'Open the credential and enter the address of the API, e.g. https://api.example.com. Use http:// only for localhost or a private address.',
		fields: ['baseUrl'],
	});
}

/** Enough of a mistyped URL to recognise it, without the parts that may hold a password or key. */
function shorten(text: string): string {
	return quote(text.replace(/[?#].*$/s, '').replace(/^.*@/s, ''), 80);
}
