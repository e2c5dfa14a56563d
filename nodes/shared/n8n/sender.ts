import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { pause, type CancelSignal } from '../client/deadline';
import { cancelledWhile } from '../client/errors';
import { exchange } from '../client/exchange';
import type { Send } from '../client/client';
import {
	exchangeMs,
	holderOf,
	isOfOther,
	isUsable,
	refuseToken,
	tokenAgeMs,
} from '../client/token';

export const credentialName = 'accountingServiceApi';

/** The time in which another process can renew its token and store it. */
const minWaitMs = 500;
const spreadMs = 1000;
const pollMs = 100;

export type Host = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/**
 * Sends through n8n's request helper. The credential is handed over with each request, since n8n would
 * otherwise read it from its database and decrypt it each time. A request has a copy of its own, in
 * which n8n puts a new token. A token that cannot be used is left out of the copy: that is how every
 * version of n8n is made to exchange another one and to store it, before it sends.
 * @param credential as it was when the run began; only its token is renewed
 */
export function senderWith(credential: ICredentialDataDecryptedObject, host: Host): Send {
	const details = host.getNode().credentials?.[credentialName];
	const entry = { id: details?.id ?? '', name: details?.name ?? '', type: credentialName };
	const { key } = holderOf(credential);
	let current = credential;
	let pendingRead: Promise<ICredentialDataDecryptedObject> | undefined;
	return async ({ options, what, bounds, receive }) => {
		if (!isUsable(current)) {
			pendingRead ??= storedToken(credential, host, bounds.signal).finally(
				() => (pendingRead = undefined),
			);
			const found = await pendingRead;
			if (!isUsable(current)) current = { ...credential, ...found };
		}
		if (bounds.signal?.aborted) throw cancelledWhile(what);
		const data = { ...current };
		const { httpRequestWithAuthentication: send } = host.helpers;
		const other = { credentialsDecrypted: { ...entry, data } };
		const answer = await exchange(
			async (departing) => await send.call(host, credentialName, departing, other),
			options,
			what,
			bounds,
			exchangeMs,
			receive,
		);
		const token = String(data.accessToken);
		// An answer that comes late leaves a token alone that another request has brought meanwhile.
		if (token !== current.accessToken && !isUsable(current)) current = data;
		return {
			answer,
			tokenAgeMs: tokenAgeMs(key, token),
			refuseToken: () => refuseToken(key, token),
		};
	};
}

/**
 * The token that the credential holds by now: other processes of the same n8n store theirs in it, and a
 * service may end older tokens when it issues a new one. So whoever has issued the token that has ended
 * renews it, and the others give that process a moment before they do it themselves; each another one,
 * or they would all do it at once. Empty where nobody has stored a token that can be used.
 */
async function storedToken(
	credential: ICredentialDataDecryptedObject,
	host: Host,
	signal?: CancelSignal,
): Promise<ICredentialDataDecryptedObject> {
	const until = performance.now() + minWaitMs + Math.random() * spreadMs;
	for (;;) {
		const stored = await host.getCredentials(credentialName);
		if (holderOf(stored).key !== holderOf(credential).key) break;
		const { accessToken, renewAt = 0, tokenHolder = '' } = stored;
		if (isUsable(stored)) return { accessToken, renewAt, tokenHolder };
		if (!isOfOther(stored) || performance.now() > until || signal?.aborted) break;
		await pause(pollMs, signal);
	}
	return { accessToken: '' };
}
