import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { failureOfAnswer, failureOfThrown, isGood, readJson, type RawAnswer } from './answer';
import { normalizeBaseUrl } from './baseUrl';
import { tokenPath } from './dialect';
import { ServiceError, tried } from './errors';
import { defaultRetryPolicy, nextDelayMs, pause } from './retry';

const what = 'exchanging the App ID and App Secret for an access token';

/** Long enough for a slow service, far below n8n's own five minutes. */
const timeoutMs = 30_000;

/** Bound on how long a token just issued is handed to callers that still hold an older one. */
const shareForMs = 30_000;

interface Issued {
	token: string;
	/** Moment until which late callers get this token instead of asking for another. */
	shareUntil: number;
}

const inFlight = new Map<string, Promise<Issued>>();
const justIssued = new Map<string, Issued>();

/**
 * Exchanges the app id and secret for an access token (specification section 5): one request in
 * flight per credential however many callers wait, which n8n itself does not arrange. A caller that
 * comes late, still holding the token that had expired, gets the one just issued.
 * @param credentials the decrypted credential; `accessToken` is the token to be replaced
 * @returns the new access token
 * @throws ServiceError (wrongCredential, notTheService, unreachable, …); never with a secret in it
 */
export async function exchangeToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const baseUrl = normalizeBaseUrl(credentials.baseUrl);
	const key = createHash('sha256')
		.update(JSON.stringify([baseUrl, credentials.appId, credentials.appSecret]))
		.digest('hex');
	const recent = justIssued.get(key);
	if (recent && recent.shareUntil > Date.now() && recent.token !== credentials.accessToken) {
		return recent.token;
	}
	let pending = inFlight.get(key);
	if (!pending) {
		pending = issue(http, baseUrl, credentials).finally(() => inFlight.delete(key));
		inFlight.set(key, pending);
	}
	const issued = await pending;
	forgetOld();
	justIssued.set(key, issued);
	return issued.token;
}

/** Hands a token to nobody any more that the service has refused. */
export function forgetToken(refused: string): void {
	for (const [key, { token }] of justIssued) if (token === refused) justIssued.delete(key);
}

async function issue(
	http: IHttpRequestHelper,
	baseUrl: string,
	credentials: ICredentialDataDecryptedObject,
): Promise<Issued> {
	const started = Date.now();
	for (let tries = 1; ; tries++) {
		const result = await tried(async () => readToken(await sendOnce(http, baseUrl, credentials)));
		if (!result.failure) return result.value;
		const { failure } = result;
		// The exchange changes nothing that a second one would repeat, so it is retried like a read.
		const delay = failure.mayPass
			? nextDelayMs(
					{ ...defaultRetryPolicy, maxTotalMs: timeoutMs },
					tries,
					Date.now() - started,
					failure.retryAfterMs,
				)
			: undefined;
		if (delay === undefined) throw explain(failure);
		await pause(delay);
	}
}

async function sendOnce(
	http: IHttpRequestHelper,
	baseUrl: string,
	credentials: ICredentialDataDecryptedObject,
): Promise<unknown> {
	let answer: RawAnswer;
	try {
		answer = (await http.helpers.httpRequest({
			method: 'POST',
			url: `${baseUrl}${tokenPath}`,
			headers: { Accept: 'application/json' },
			body: { appId: credentials.appId, appSecret: credentials.appSecret },
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation: credentials.allowUnauthorizedCerts === true,
			timeout: timeoutMs,
		})) as RawAnswer;
	} catch (thrown) {
		throw failureOfThrown(thrown, what);
	}
	if (!isGood(answer)) throw failureOfAnswer(answer, what);
	return readJson(answer, what);
}

/** Checks the answer against specification section 4: both values are used in every later request. */
function readToken(body: unknown): Issued {
	const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
	const { access_token: token, token_type: type, expires_in: expiresIn } = answer;
	if (typeof token !== 'string' || token.trim() === '') {
		throw malformed('no access token');
	}
	if (/[^\x21-\x7e]/.test(token)) throw malformed('an access token that no header can carry');
	if (type !== undefined && String(type).toLowerCase() !== 'bearer') {
		throw malformed('a token of another type than Bearer');
	}
	const lifeMs = typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn * 1000 : shareForMs;
	return { token, shareUntil: Date.now() + Math.min(shareForMs, lifeMs / 2) };
}

function malformed(found: string): ServiceError {
	return new ServiceError('notTheService', `The answer held ${found} while ${what}`, {
		description:
			'This is not how the service answers. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.',
	});
}

/** At this address a refusal is about the secret, not about a token; so the words differ. */
function explain(failure: ServiceError): ServiceError {
	const { status } = failure;
	const refused = status === 400 || status === 401 || status === 403;
	if (!refused) return failure;
	return new ServiceError('wrongCredential', 'The service refused the App ID or App Secret', {
		description:
			'Copy both again from the settings of the service (API, your application) into the credential.',
		status,
		fields: ['appId', 'appSecret'],
	});
}

function forgetOld(): void {
	for (const [key, issued] of justIssued)
		if (issued.shareUntil <= Date.now()) justIssued.delete(key);
}
