import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { normalizeBaseUrl } from '../client/baseUrl';
import { credentialTestPath, pageSizeLimits, pagingOf } from '../client/settings';
import { ServiceError } from '../client/errors';
import { depart } from '../client/exchange';
import { exchangeToken, isOfHolder } from '../client/token';
import { serviceSettingsOf } from './connection';

/** The user waits in front of a form. */
const testTimeoutMs = 30_000;

/** What n8n calls when there is no token yet, when one was refused, and on every test. */
export async function preAuthentication(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	try {
		return { ...(await exchangeToken(http, credentials)) };
	} catch (failure) {
		throw asUserError(failure);
	}
}

function asUserError(failure: unknown): unknown {
	if (!(failure instanceof ServiceError)) return failure;
	// It carries no status, so n8n does not take it for an expired token and asks again.
	// Without the code of a network failure, for which n8n would show a general text of its own.
	const next = failure.description.replace(/ \([A-Z_]+\)$/, '');
	return Object.assign(new UserError(`${failure.message}. ${next}`), {
		serviceFailure: failure,
		// Kept by n8n before 2.40, which drops an error that it wraps.
		response: { data: { serviceFailure: failure } },
		// Plain data that n8n's poll back-off reads.
		...(failure.kind === 'wrongCredential' && { failure: { cause: 'credential-invalid' } }),
	});
}

/** The same for the test, our nodes and n8n's HTTP Request node; overwrites on a repeated call. */
export function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
	depart(requestOptions);
	if (!isOwnAddress(requestOptions, credentials.baseUrl)) return requestOptions;
	requestOptions.headers = {
		...requestOptions.headers,
		// Without one the service answers 401, for which n8n gets another.
		Authorization: isOfHolder(credentials) ? `Bearer ${String(credentials.accessToken)}` : '',
	};
	if (requestOptions.baseURL !== undefined && requestOptions.baseURL === credentials.baseUrl) {
		requestOptions.baseURL = normalizeBaseUrl(credentials.baseUrl);
		// Only the test asks so: for one page, by the names that are set, so that a wrong one shows itself.
		const isTest = requestOptions.url === credentialTestPath && isEmpty(requestOptions.qs);
		if (isTest) {
			requestOptions.qs = pagingOf(serviceSettingsOf(credentials), 0, pageSizeLimits.minimum);
			// n8n has put five minutes in place of whatever the test asked for.
			requestOptions.timeout = testTimeoutMs;
		}
	}
	if (credentials.allowUnauthorizedCerts === true) {
		requestOptions.skipSslCertificateValidation = true;
		// The HTTP Request node still reads the older name.
		Object.assign(requestOptions, { rejectUnauthorized: false });
	}
	// That node follows redirects, which may lead elsewhere.
	if ('uri' in requestOptions) requestOptions.sendCredentialsOnCrossOriginRedirect = false;
	return requestOptions;
}

function isEmpty(query: IHttpRequestOptions['qs']): boolean {
	return Object.keys(query ?? {}).length === 0;
}

/**
 * Other nodes may be given this credential for any address; the token is for one only. The address is parsed as n8n's
 * HTTP client parses it: only a path is put behind a base ("https:host" is a host of its own without one).
 */
function isOwnAddress(request: IHttpRequestOptions, baseUrl: unknown): boolean {
	// The HTTP Request node still says "uri".
	const { url = (request as { uri?: string }).uri, baseURL } = request;
	const text = String(url ?? '');
	const address = baseURL !== undefined && /^\/(?!\/)/.test(text) ? baseURL : text;
	if (!URL.canParse(address)) return false;
	return new URL(address).origin === new URL(normalizeBaseUrl(baseUrl)).origin;
}
