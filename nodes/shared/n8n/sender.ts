import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { pause, within, type CancelSignal } from '../client/deadline';
import { cancelledWhile, toResult, type ServiceError } from '../client/errors';
import { exchange } from '../client/exchange';
import { protectDuring } from '../client/redact';
import type { Connection } from '../client/client';
import {
	earlyRefusals,
	firstAnswerMs,
	heldToken,
	holderOf,
	isOfOther,
	isUsable,
	noteAnswer,
	ownToken,
	refuseToken,
} from '../client/token';
import { maxEarlyRefusals } from '../client/renewal';
import { exchangeMs } from '../client/tokenExchange';

export const credentialName = 'accountingServiceApi';

/** Time for another process to renew and store its token. */
const minWaitMs = 500;
const minSpreadMs = 1000;
const maxSpreadMs = 30_000;
const pollMs = 100;

/**
 * By TokenKeeper and holder. The executions of a process wait for a token together: of several random waits, the shortest
 * would decide, and its exchange could end the token that another process is about to store. A wait goes on if an
 * execution is cancelled, because others may wait.
 */
const tokenWaits = new Map<string, Promise<ICredentialDataDecryptedObject>>();

export type Host = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/**
 * Who keeps the tokens of a credential: n8n, with the credential, or this process. n8n has room for one token, and n8n
 * 2.8 saves the values of expressions over the expressions when it saves a token.
 */
export type TokenKeeper = 'n8n' | 'process';

/**
 * Sends through n8n's request helper. Each request carries the decrypted credential, because n8n would otherwise read
 * and decrypt it from its database each time. Each request has its own copy, into which n8n puts a new token. If the
 * token is not usable, the copy has none, which makes every version of n8n exchange and store a new one first.
 * @param credential from the start of the run; only its token is renewed
 */
export function senderWith(
	credential: ICredentialDataDecryptedObject,
	host: Host,
	keepsToken: TokenKeeper = 'n8n',
): Pick<Connection, 'send' | 'authorize'> {
	const details = host.getNode().credentials?.[credentialName];
	const entry = { id: details?.id ?? '', name: details?.name ?? '', type: credentialName };
	const { key, appId, appSecret } = holderOf(credential);
	// n8n may have stored the token of another organization.
	const initial = keepsToken === 'n8n' ? credential : { ...credential, accessToken: '' };
	let current = initial;
	const refusals = new Refusals();
	const readStored = async () =>
		keepsToken === 'n8n' ? await host.getCredentials(credentialName) : initial;
	const findToken = async (activity: string, signal?: CancelSignal) => {
		if (!isUsable(key, current)) {
			// No other process stores a token for this one, so it waits only if they end each other's again.
			const ended = earlyRefusals(key) - (keepsToken === 'n8n' ? 0 : 1);
			const name = `${keepsToken} ${key}`;
			const wait =
				tokenWaits.get(name) ??
				sharedToken(key, readStored, Math.max(0, ended)).finally(() => tokenWaits.delete(name));
			tokenWaits.set(name, wait);
			const waited = await within(wait, () => Infinity, signal);
			if (waited.why) throw cancelledWhile(activity);
			if (!isUsable(key, current)) current = { ...credential, ...waited.value };
		}
		if (signal?.aborted) throw cancelledWhile(activity);
		if (!isUsable(key, current)) refusals.throwIfProven();
	};
	const authorize: Connection['authorize'] = async (activity, signal) => {
		await findToken(activity, signal);
		if (isUsable(key, current)) return;
		const exchanged = protectDuring(
			() => [appId, appSecret],
			async () =>
				await refusals.during(async () => await heldToken({ helpers: host.helpers }, credential)),
		);
		const held = await within(exchanged, () => Infinity, signal);
		if (held.why) throw cancelledWhile(activity);
		// n8n exchanges and stores a token only for a request.
		if (keepsToken === 'n8n') current = { ...credential, ...held.value };
	};
	const send: Connection['send'] = async ({ options, activity, bounds, receive }) => {
		await findToken(activity, bounds.signal);
		const data = { ...current };
		const { httpRequestWithAuthentication: request } = host.helpers;
		const other = { credentialsDecrypted: { ...entry, data } };
		const sendWithToken = async (pending: IHttpRequestOptions) => {
			// With a token, n8n exchanges and saves nothing.
			if (keepsToken === 'process' && !isUsable(key, data)) {
				Object.assign(data, await heldToken({ helpers: host.helpers }, credential));
			}
			return await request.call(host, credentialName, pending, other);
		};
		const answer = await protectDuring(
			() => [appId, appSecret, data.accessToken],
			async () =>
				await refusals.during(
					async () => await exchange(sendWithToken, options, activity, bounds, exchangeMs, receive),
				),
		);
		const token = String(data.accessToken);
		// Keep a newer token that another request has stored in the meantime.
		if (token !== current.accessToken && !isUsable(key, current)) current = data;
		const ageMs = noteAnswer(key, token, answer.statusCode < 400);
		return {
			answer,
			token: {
				ageMs,
				isReplaced: async () => {
					const stored = await readStored();
					return stored.accessToken !== token && isUsable(key, stored);
				},
				refuse: () => {
					refuseToken(key, token);
					return earlyRefusals(key);
				},
			},
		};
	};
	return { send, authorize };
}

/**
 * The exchanges that the service refused during this execution. One refusal may be a mistake. Two prove that the App ID
 * or App Secret is wrong, and more could lock the application.
 */
class Refusals {
	private count = 0;
	private last?: ServiceError;

	throwIfProven(): void {
		if (this.count >= 2 && this.last) throw this.last;
	}

	async during<T>(send: () => Promise<T>): Promise<T> {
		const before = this.count;
		const sent = await toResult(send);
		if (!sent.failure) {
			this.count = 0;
			return sent.value;
		}
		// A request fails in this way only before it is sent. Requests at the same time share one exchange.
		if (sent.failure.kind === 'wrongCredential') {
			if (this.count === before) this.count++;
			this.last = sent.failure;
		}
		throw sent.failure;
	}
}

/**
 * The token of another process, or of another execution of this one. Processes of the same n8n store their tokens in the
 * credential, and a service may end the older ones when it issues a new one. So the process that got the expired token
 * renews it. The others wait first, each for a random time, so that they do not all renew at once. So does a process
 * whose new token another one has ended, because a further exchange would end that one's token.
 * @param refusals how many tokens of this process were ended early in a row
 * @returns an empty token if none is usable
 */
async function sharedToken(
	key: string,
	readStored: () => Promise<ICredentialDataDecryptedObject>,
	refusals: number,
): Promise<ICredentialDataDecryptedObject> {
	const until = performance.now() + minWaitMs + Math.random() * spreadMs(key, refusals);
	for (;;) {
		const stored = await readStored();
		if (holderOf(stored).key !== key) break;
		const { accessToken, renewAt = 0, tokenHolder = '' } = stored;
		if (isUsable(key, stored)) return { accessToken, renewAt, tokenHolder };
		if (refusals === 0 && !isOfOther(key, stored)) break;
		const own = ownToken(key);
		if (own) return { ...own };
		if (refusals >= maxEarlyRefusals || performance.now() > until) break;
		await pause(pollMs);
	}
	return { accessToken: '' };
}

/**
 * One of the processes must get and store its token while the others wait. Another process may take as long for that as
 * this one did, and each refusal shows that the wait was too short.
 */
function spreadMs(key: string, refusals: number): number {
	if (refusals === 0) return minSpreadMs;
	const spread = Math.max(minSpreadMs, 2 * firstAnswerMs(key)) * 2 ** (refusals - 1);
	return Math.min(spread, maxSpreadMs);
}
