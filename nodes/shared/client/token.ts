import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { failureOfAnswer, isGood, readJson, unexpected } from './answer';
import { normalizeBaseUrl } from './baseUrl';
import { pause } from './deadline';
import { tokenPath } from './settings';
import { isRefusal } from './envelope';
import { ServiceError, tried } from './errors';
import { exchange } from './exchange';
import { isObject } from './message';
import { protect } from './redact';
import { defaultRetryPolicy, nextDelayMs } from './retry';

const what = 'exchanging the App ID and App Secret for an access token';

/** Timeout of one try, and the time for all retries unless the failure is a rate limit. */
const timeoutMs = 30_000;

/** Maximum time of an exchange with all its retries. */
export const exchangeMs = defaultRetryPolicy.maxTotalMs + timeoutMs;

/** A token in the hidden fields of the credential. */
export interface StoredToken {
	accessToken: string;
	/** Milliseconds since 1970; 0 if the service did not report an expiry. */
	renewAt: number;
	/** {@link Holder.key} of the credential. */
	tokenHolder: string;
}

/** What an exchange sends, and where. Any difference changes the key. */
type Holder = ReturnType<typeof holderOf>;

interface Issued {
	token: string;
	issuedAt: number;
	/** From `expires_in` in seconds (docs/api/requests.md#token-exchange); Infinity without it. */
	lifeMs: number;
}

/** Pending exchanges, by holder. They continue if their execution is cancelled, because other callers may wait. */
const flights = new Map<string, Promise<Issued>>();

/** The latest token of this process, by holder. Kept after it has expired. */
const latest = new Map<string, Issued>();

/** How long callers with an older token get the latest one instead of a new exchange. */
const shareForMs = 30_000;

/** The node renews a token this long before it expires, or a tenth of its lifetime if that is shorter. */
const renewBeforeMs = 60_000;

/** Keyed by holder and token, because two services may issue the same token. */
const refusedTokens = new Set<string>();
const maxRefused = 100;

/** @throws ServiceError (badInput) for an invalid Base URL */
export function holderOf(credentials: ICredentialDataDecryptedObject) {
	const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
	const holder = {
		baseUrl: normalizeBaseUrl(credentials.baseUrl),
		appId: text(credentials.appId),
		appSecret: text(credentials.appSecret),
		// Never use a token from a server without a trusted certificate where certificates are checked.
		ignoresCertificates: credentials.allowUnauthorizedCerts === true,
	};
	protect(holder.appId, holder.appSecret, credentials.accessToken);
	const values = JSON.stringify(Object.values(holder));
	return { ...holder, key: createHash('sha256').update(values).digest('hex') };
}

/**
 * Gets an access token. The exchange is single-flight per credential, which n8n itself does not ensure. A late caller
 * that still has the expired token gets the latest one.
 * @param credentials the decrypted credential with the `accessToken` to replace
 * @throws ServiceError (wrongCredential, notTheService, unreachable, …), without text from the response
 */
export async function exchangeToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<StoredToken> {
	const holder = holderOf(credentials);
	const { key } = holder;
	const recent = latest.get(key);
	const isOther = recent !== undefined && recent.token !== credentials.accessToken;
	if (isOther && isShared(recent) && !isRefused(key, recent.token)) return stored(recent, key);
	const flight = flights.get(key) ?? issueToken(http, holder).finally(() => flights.delete(key));
	flights.set(key, flight);
	const issued = await flight;
	// Some services issue the same token again.
	refusedTokens.delete(`${key} ${issued.token}`);
	latest.set(key, issued);
	return stored(issued, key);
}

/**
 * Marks a token as rejected, so that this process never sends it again.
 * @param key of its holder
 */
export function refuseToken(key: string, token: string): void {
	refusedTokens.add(`${key} ${token}`);
	for (const oldest of [...refusedTokens].slice(0, -maxRefused)) refusedTokens.delete(oldest);
}

function isRefused(key: string, token: string): boolean {
	return refusedTokens.has(`${key} ${token}`);
}

/** Milliseconds since this process got the token; Infinity unless it is the latest. */
export function tokenAgeMs(key: string, token: string): number {
	const recent = latest.get(key);
	const isLatest = recent?.token === token && !isRefused(key, token);
	return isLatest ? Date.now() - recent.issuedAt : Infinity;
}

/**
 * Whether a stored token belongs to this credential, is not rejected and does not expire soon.
 * @param key of the credential's holder
 */
export function isUsable(key: string, credentials: ICredentialDataDecryptedObject): boolean {
	const { accessToken, renewAt } = credentials;
	if (typeof accessToken !== 'string' || accessToken === '') return false;
	if (typeof renewAt === 'number' && renewAt > 0 && renewAt <= Date.now()) return false;
	return isOfHolder(key, credentials) && !isRefused(key, accessToken);
}

/** Whether another process stored the token. It may renew the token too. */
export function isOfOther(key: string, { accessToken }: ICredentialDataDecryptedObject): boolean {
	if (typeof accessToken !== 'string' || accessToken === '') return false;
	return latest.get(key)?.token !== accessToken;
}

/** Whether the token was issued for the same Base URL, secret and certificate check. */
export function isOfHolder(key: string, { tokenHolder }: ICredentialDataDecryptedObject): boolean {
	return !tokenHolder || tokenHolder === key;
}

function stored({ token, issuedAt, lifeMs }: Issued, tokenHolder: string): StoredToken {
	const endsAt = issuedAt + lifeMs - Math.min(renewBeforeMs, lifeMs / 10);
	return { accessToken: token, renewAt: lifeMs === Infinity ? 0 : Math.floor(endsAt), tokenHolder };
}

function isShared({ issuedAt, lifeMs }: Issued): boolean {
	return Date.now() < issuedAt + Math.min(shareForMs, lifeMs / 2);
}

/**
 * Exchanges the App ID and App Secret for an access token (docs/api/requests.md#token-exchange). The exchange changes
 * nothing, so it is retried after transient failures.
 */
async function issueToken(http: IHttpRequestHelper, holder: Holder): Promise<Issued> {
	const started = Date.now();
	for (let tries = 1; ; tries++) {
		const result = await tried(async () => await sendOnce(http, holder));
		if (!result.failure) return result.value;
		const { failure } = result;
		// Wait for a rate limit as long as for any request, but only briefly for a service that does not respond.
		const maxTotalMs = failure.status === 429 ? defaultRetryPolicy.maxTotalMs : timeoutMs;
		const policy = { ...defaultRetryPolicy, maxTotalMs };
		const delay = failure.isTransient
			? nextDelayMs(policy, tries, Date.now() - started, failure)
			: undefined;
		if (delay === undefined) throw failure.but({ withOption: undefined });
		await pause(delay);
	}
}

async function sendOnce(
	http: IHttpRequestHelper,
	{ baseUrl, appId, appSecret, ignoresCertificates }: Holder,
): Promise<Issued> {
	const answer = await exchange(
		async (options) => await http.helpers.httpRequest(options),
		{
			method: 'POST',
			url: `${baseUrl}${tokenPath}`,
			headers: { Accept: 'application/json' },
			body: { appId, appSecret },
			skipSslCertificateValidation: ignoresCertificates,
		},
		what,
		{ timeoutMs, maxAnswerBytes: 2 ** 20 },
	);
	const { statusCode: status } = answer;
	const body = isGood(answer) ? readJson(answer, what) : undefined;
	if ([400, 401, 403, 422].includes(status) || isRefusal(body)) {
		throw new ServiceError('wrongCredential', 'The service refused the App ID or App Secret', {
			description:
				'Copy both again from the settings of the service (API, your application) into the credential.',
			status,
			fields: ['appId', 'appSecret'],
		});
	}
	if (isGood(answer)) return readToken(body);
	// Never quote the body: it may echo the secret.
	const failure = failureOfAnswer(answer, what, false, null);
	// The path is fixed, so only the Base URL can be wrong.
	const isOfAddress = failure.kind === 'notFound' || failure.kind === 'rejected';
	if (isOfAddress) throw failure.but({ description: wrongAddress, fields: ['baseUrl'] });
	throw failure.but({ isTransient: failure.isTransient || status >= 500 });
}

const wrongAddress =
	'This is not a typical response of the service. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.';

/** Validates the token strictly (docs/api/requests.md#token-exchange), because every later request sends it. */
function readToken(body: unknown): Issued {
	const { access_token: token, refresh_token, expires_in: expiresIn } = isObject(body) ? body : {};
	if (typeof token !== 'string' || !/^[\x21-\x7e]{1,10000}$/.test(token)) {
		const description = wrongAddress;
		throw unexpected('The response had no valid access token', what, {
			description,
		});
	}
	protect(token, refresh_token);
	const isLife = typeof expiresIn === 'number' && expiresIn > 0;
	return { token, issuedAt: Date.now(), lifeMs: isLife ? expiresIn * 1000 : Infinity };
}
