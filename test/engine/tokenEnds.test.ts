import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { ServiceCall } from '../../nodes/shared/client/request';
import { thrownBy } from '../unit/support/thrownBy';
import { clientFor } from './support/client';
import { runNode } from './support/engine';
import { json, smallService, type Answering } from './support/smallService';

const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 1 };
const list = [{ id: 1 }];
const create: ServiceCall = { method: 'POST', path: '/v2/tasks', body: {}, what: 'creating' };

/** How services answer a token that has ended. */
const ways: Record<string, (response: ServerResponse) => unknown> = {
	'401': (response) => json(response, 401, {}),
	'403': (response) => json(response, 403, { message: 'Forbidden' }),
	'400': (response) => json(response, 400, { code: 'token', message: 'The token has expired' }),
	'a login page': (response) => response.end('<!doctype html><title>Sign in</title>'),
	'a redirect': (response) => response.writeHead(302, { location: '/login' }).end(),
};

/** Those that name the token: nothing was done, so a write goes out again as well. */
const named: typeof ways = {
	'401': ways['401'],
	...Object.fromEntries(
		[419, 440, 498].map((status) => [
			status,
			(response: ServerResponse) => json(response, status, { message: 'Expired' }),
		]),
	),
	'200, invalid_token': (response) => json(response, 200, { error: 'invalid_token' }),
	'200, TokenExpired': (response) => json(response, 200, { success: false, code: 'TokenExpired' }),
	'200, an error with a code': (response) =>
		json(response, 200, { error: { code: 'token_expired', message: 'Sign in' } }),
	'200, a list of errors': (response) =>
		json(response, 200, { Errors: [{ Code: 'SESSION_EXPIRED' }] }),
	'400, invalid_token': (response) => json(response, 400, { error: 'invalid_token' }),
	'403, token_not_valid': (response) => json(response, 403, { code: 'token_not_valid' }),
	'403, WWW-Authenticate': (response) =>
		response
			.writeHead(403, {
				'www-authenticate': 'Bearer realm="x", error="invalid_token", error_description="Ended"',
			})
			.end(),
	'400, WWW-Authenticate': (response) =>
		response.writeHead(400, { 'www-authenticate': 'Bearer error=invalid_token' }).end('{}'),
};
Object.assign(ways, named);

const noRights = (response: ServerResponse) =>
	response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end();

const endedBy =
	(way: (response: ServerResponse) => unknown): Answering =>
	({ token }, response) =>
		void (token === 'ended' ? way(response) : json(response, 200, list));

describe('a stored token that has ended', () => {
	it.each(Object.entries(ways))('(%s) costs a reading one new token', async (_, way) => {
		const service = await smallService({ answer: endedBy(way) });
		const credentials = service.credential({ accessToken: 'ended' });
		for (let run = 0; run < 2; run++) {
			const { error, json: items } = await runNode({ parameters: getAll, credentials });
			expect([error, items.length]).toEqual([undefined, 1]);
		}
		expect(service.exchanges).toHaveLength(1);
	});

	it.each(Object.entries(ways))('(%s) is believed when a new one is no help', async (_, way) => {
		const service = await smallService({ answer: (_request, response) => void way(response) });
		const credentials = service.credential({ accessToken: 'ended' });
		const { error } = await runNode({ parameters: getAll, credentials });
		expect(error?.name).toBe('NodeApiError');
		expect([service.arrived.length, service.exchanges.length]).toEqual([2, 1]);
	});

	it.each(Object.entries(ways))('(%s) fails a write at most once', async (way, answer) => {
		const service = await smallService({ answer: endedBy(answer) });
		const credentials = service.credential({ accessToken: 'ended' });
		const first = (await clientFor(credentials)).request(create);
		if (way in named) await first;
		else await thrownBy(async () => await first);
		expect(service.arrived).toHaveLength(way in named ? 2 : 1);
		await (await clientFor(credentials)).request(create);
		expect(service.exchanges).toHaveLength(1);
	});
});

it('a refusal that names another error than the token is one of rights, and a write is not sent again', async () => {
	const service = await smallService({ answer: (_, response) => void noRights(response) });
	const client = await clientFor(service.credential({ accessToken: 'good' }));
	const { message } = await thrownBy(async () => await client.request(create));
	expect(message).toMatch(/does not allow this application to go on/);
	expect(service.arrived).toHaveLength(1);
});

describe('a token that ends in the run that it was issued for', () => {
	const read = { method: 'GET', path: '/v2/x', what: 'reading' } as const;

	it.each(Object.entries(ways))('(%s) costs a reading one new token', async (_, way) => {
		const ended = new Set<string>();
		const service = await smallService({
			exchange: ({ count }) => ({ access_token: `token-${count}` }),
			answer: ({ token }, response) =>
				void (ended.has(token) ? way(response) : json(response, 200, list)),
		});
		const client = await clientFor(service.credential());
		for (let ends = 1; ends <= 3; ends++) {
			expect(await client.request(read)).toEqual(list);
			ended.add(`token-${ends}`);
		}
		expect(await client.request(read)).toEqual(list);
		expect(service.exchanges).toHaveLength(4);
	});

	it.each(['400', 'a login page', 'a redirect'])(
		'(%s) is believed when a new one is no help, however often it is asked',
		async (way) => {
			const service = await smallService({
				exchange: ({ count }) => ({ access_token: `token-${count}` }),
				answer: ({ path }, response) =>
					void (path === '/v2/odd' ? ways[way](response) : json(response, 200, list)),
			});
			const client = await clientFor(service.credential());
			for (let asked = 0; asked < 4; asked++) {
				await client.request(read);
				await thrownBy(async () => await client.request({ ...read, path: '/v2/odd' }));
			}
			expect(service.exchanges).toHaveLength(2);
		},
	);

	it('(400 that says nothing of it) is believed', async () => {
		const service = await smallService({
			answer: ({ path }, response) =>
				json(response, path === '/v2/odd' ? 400 : 200, { message: 'No such page' }),
		});
		const client = await clientFor(service.credential());
		await client.request(read);
		await thrownBy(async () => await client.request({ ...read, path: '/v2/odd' }));
		expect([service.arrived.length, service.exchanges.length]).toEqual([2, 1]);
	});
});

describe('the life of a token', () => {
	it('is kept, and a token near its end is renewed before it is refused', async () => {
		const service = await smallService({ answer: () => list });
		const credentials = service.credential();
		await runNode({ parameters: getAll, credentials });
		const { renewAt } = credentials.stored;
		const life = Number(renewAt) - Date.now();
		expect(life).toBeGreaterThan(3_000_000);
		expect(life).toBeLessThan(3_600_000);
		credentials.stored.renewAt = Date.now() - 1;
		// The token that was just issued is the newest there is.
		const { error } = await runNode({ parameters: getAll, credentials });
		expect(error).toBeUndefined();
		expect(Number(credentials.stored.renewAt)).toBeGreaterThan(Date.now());
	});

	it('may be short: nothing is refused in a run that outlives it', async () => {
		let endsAt = 0;
		const service = await smallService({
			exchange: ({ count }) => {
				endsAt = Date.now() + 1000;
				return { access_token: `short-${count}`, expires_in: 1 };
			},
			answer: (_, response) => json(response, Date.now() < endsAt ? 200 : 401, list),
		});
		const client = await clientFor(service.credential());
		for (let asked = 0; asked < 6; asked++) {
			await client.request({ method: 'GET', path: '/v2/x', what: 'reading' });
			await new Promise((resolve) => setTimeout(resolve, 400));
		}
		expect(service.arrived).toHaveLength(6);
		expect(service.exchanges.length).toBeGreaterThan(1);
	});

	it.each([0, -1, null, 'soon', 1e300, true, {}])('is not believed as %j', async (expires_in) => {
		const service = await smallService({
			answer: () => list,
			exchange: () => ({ access_token: 'a-token', expires_in }),
		});
		const credentials = service.credential();
		const { error } = await runNode({ parameters: getAll, credentials });
		expect([error, credentials.stored.renewAt]).toEqual([undefined, 0]);
	});
});

describe('several processes', () => {
	it('take the token that another one has stored', async () => {
		const service = await smallService({
			answer: ({ token }, response) => json(response, token === 'of-another' ? 200 : 401, list),
		});
		const credentials = service.credential({ accessToken: 'ended' });
		const client = await clientFor(credentials);
		credentials.stored = { ...credentials.stored, accessToken: 'of-another' };
		expect(await client.request({ method: 'GET', path: '/v2/x', what: 'reading' })).toEqual(list);
		expect([service.arrived.length, service.exchanges.length]).toEqual([2, 0]);
	});

	it('leave the renewal to the one that has issued the token', async () => {
		const service = await smallService({
			answer: ({ token }, response) => {
				if (token === 'renewed') return json(response, 200, list);
				setTimeout(() => (credentials.stored.accessToken = 'renewed'), 200);
				json(response, 401, {});
			},
		});
		const credentials = service.credential({ accessToken: 'of-another' });
		const client = await clientFor(credentials);
		expect(await client.request({ method: 'GET', path: '/v2/x', what: 'reading' })).toEqual(list);
		expect([service.arrived.length, service.exchanges.length]).toEqual([2, 0]);
	});
});

describe('the exchange', () => {
	it.each([408, 425, 429, 500, 501, 503, 520, 524, 599])('is repeated on %i', async (status) => {
		const service = await smallService({
			answer: () => list,
			exchange: ({ count }, response) =>
				json(response, count === 1 ? status : 200, { access_token: 'a-token' }),
		});
		const { error } = await runNode({ parameters: getAll, credentials: service.credential() });
		expect([error, service.exchanges.length]).toEqual([undefined, 2]);
	});

	it.each([
		['nothing', Buffer.from('1f8b0800ffffffff', 'hex')],
		['what is not packed', Buffer.from('{"access_token":"a-token"}')],
		['half of it', gzipSync(JSON.stringify({ access_token: 'a'.repeat(2000) })).subarray(0, 20)],
	])('is repeated when its packed answer held %s, and told as such', async (_, packed) => {
		const broken = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
		const service = await smallService({
			answer: () => list,
			exchange: ({ count }, response) =>
				count === 2
					? json(response, 200, { access_token: 'a-token' })
					: void response.writeHead(200, broken).end(packed),
		});
		const { error } = await runNode({ parameters: getAll, credentials: service.credential() });
		expect([error, service.exchanges.length]).toEqual([undefined, 2]);
		const always = await smallService({
			answer: () => list,
			exchange: (_request, response) => void response.writeHead(200, broken).end(packed),
		});
		const failed = await runNode({ parameters: getAll, credentials: always.credential() });
		expect(failed.error?.message).toMatch(/packed answer|was cut off in the middle/);
	});

	it.each([{ error: 'invalid_client' }, { success: false }, { message: 'Unknown application' }])(
		'that is refused with "OK" is one of the App ID or App Secret: %j',
		async (body) => {
			const service = await smallService({ answer: () => list, exchange: () => body });
			const { error } = await runNode({ parameters: getAll, credentials: service.credential() });
			expect(error?.message).toBe('The service refused the App ID or App Secret');
			expect(error?.description).not.toMatch(/Base URL|Unknown/);
		},
	);

	it.each<[string, Answering]>([
		['429', (_, response) => json(response, 429, {})],
		['too large', (_, response) => void response.end(' '.repeat(2 ** 20 + 1))],
		['cut off', (_, response) => void response.end('{"access_token":')],
	])('names no option of a list: %s', async (_, exchange) => {
		const service = await smallService({ answer: () => list, exchange });
		const { error } = await runNode({ parameters: getAll, credentials: service.credential() });
		expect(error?.message).toMatch(/while exchanging the App ID and App Secret/);
		expect(error?.description).not.toMatch(/Parallel Pages|Page Size|Max Answer|in the options/);
	});

	it('that finds nothing is told as one of the address', async () => {
		const service = await smallService({
			answer: () => list,
			exchange: (_, response) => json(response, 404, {}),
		});
		const { error } = await runNode({ parameters: getAll, credentials: service.credential() });
		expect(error?.message).toMatch(/found nothing while exchanging/);
		expect(error?.description).toMatch(/Check the Base URL/);
		expect(error?.description).not.toMatch(/ID or token/);
	});

	it('sends App ID and secret without the spaces around them', async () => {
		const service = await smallService({ answer: () => list });
		const { appId, appSecret } = service;
		const credentials = service.credential({ appId: ` ${appId}\n`, appSecret: `\t${appSecret} ` });
		await runNode({ parameters: getAll, credentials });
		expect(JSON.parse(service.exchanges[0].body)).toEqual({ appId, appSecret });
	});
});
