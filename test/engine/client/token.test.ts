import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { GivenFault } from '../../../dev/sandbox';
import { bench, getAll, listPath, secretsIn, tokenPath, type Bench } from '../support/withSandbox';

/** A bench whose credential contains an expired token. */
async function benchWithExpiredToken(options: Parameters<typeof bench>[0] = {}) {
	const made = await bench(options);
	await made.run(getAll({ limit: 1 }));
	const expired = made.credentials.stored.accessToken;
	made.sandbox.admin.expireTokens();
	made.sandbox.admin.clearJournal();
	return { ...made, expired };
}

const together = async ({ run }: Bench, count: number) =>
	await Promise.all(Array.from({ length: count }, () => run(getAll({ limit: 1 }))));

describe('the token exchange', () => {
	it('happens once, and later executions use the stored token', async () => {
		const { run, asked, credentials } = await bench();
		await run(getAll({ limit: 1 }));
		await run(getAll({ limit: 1 }));
		expect(asked(tokenPath).map(({ status, body }) => [status, Object.keys(Object(body))])).toEqual(
			[[200, ['appId', 'appSecret']]],
		);
		expect(credentials.updates).toBe(1);
		expect(asked(listPath).map(({ tokenId }) => tokenId)).toEqual([1, 1]);
	});

	it('happens once for twelve callers whose token has expired', async () => {
		const made = await benchWithExpiredToken({ validTokens: 'latest', latencyMs: 30 });
		const results = await together(made, 12);
		expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
		expect(made.asked(tokenPath)).toHaveLength(1);
		expect(made.asked(listPath).filter(({ status }) => status === 200)).toHaveLength(12);
	});
});

const path = 'token';

function answer(body: unknown): GivenFault {
	return { kind: 'status', status: 200, body, times: 0, match: { path } };
}

describe('a malformed response to the exchange', () => {
	it.each([
		{ access_token: '', token_type: 'Bearer' },
		{ access_token: 7, token_type: 'Bearer' },
		{ access_token: 'abc\r\nX-Evil: 1', token_type: 'Bearer' },
		{ access_token: 'a b' },
	])('%j', async (body) => {
		const made = await bench();
		made.sandbox.admin.addFault(answer(body));
		const result = await made.run(getAll({ limit: 1 }));
		expect(result.error?.name).toBe('NodeApiError');
		expect(result.error?.message).toMatch(
			/^The response had no valid access token while exchanging/,
		);
		expect(result.error?.description).toContain('Base URL');
		expect(result.error?.context?.itemIndex).toBe(0);
		expect(made.credentials.stored.accessToken).toBe('');
		expect(made.asked(listPath)).toEqual([]);
		expect(secretsIn(result, made)).toEqual([]);
		expect(JSON.stringify(result.run)).not.toMatch(/X-Evil|a b"/);
	});

	it.each([
		{ access_token: 'abc', token_type: 'bearer' },
		{ access_token: 'abc' },
		{ access_token: 'abc', token_type: 'BEARER', expires_in: '3600', more: 1 },
	])('is not one that only differs in what nobody needs: %j', async (body) => {
		const made = await bench();
		made.sandbox.admin.addFault({ kind: 'status', status: 200, body, match: { path } });
		await made.run(getAll({ limit: 1 }));
		// The sandbox does not know "abc", so a real exchange follows: the node accepted the first response.
		expect(made.asked(tokenPath)).toHaveLength(2);
	});
});

describe('a wrong App ID or App Secret', () => {
	const wrong: ICredentialDataDecryptedObject[] = [
		{ appSecret: 'guessed-secret-1234' },
		{ appId: 'another-app', appSecret: 'guessed-secret-1234' },
	];

	it.each(wrong)('is explained without a secret: %j', async (credential) => {
		const made = await bench({}, credential);
		const result = await made.run(getAll({ limit: 1 }));
		expect(result.error?.name).toBe('NodeApiError');
		expect(result.error?.message).toBe('The service refused the App ID or App Secret');
		expect(result.error?.description).toMatch(/^Copy both again from the settings of the service/);
		expect(result.error?.httpCode).toBe(made.asked(tokenPath)[0].status?.toString());
		expect(made.asked(tokenPath)).toHaveLength(1);
		expect(made.asked(listPath)).toEqual([]);
		expect(secretsIn(result, made)).toEqual([]);
	});

	it('is sent to no other address, even if the service redirects', async () => {
		const elsewhere = await bench();
		const made = await bench();
		const location = `${elsewhere.sandbox.baseUrl}${tokenPath}`;
		const redirect = { kind: 'redirect', status: 307, location, match: { path } } as const;
		made.sandbox.admin.addFault(redirect);
		const { error } = await made.run(getAll({ limit: 1 }));
		expect(error?.message).toMatch(
			/redirected the request to another address \(HTTP 307\) while exchanging/,
		);
		expect(elsewhere.sandbox.admin.journal().entries).toEqual([]);
	});

	it('is reported if the secret was replaced after a token was stored', async () => {
		const made = await benchWithExpiredToken();
		made.credentials.stored.appSecret = 'the-old-secret-9876';
		const result = await made.run(getAll({ limit: 1 }));
		expect(result.error?.message).toBe('The service refused the App ID or App Secret');
		expect(secretsIn(result, made)).toEqual([]);
		expect(JSON.stringify(result.run)).not.toContain(String(made.expired));
	});
});
