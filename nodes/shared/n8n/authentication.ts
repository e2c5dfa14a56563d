import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { credentialTestPath, pageSizeLimits, pagingOf } from '../client/settings';
import { ServiceError } from '../client/errors';
import { beforeSend } from '../client/exchange';
import { exchangeToken, holderOf, isOfHolder } from '../client/token';
import { serviceSettingsOf } from './connection';
import { isReadOnly, refuseChanges } from './readOnly';

/** Short, because the user is waiting for the test. */
const testTimeoutMs = 30_000;

/** n8n calls this if there is no token yet, after a rejected token, and on every test. */
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
	// Without a status, so that n8n does not treat it as an expired token and retry.
	return Object.assign(new UserError(`${failure.message}. ${failure.descriptionWithoutCode}`), {
		serviceFailure: failure,
		// n8n before 2.40 drops the wrapped error but keeps this.
		response: { data: { serviceFailure: failure } },
		// For n8n's poll backoff.
		...(failure.kind === 'wrongCredential' && { failure: { cause: 'credential-invalid' } }),
	});
}

/** For the credential test, our nodes and n8n's HTTP Request node. A repeated call overwrites the header. */
export function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
	const { key, baseUrl } = holderOf(credentials);
	const path = pathBelow(requestOptions, baseUrl);
	if (path !== undefined && isReadOnly(credentials)) {
		asUserErrors(() => refuseChanges(requestOptions, path));
	}
	beforeSend(requestOptions);
	if (path === undefined) return requestOptions;
	requestOptions.headers = {
		...requestOptions.headers,
		// Without a token, the service returns 401 and n8n gets a new one.
		Authorization: isOfHolder(key, credentials) ? `Bearer ${String(credentials.accessToken)}` : '',
	};
	if (requestOptions.baseURL !== undefined && requestOptions.baseURL === credentials.baseUrl) {
		requestOptions.baseURL = baseUrl;
		// Only the credential test sends this URL without a query. It requests one page with the parameter names that are
		// set, so that a wrong name fails the test.
		const isTest = requestOptions.url === credentialTestPath && hasNoParameters(requestOptions.qs);
		if (isTest) {
			requestOptions.qs = pagingOf(serviceSettingsOf(credentials), 0, pageSizeLimits.minimum);
			// n8n overwrites the timeout of the test with five minutes.
			requestOptions.timeout = testTimeoutMs;
		}
	}
	if (credentials.allowUnauthorizedCerts === true) {
		requestOptions.skipSslCertificateValidation = true;
		// The HTTP Request node still uses the older name.
		Object.assign(requestOptions, { rejectUnauthorized: false });
	}
	// Other nodes follow redirects, which may lead to another host. By default, n8n sends the token there too.
	requestOptions.sendCredentialsOnCrossOriginRedirect = false;
	return requestOptions;
}

function hasNoParameters(query: IHttpRequestOptions['qs']): boolean {
	return Object.keys(query ?? {}).length === 0;
}

function asUserErrors(check: () => void): void {
	try {
		check();
	} catch (failure) {
		throw asUserError(failure);
	}
}

/**
 * The path of a request to the service. Other nodes may use this credential with any URL, but the token must go only to
 * the Base URL. n8n reads "https:host" beside a base in two ways: its HTTP client appends it, its check of redirects
 * resolves it. Both addresses must be of the service.
 * @returns undefined for another host
 */
function pathBelow(request: IHttpRequestOptions, baseUrl: string): string | undefined {
	// The HTTP Request node still uses "uri".
	const { url = (request as { uri?: string }).uri, baseURL } = request;
	const text = String(url ?? '');
	const isAbsolute = /^([a-z][a-z\d+.-]*:)?\/\//i.test(text);
	const isAppended = baseURL !== undefined && !isAbsolute;
	const address = isAppended ? `${baseURL.replace(/\/+$/, '')}/${text.replace(/^\/+/, '')}` : text;
	if (!URL.canParse(address) || !URL.canParse(text, baseURL)) return undefined;
	const { origin, pathname } = new URL(address);
	const base = new URL(baseUrl);
	if (origin !== base.origin || new URL(text, baseURL).origin !== origin) return undefined;
	const start = base.pathname.replace(/\/$/, '');
	return pathname.startsWith(`${start}/`) ? pathname.slice(start.length) : pathname;
}
