import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { RawAnswer } from '../client/answer';
import type { ServiceClient } from '../client/client';
import { credentialName, senderWith } from './sender';

/**
 * A request with a token that nobody issued, to see how the service answers one. It is sent once, past the rules
 * for refused tokens, and the token of the credential is left alone.
 * @param path below the Base URL
 */
export async function wrongTokenRequest(
	host: IExecuteFunctions,
	{ connection }: ServiceClient,
	path: string,
): Promise<() => Promise<RawAnswer>> {
	const { baseUrl, bounds } = connection;
	const credential = await host.getCredentials(credentialName);
	const accessToken = `made-up-${randomUUID()}`;
	const send = senderWith({ ...credential, accessToken, tokenHolder: '', renewAt: 0 }, host);
	return async () => {
		const options = {
			method: 'GET' as const,
			url: `${baseUrl}${path}`,
			headers: { Accept: 'application/json' },
		};
		return (await send({ options, what: 'checking a made-up token', bounds })).answer;
	};
}
