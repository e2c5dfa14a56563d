import { folded, isObject } from './said';

/** Statuses outside of the standard that mean nothing else: page expired, login timeout, invalid token. */
const ofTokens = new Set([419, 440, 498]);

/** Others may mean a token that is a part of the address: 404, 409, 410, 422. */
const ofCredentials = new Set([400, 401, 403]);

/**
 * Whether an answer says in so many words that the access token is no longer good. As after 401, nothing was done
 * then. A text in which a token is only mentioned says nothing.
 * @param challenge the header WWW-Authenticate, in which a refusal may name its error (RFC 6750, section 3)
 */
export function saysTokenEnded(status: number, body: unknown, challenge?: unknown): boolean {
	if (ofTokens.has(status)) return true;
	const isRefusal = ofCredentials.has(status);
	const codes = isRefusal || (status >= 200 && status < 300) ? codesIn(body) : [];
	const named = isRefusal
		? /\berror\s*=\s*"?([\w .-]{1,60})/i.exec(String(challenge))?.[1]
		: undefined;
	return [...codes, ...(named ? [named] : [])].some((code) =>
		ended.test(code.replace(/[^a-z]/gi, '')),
	);
}

const ended = new RegExp(
	[
		'^(access|bearer|auth|authentication)?(token|jwt|session)(is|has)?(invalid|expired|revoked|notvalid)$',
		'^(invalid|expired|revoked)(access|bearer|auth|authentication)?(token|jwt|session)$',
		'^(unauthenticated|notauthenticated)$',
	].join('|'),
	'i',
);

/** Longer than any code. */
const longestCode = 60;

/** The codes of an error body: of itself, and of the error or first error within it. */
function codesIn(body: unknown): string[] {
	if (!isObject(body) || ('id' in body && body.id !== null)) return [];
	const { error, errors, ...own } = folded(body);
	const nested = [error, Array.isArray(errors) ? (errors as unknown[])[0] : errors];
	const inside = nested.filter(isObject).map(folded);
	return [own, ...inside]
		.flatMap(({ code, errorcode, error_code, type, name, error: told }) => [
			...[code, errorcode, error_code, told],
			// Of a record these may be anything.
			...(nested.some(Boolean) ? [type, name] : []),
		])
		.concat(nested)
		.filter((code): code is string => typeof code === 'string' && code.length <= longestCode);
}
