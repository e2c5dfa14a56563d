import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { ServiceError } from '../client/errors';
import { quote } from '../client/redact';

/** Only `false`, or an expression with this value or text, turns it off. An expression without a value does not. */
export function isReadOnly({ readOnly }: ICredentialDataDecryptedObject): boolean {
	return readOnly !== false && !(typeof readOnly === 'string' && /^\s*false\s*$/i.test(readOnly));
}

/** @param consequence completes "Read Only is on in the credential, so …" */
export function refusedByReadOnly(consequence: string): ServiceError {
	return new ServiceError('badInput', `Read Only is on in the credential, so ${consequence}`, {
		description:
			'Nothing was changed. To change data, turn off Read Only in the credential, or use another credential.',
		fields: ['readOnly'],
		effect: 'none',
	});
}

/** A service may read the method from such a header instead (docs/api/behaviours.md#healthy-services). */
const methodHeader = /^x-(http-)?method(-override)?$/i;

/**
 * Refuses a request that may change data: everything but GET, HEAD and POST to a search. Only method and address count,
 * so it holds for any node that uses the credential.
 * @param path below the Base URL
 * @throws ServiceError (badInput)
 */
export function refuseChanges(
	{ method = 'GET', headers }: IHttpRequestOptions,
	path: string,
): void {
	const verb = String(method).toUpperCase();
	const reads = verb === 'GET' || verb === 'HEAD' || (verb === 'POST' && isSearchPath(path));
	const isOverridden = Object.keys(headers ?? {}).some((name) => methodHeader.test(name));
	if (reads && !isOverridden) return;
	throw refusedByReadOnly(`n8n did not send ${quote(`${verb} ${path}`, 100)}`);
}

/** Whether a POST to this path only reads. An encoded slash or dot is refused. */
export function isSearchPath(path: string): boolean {
	return /^\/v2\/search(\/[\w.~-]+)+$/.test(path);
}
