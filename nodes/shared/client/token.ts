import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import type { CancelSignal } from './deadline';
import { holderOf, issueToken, type Issued } from './tokenExchange';

/** A token as the credential keeps it, in hidden fields. */
export interface StoredToken {
	accessToken: string;
	/** Milliseconds since 1970; 0 when the service has not said how long the token lives. */
	renewAt: number;
	/** {@link Holder.key} of the credential that it was issued for. */
	tokenHolder: string;
}

/** An exchange on its way, and those who wait for it. */
interface Flight {
	issued: Promise<Issued>;
	waiters: CancelSignal[];
}

const flights = new Map<string, Flight>();
const justIssued = new Map<string, Issued>();

/** The latest token that this process has issued, by holder; kept after it has ended. */
const issuedHere = new Map<string, string>();

/** Bound on how long a token just issued is handed to callers that still hold an older one. */
const shareForMs = 30_000;

/** A token is renewed this long before its end, or a tenth of its life where that is shorter. */
const renewBeforeMs = 60_000;

/** By holder, since the tokens of two services may be the same. */
const refusedTokens = new Set<string>();
const maxRefused = 100;

const never: CancelSignal = { aborted: false };

/** Signals of executions, by the copy of the credential that n8n hands on to the exchange. */
const signals = new WeakMap<ICredentialDataDecryptedObject, CancelSignal>();

/** Ends a wait for a token with the execution that waits. */
export function cancelWith(
	credentials: ICredentialDataDecryptedObject,
	signal?: CancelSignal,
): void {
	if (signal) signals.set(credentials, signal);
}

/** Copies of the credential that have to get a token before their request can go out. */
const lacking = new WeakSet<ICredentialDataDecryptedObject>();

/** Whether the request with this copy of the credential still waits for a token, or got none: it was never sent. */
export function lacksToken(credentials: ICredentialDataDecryptedObject): boolean {
	return lacking.has(credentials);
}

/**
 * Gets an access token: one exchange in flight per credential however many callers wait, which n8n
 * itself does not arrange. A caller that comes late, still holding the token that had expired, gets the
 * one just issued.
 * @param credentials the decrypted credential; `accessToken` is the token to be replaced
 * @throws ServiceError as {@link issueToken}
 */
export async function exchangeToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<StoredToken> {
	lacking.add(credentials);
	const token = await tokenFor(http, credentials);
	lacking.delete(credentials);
	return token;
}

async function tokenFor(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<StoredToken> {
	const holder = holderOf(credentials);
	const { key } = holder;
	const recent = justIssued.get(key);
	if (recent && isShared(recent) && recent.token !== credentials.accessToken) {
		return stored(recent, key);
	}
	const flight = join(key, signals.get(credentials) ?? never, (signal) =>
		issueToken(http, holder, signal),
	);
	const issued = await flight.issued.finally(() => {
		if (flights.get(key) === flight) flights.delete(key);
	});
	// Some services give out the same token again.
	refusedTokens.delete(refusedName(key, issued.token));
	for (const [other, one] of justIssued) if (!isShared(one)) justIssued.delete(other);
	justIssued.set(key, issued);
	issuedHere.set(key, issued.token);
	return stored(issued, key);
}

/**
 * Marks a token that the service has refused, or seems to: it is sent no more, by nobody.
 * @param key of its holder
 */
export function refuseToken(key: string, token: string): void {
	const refused = refusedName(key, token);
	refusedTokens.delete(refused);
	refusedTokens.add(refused);
	for (const oldest of [...refusedTokens].slice(0, -maxRefused)) refusedTokens.delete(oldest);
	if (justIssued.get(key)?.token === token) justIssued.delete(key);
}

/** Milliseconds since this process got a token; Infinity for any but the latest. */
export function tokenAgeMs(key: string, token: string): number {
	const recent = justIssued.get(key);
	return recent?.token === token ? Date.now() - recent.issuedAt : Infinity;
}

/** Whether a stored token can be sent: it was issued for this very credential, not refused, and is not near its end. */
export function isUsable(credentials: ICredentialDataDecryptedObject): boolean {
	const { accessToken, renewAt } = credentials;
	if (typeof accessToken !== 'string' || accessToken === '') return false;
	if (typeof renewAt === 'number' && renewAt > 0 && renewAt <= Date.now()) return false;
	if (refusedTokens.has(refusedName(holderOf(credentials).key, accessToken))) return false;
	return isOfHolder(credentials);
}

/** Whether another process has stored the token, so that it may renew it as well. */
export function isOfOther(credentials: ICredentialDataDecryptedObject): boolean {
	const { accessToken } = credentials;
	if (typeof accessToken !== 'string' || accessToken === '') return false;
	return issuedHere.get(holderOf(credentials).key) !== accessToken;
}

/** Whether the token came from this address, for this secret, over a connection as well checked. */
export function isOfHolder(credentials: ICredentialDataDecryptedObject): boolean {
	// Tokens that were stored before this field existed do not have it.
	return !credentials.tokenHolder || credentials.tokenHolder === holderOf(credentials).key;
}

/** Joins the exchange that is on its way, unless all who wait for it have been cancelled. */
function join(
	key: string,
	waiter: CancelSignal,
	issue: (signal: CancelSignal) => Promise<Issued>,
): Flight {
	const onItsWay = flights.get(key);
	if (onItsWay && !areAborted(onItsWay.waiters)) {
		onItsWay.waiters.push(waiter);
		return onItsWay;
	}
	const waiters = [waiter];
	const signal = {
		get aborted() {
			return areAborted(waiters);
		},
	};
	const flight = { issued: issue(signal), waiters };
	flights.set(key, flight);
	return flight;
}

function stored({ token, issuedAt, lifeMs }: Issued, tokenHolder: string): StoredToken {
	const renewAt =
		lifeMs === undefined ? 0 : Math.floor(issuedAt + lifeMs - Math.min(renewBeforeMs, lifeMs / 10));
	return { accessToken: token, renewAt, tokenHolder };
}

function isShared({ issuedAt, lifeMs = Infinity }: Issued): boolean {
	return Date.now() < issuedAt + Math.min(shareForMs, lifeMs / 2);
}

function areAborted(waiters: CancelSignal[]): boolean {
	return waiters.every(({ aborted }) => aborted);
}

function refusedName(key: string, token: string): string {
	return `${key} ${token}`;
}
