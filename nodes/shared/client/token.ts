import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { normalizeBaseUrl } from './baseUrl';
import { toResult } from './errors';
import { protect } from './redact';
import { issueToken, type Issued } from './tokenExchange';

/** A token in the hidden fields of the credential. */
interface StoredToken {
	accessToken: string;
	/** Milliseconds since 1970; 0 if the service did not report an expiry. */
	renewAt: number;
	/** {@link Holder.key} of the credential. */
	tokenHolder: string;
}

/** Pending exchanges, by holder. They continue if their execution is cancelled, because other callers may wait. */
const flights = new Map<string, Promise<Issued>>();

/** The latest token of this process, by holder, the least recently used first. Kept after it has expired. */
const latest = new Map<string, Issued & { firstAnswerMs?: number }>();
const maxHeld = 1000;

/** How long callers with an older token get the latest one instead of a new exchange. */
const shareForMs = 30_000;

/** The node renews a token this long before it expires, or a tenth of its lifetime if that is shorter. */
const renewBeforeMs = 60_000;

/** Keyed by holder and token, because two services may issue the same token. */
const refusedTokens = new Set<string>();
const maxRefused = 100;

/** Tokens of this process that were refused too early to have expired, while none was accepted: by holder, the oldest first. */
const refusedEarly = new Map<string, { count: number; at: number }>();

/** Milliseconds. A token younger than this cannot have expired. Early refusals further apart do not count together. */
export const newForMs = 60_000;

/**
 * What an exchange sends, and where. Any difference changes the key.
 * @throws ServiceError (badInput) for an invalid Base URL
 */
export function holderOf(credentials: ICredentialDataDecryptedObject) {
	const text = (value: unknown) =>
		typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	const holder = {
		baseUrl: normalizeBaseUrl(credentials.baseUrl),
		appId: text(credentials.appId),
		appSecret: text(credentials.appSecret),
		// Never use a token from a server without a trusted certificate where certificates are checked.
		ignoresCertificates: credentials.allowUnauthorizedCerts === true,
	};
	protect(holder.appId, holder.appSecret, credentials.accessToken);
	return { ...holder, key: fingerprint(Object.values(holder)) };
}

/** A hash of a JSON value. It identifies the value without showing it. */
export function fingerprint(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
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
	hold(key, issued);
	return stored(issued, key);
}

/** Keeps a token as the most recently used one. */
function hold(key: string, issued: Issued): void {
	latest.delete(key);
	latest.set(key, issued);
	for (const oldest of [...latest.keys()].slice(0, -maxHeld)) latest.delete(oldest);
}

/** The token that this process got last. @returns undefined if it is not usable */
export function ownToken(key: string): StoredToken | undefined {
	const recent = latest.get(key);
	if (!recent || !isUsable(key, { ...stored(recent, key) })) return undefined;
	hold(key, recent);
	return stored(recent, key);
}

/**
 * The token that this process holds, or a new one. For credentials whose token n8n must not store.
 * @throws ServiceError as {@link exchangeToken}, for a request that was not sent
 */
export async function heldToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<StoredToken> {
	const { key } = holderOf(credentials);
	const own = ownToken(key);
	if (own) return own;
	const accessToken = latest.get(key)?.token ?? '';
	const exchanged = await toResult(
		async () => await exchangeToken(http, { ...credentials, accessToken }),
	);
	// The exchange has its own retries.
	if (exchanged.failure) throw exchanged.failure.copyWith({ effect: 'none', isTransient: false });
	return exchanged.value;
}

/**
 * Marks a token as refused, so that this process never sends it again.
 * @param key of its holder
 */
export function refuseToken(key: string, token: string): void {
	if (isRefused(key, token)) return;
	if (tokenAgeMs(key, token) < newForMs) {
		const count = earlyRefusals(key) + 1;
		refusedEarly.delete(key);
		refusedEarly.set(key, { count, at: Date.now() });
		for (const oldest of [...refusedEarly.keys()].slice(0, -maxHeld)) refusedEarly.delete(oldest);
	}
	refusedTokens.add(`${key} ${token}`);
	for (const oldest of [...refusedTokens].slice(0, -maxRefused)) refusedTokens.delete(oldest);
}

/** How many tokens of this process were refused early in a row: another process ended them, or the service accepts none. */
export function earlyRefusals(key: string): number {
	const row = refusedEarly.get(key);
	return row !== undefined && Date.now() - row.at < newForMs ? row.count : 0;
}

/**
 * Notes the response to a request with a token.
 * @returns milliseconds since this process got the token; Infinity unless it is the latest
 */
export function noteAnswer(key: string, token: string, isAccepted: boolean): number {
	const ageMs = tokenAgeMs(key, token);
	const recent = latest.get(key);
	if (recent && ageMs !== Infinity) recent.firstAnswerMs ??= ageMs;
	if (isAccepted && !isRefused(key, token)) refusedEarly.delete(key);
	return ageMs;
}

/** Milliseconds from the exchange of the latest token until the first response with it: n8n had to store it before. */
export const firstAnswerMs = (key: string): number => latest.get(key)?.firstAnswerMs ?? 0;

function isRefused(key: string, token: string): boolean {
	return refusedTokens.has(`${key} ${token}`);
}

function tokenAgeMs(key: string, token: string): number {
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
