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

/** Bound on one sending, and on the time in which others may follow it. */
const timeoutMs = 30_000;

/** Bound on an exchange with all its sendings. */
export const exchangeMs = defaultRetryPolicy.maxTotalMs + timeoutMs;

/** A token as the credential keeps it, in hidden fields. */
export interface StoredToken {
	accessToken: string;
	/** Milliseconds since 1970; 0 when the service has not said how long the token lives. */
	renewAt: number;
	/** {@link Holder.key} of the credential that it was issued for. */
	tokenHolder: string;
}

/** Whose token it is: what an exchange sends, and where. Its key differs as soon as one of these differs. */
type Holder = ReturnType<typeof holderOf>;

interface Issued {
	token: string;
	issuedAt: number;
	/** By `expires_in`, which the service gives in seconds (docs/api/requests.md#token-exchange); Infinity when it gives none. */
	lifeMs: number;
}

/** Exchanges on their way, by holder. They go on when the execution that began one is cancelled: others may wait too. */
const flights = new Map<string, Promise<Issued>>();

/** The latest token that this process has issued, by holder; kept after it has ended. */
const latest = new Map<string, Issued>();

/** Bound on how long a token just issued is handed to callers that still hold an older one. */
const shareForMs = 30_000;

/** A token is renewed this long before its end, or a tenth of its life where that is shorter. */
const renewBeforeMs = 60_000;

/** With their holders, since the tokens of two services may be the same. */
const refusedTokens = new Set<string>();
const maxRefused = 100;

/** @throws ServiceError (badInput) when the credential's address cannot be used */
export function holderOf(credentials: ICredentialDataDecryptedObject) {
	const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
	const holder = {
		baseUrl: normalizeBaseUrl(credentials.baseUrl),
		appId: text(credentials.appId),
		appSecret: text(credentials.appSecret),
		// A token that came from an unchecked server must not serve where servers are checked.
		ignoresCertificates: credentials.allowUnauthorizedCerts === true,
	};
	protect(holder.appId, holder.appSecret, credentials.accessToken);
	const values = JSON.stringify(Object.values(holder));
	return { ...holder, key: createHash('sha256').update(values).digest('hex') };
}

/**
 * Gets an access token: one exchange in flight per credential however many callers wait, which n8n
 * itself does not arrange. A caller that comes late, still holding the token that had expired, gets the
 * one just issued.
 * @param credentials the decrypted credential; `accessToken` is the token to be replaced
 * @throws ServiceError (wrongCredential, notTheService, unreachable, …), with nothing of the answer in it
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
	// Some services give out the same token again.
	refusedTokens.delete(`${key} ${issued.token}`);
	latest.set(key, issued);
	return stored(issued, key);
}

/**
 * Marks a token that the service has refused, or seems to: it is sent no more, by nobody.
 * @param key of its holder
 */
export function refuseToken(key: string, token: string): void {
	refusedTokens.add(`${key} ${token}`);
	for (const oldest of [...refusedTokens].slice(0, -maxRefused)) refusedTokens.delete(oldest);
}

function isRefused(key: string, token: string): boolean {
	return refusedTokens.has(`${key} ${token}`);
}

/** Milliseconds since this process got a token; Infinity for any but the latest. */
export function tokenAgeMs(key: string, token: string): number {
	const recent = latest.get(key);
	const isLatest = recent?.token === token && !isRefused(key, token);
	return isLatest ? Date.now() - recent.issuedAt : Infinity;
}

/** Whether a stored token can be sent: it was issued for this very credential, not refused, and is not near its end. */
export function isUsable(credentials: ICredentialDataDecryptedObject): boolean {
	const { accessToken, renewAt } = credentials;
	if (typeof accessToken !== 'string' || accessToken === '') return false;
	if (typeof renewAt === 'number' && renewAt > 0 && renewAt <= Date.now()) return false;
	return isOfHolder(credentials) && !isRefused(holderOf(credentials).key, accessToken);
}

/** Whether another process has stored the token, so that it may renew it as well. */
export function isOfOther(credentials: ICredentialDataDecryptedObject): boolean {
	const { accessToken } = credentials;
	if (typeof accessToken !== 'string' || accessToken === '') return false;
	return latest.get(holderOf(credentials).key)?.token !== accessToken;
}

/** Whether the token came from this address, for this secret, over a connection as well checked. */
export function isOfHolder(credentials: ICredentialDataDecryptedObject): boolean {
	return !credentials.tokenHolder || credentials.tokenHolder === holderOf(credentials).key;
}

function stored({ token, issuedAt, lifeMs }: Issued, tokenHolder: string): StoredToken {
	const endsAt = issuedAt + lifeMs - Math.min(renewBeforeMs, lifeMs / 10);
	return { accessToken: token, renewAt: lifeMs === Infinity ? 0 : Math.floor(endsAt), tokenHolder };
}

function isShared({ issuedAt, lifeMs }: Issued): boolean {
	return Date.now() < issuedAt + Math.min(shareForMs, lifeMs / 2);
}

/**
 * Exchanges the app id and secret for an access token (docs/api/requests.md#token-exchange), again and again where
 * the failure may pass: it changes nothing that a second one would repeat.
 */
async function issueToken(http: IHttpRequestHelper, holder: Holder): Promise<Issued> {
	const started = Date.now();
	for (let tries = 1; ; tries++) {
		const result = await tried(async () => await sendOnce(http, holder));
		if (!result.failure) return result.value;
		const { failure } = result;
		// A rate limit is waited for as everywhere; nobody waits three minutes for a service that is silent.
		const maxTotalMs = failure.status === 429 ? defaultRetryPolicy.maxTotalMs : timeoutMs;
		const policy = { ...defaultRetryPolicy, maxTotalMs };
		const delay = failure.mayPass
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
	// Without the body of a refusal: it may hold the secret.
	const failure = failureOfAnswer(answer, what, false, null);
	// No ID is in this address, nor anything else that the service could reject.
	const isOfAddress = failure.kind === 'notFound' || failure.kind === 'rejected';
	if (isOfAddress) throw failure.but({ description: wrongAddress, fields: ['baseUrl'] });
	throw failure.but({ mayPass: failure.mayPass || status >= 500 });
}

const wrongAddress =
	'This is not how the service answers. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.';

/** Checks the answer against docs/api/requests.md#token-exchange: its values are used in every later request. */
function readToken(body: unknown): Issued {
	const { access_token: token, refresh_token, expires_in: expiresIn } = isObject(body) ? body : {};
	if (typeof token !== 'string' || !/^[\x21-\x7e]{1,10000}$/.test(token)) {
		const description = wrongAddress;
		throw unexpected('The answer was without an access token that can be used', what, {
			description,
		});
	}
	protect(token, refresh_token);
	const isLife = typeof expiresIn === 'number' && expiresIn > 0;
	return { token, issuedAt: Date.now(), lifeMs: isLife ? expiresIn * 1000 : Infinity };
}
