/**
 * docs/reference/errors.md#the-service-refused-the-app-id-or-app-secret: one exchange for all callers, and what a
 * refused one means.
 */
import type { GivenFault } from '../../../dev/sandbox';
import { passTime } from '../support/clock';
import { runNode } from '../support/engine';
import { json, smallService, type Answering } from '../support/smallService';
import { bench, getAll, getTemplate, listPath, secretsIn, tokenPath } from '../support/withSandbox';

const getOne = getAll({ limit: 1 });

describe('the token exchange', () => {
	it('happens once, and later executions use the stored token', async () => {
		const { run, asked, credentials } = await bench();
		await run(getOne);
		await run(getOne);
		expect(asked(tokenPath).map(({ status, body }) => [status, Object.keys(Object(body))])).toEqual(
			[[200, ['appId', 'appSecret']]],
		);
		expect(credentials.updates).toBe(1);
		expect(asked(listPath).map(({ tokenId }) => tokenId)).toEqual([1, 1]);
	});

	it('happens once for twelve callers whose token has expired', async () => {
		const made = await bench({ validTokens: 'latest', latencyMs: 30 });
		await made.run(getOne);
		made.sandbox.admin.expireTokens();
		made.sandbox.admin.clearJournal();
		const calls = Array.from({ length: 12 }, async () => await made.run(getOne));
		const results = await Promise.all(calls);
		expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
		expect(made.asked(tokenPath)).toHaveLength(1);
		expect(made.asked(listPath).filter(({ status }) => status === 200)).toHaveLength(12);
	});
});

const path = 'token';

function answer(body: unknown, times = 0): GivenFault {
	return { kind: 'status', status: 200, body, times, match: { path } };
}

describe('the response to the exchange', () => {
	it.each([
		{ access_token: '', token_type: 'Bearer' },
		{ access_token: 7, token_type: 'Bearer' },
		{ access_token: 'abc\r\nX-Evil: 1', token_type: 'Bearer' },
		{ access_token: 'a b' },
	])('is malformed: %j', async (body) => {
		const made = await bench();
		made.sandbox.admin.addFault(answer(body));
		const result = await made.run(getOne);
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
	])('may differ in what nobody needs: %j', async (body) => {
		const made = await bench();
		made.sandbox.admin.addFault(answer(body, 1));
		await made.run(getOne);
		// The sandbox does not know "abc", so a real exchange follows: the node accepted the first response.
		expect(made.asked(tokenPath)).toHaveLength(2);
	});
});

describe('App ID and App Secret', () => {
	it.each<[string, object]>([
		['of a credential', {}],
		['of a credential with expressions', { appSecret: '={{ $json.secret }}' }],
	])('that are wrong are sent twice for thirty items: %s', async (_, changes) => {
		const service = await smallService({
			exchange: (_request, response) => json(response, 401, {}),
			answer: () => ({}),
		});
		const items = Array.from({ length: 30 }, (_item, id) => ({ id: id + 1, secret: 'wrong-one' }));
		const result = await runNode({
			parameters: getTemplate('={{ $json.id }}'),
			credentials: service.credential(changes as never),
			items,
			node: { onError: 'continueRegularOutput' },
		});
		const refused = expect.stringMatching(
			/^The service refused the App ID or App Secret/,
		) as string;
		expect(result.json.map(({ error }) => error)).toEqual(items.map(() => refused));
		expect(service.exchanges).toHaveLength(2);
		expect(service.arrived).toEqual([]);
	});

	it('that the service refuses once by mistake are sent again for the next item', async () => {
		const service = await smallService({
			exchange: ({ count }, response) =>
				count === 1 ? json(response, 401, {}) : { access_token: 'a-token' },
			answer: ({ path: asked }) => ({ id: Number(asked.split('/').pop()) }),
		});
		const result = await runNode({
			parameters: getTemplate('={{ $json.id }}'),
			credentials: service.credential(),
			items: [{ id: 1 }, { id: 2 }, { id: 3 }],
			node: { onError: 'continueRegularOutput' },
		});
		const refused = expect.stringMatching(/^The service refused the App ID/) as string;
		expect(result.json.map(({ id, error }) => error ?? id)).toEqual([refused, 2, 3]);
		expect(service.exchanges).toHaveLength(2);
	});

	it('that are wrong are explained without a secret', async () => {
		const appSecret = 'guessed-secret-1234';
		const made = await bench({}, { appId: 'another-app', appSecret });
		const result = await made.run(getOne);
		expect(result.error?.name).toBe('NodeApiError');
		expect(result.error?.message).toBe('The service refused the App ID or App Secret');
		expect(result.error?.description).toMatch(/^Copy both again from the settings of the service/);
		expect(result.error?.httpCode).toBe(made.asked(tokenPath)[0].status?.toString());
		expect(made.asked(tokenPath)).toHaveLength(1);
		expect(made.asked(listPath)).toEqual([]);
		expect(secretsIn(result, made)).toEqual([]);
	});

	it('are sent to no other address, even if the service redirects', async () => {
		const elsewhere = await bench();
		const made = await bench();
		const location = `${elsewhere.sandbox.baseUrl}${tokenPath}`;
		const redirect = { kind: 'redirect', status: 307, location, match: { path } } as const;
		made.sandbox.admin.addFault(redirect);
		const { error } = await made.run(getOne);
		expect(error?.message).toMatch(
			/redirected the request to another address \(HTTP 307\) while exchanging/,
		);
		expect(elsewhere.sandbox.admin.journal().entries).toEqual([]);
	});
});

describe('the exchange', () => {
	it.each([408, 429, 500, 599])('is repeated on %i', async (status) => {
		const service = await smallService({
			answer: () => [{ id: 1 }],
			exchange: ({ count }, response) =>
				json(response, count === 1 ? status : 200, { access_token: 'a-token' }),
		});
		const { error } = await service.run(getOne);
		expect([error, service.exchanges.length]).toEqual([undefined, 2]);
	});

	it('is repeated if its packed answer held nothing, and reported as such', async () => {
		const broken = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
		const packed = Buffer.from('1f8b0800ffffffff', 'hex');
		let isAlways = false;
		const service = await smallService({
			answer: () => [{ id: 1 }],
			exchange: ({ count }, response) =>
				count === 2 && !isAlways
					? { access_token: 'a-token' }
					: void response.writeHead(200, broken).end(packed),
		});
		const { error } = await service.run(getOne);
		expect([error, service.exchanges.length]).toEqual([undefined, 2]);
		isAlways = true;
		const failed = await service.run(getOne, { credentials: service.credential({ appId: 'b' }) });
		expect(failed.error?.message).toMatch(/^The response was (empty|cut off or damaged)/);
	});

	it('that is too slow fails as such, once for all who wait, and the next one is free', async () => {
		const service = await smallService({
			answer: () => ({ id: 7 }),
			exchange: ({ count }, response) => {
				if (count > 1) return { access_token: 'a-token' };
				const watch = setInterval(() => {
					// Other requests wait for this exchange.
					if (credentials.reads < 3) return;
					clearInterval(watch);
					passTime(31_000);
				}, 20);
				// A refusal that drips.
				response.writeHead(503);
				const drip = setInterval(() => response.write(' '), 100);
				return void response.on('close', () => clearInterval(drip));
			},
		});
		const credentials = service.credential();
		const run = async () => await runNode({ parameters: getTemplate('7'), credentials });
		const waiting = await Promise.all([run(), run(), run()]);
		for (const { error } of waiting) {
			expect(error?.message).toMatch(
				/^The request timed out while exchanging the App ID and App Secret for an access token$/,
			);
			expect(error?.description).toMatch(/^Try again later/);
			expect(error?.description).not.toMatch(/Advanced/);
		}
		expect([service.exchanges.length, service.arrived.length]).toEqual([1, 0]);
		expect((await run()).error).toBeUndefined();
		expect([service.exchanges.length, service.arrived.length]).toEqual([2, 1]);
	});

	it.each([{ error: 'invalid_client' }, { success: false }, { message: 'Unknown application' }])(
		'that is refused with "OK" is one of the App ID or App Secret: %j',
		async (body) => {
			const service = await smallService({ answer: () => [{ id: 1 }], exchange: () => body });
			const { error } = await service.run(getOne);
			expect(error?.message).toBe('The service refused the App ID or App Secret');
			expect(error?.description).not.toMatch(/Base URL|Unknown/);
		},
	);

	it.each<[string, Answering]>([
		['429', (_, response) => json(response.setHeader('retry-after', '0'), 429, {})],
		['too large', (_, response) => void response.end(' '.repeat(2 ** 20 + 1))],
		['cut off', (_, response) => void response.end('{"access_token":')],
	])('names no option of a list: %s', async (_, exchange) => {
		const service = await smallService({ answer: () => [{ id: 1 }], exchange });
		const { error } = await service.run(getOne);
		expect(error?.message).toMatch(/while exchanging the App ID and App Secret/);
		expect(error?.description).not.toMatch(/Parallel Pages|Page Size|Max Response|Advanced/);
	});

	it('sends App ID and secret without the spaces around them', async () => {
		const service = await smallService({ answer: () => [{ id: 1 }] });
		const { appId, appSecret } = service;
		const credentials = service.credential({ appId: ` ${appId}\n`, appSecret: `\t${appSecret} ` });
		await runNode({ parameters: getOne, credentials });
		expect(JSON.parse(service.exchanges[0].body)).toEqual({ appId, appSecret });
	});
});
