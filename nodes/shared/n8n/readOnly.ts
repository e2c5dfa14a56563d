import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { ServiceError } from '../client/errors';
import { quote } from '../client/redact';
import { splitRoute } from '../client/route';
import { assumedRoutes, type ServiceSettings } from '../client/settings';

/** Only `false` turns it off. n8n stores `false` by default, so anything else is on, or an expression without a value. */
export function isReadOnly({ readOnly }: ICredentialDataDecryptedObject): boolean {
	return readOnly !== false;
}

/** @param what completes "Read Only is on in the credential, so …" */
export function refusedByReadOnly(what: string): ServiceError {
	return new ServiceError('badInput', `Read Only is on in the credential, so ${what}`, {
		description:
			'Nothing was changed. To change data, turn off Read Only in the credential, or use another credential.',
		fields: ['readOnly'],
		effect: 'none',
	});
}

/** Some services read the method from a header instead. */
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
	settingsOf: () => ServiceSettings,
): void {
	const verb = String(method).toUpperCase();
	const reads =
		verb === 'GET' || verb === 'HEAD' || (verb === 'POST' && isSearch(path, settingsOf));
	const isOverridden = Object.keys(headers ?? {}).some((name) => methodHeader.test(name));
	if (reads && !isOverridden) return;
	throw refusedByReadOnly(`n8n did not send ${quote(`${verb} ${path}`, 100)}`);
}

/** Below /v2/search, or the path of a search in the credential. An encoded slash or dot is refused. */
function isSearch(path: string, settingsOf: () => ServiceSettings): boolean {
	if (/^\/v2\/search(\/[\w.~-]+)+$/.test(path)) return true;
	const assumed = assumedRoutes.searchContactsPath;
	return path === splitRoute(settingsOf().routes[assumed] ?? assumed).path;
}
