import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { ServiceCall } from '../../../nodes/shared/client/client';
import { thrownBy } from '../../unit/support/thrownBy';
import { clientFor } from '../support/client';
import { passTime } from '../support/clock';
import { runNode } from '../support/engine';
import { json, smallService, type Answering } from '../support/smallService';

const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 1 };
const list = [{ id: 1 }];
const read: ServiceCall = { method: 'GET', path: '/v2/x', what: 'reading' };
const create: ServiceCall = { method: 'POST', path: '/v2/tasks', body: {}, what: 'creating' };

/** How services respond to an expired token. */
const ways: Record<string, (response: ServerResponse) => unknown> = {
	'401': (response) => json(response, 401, {}),
	'403': (response) => json(response, 403, { message: 'Forbidden' }),
};

const endedBy =
	(way: (response: ServerResponse) => unknown): Answering =>
	({ token }, response) =>
		void (token === 'ended' ? way(response) : json(response, 200, list));

describe('an expired stored token', () => {
	it.each(Object.entries(ways))('(%s) costs a read one new token', async (_, way) => {
		const service = await smallService({ answer: endedBy(way) });
		const credentials = service.credential({ accessToken: 'ended' });
		for (let run = 0; run < 2; run++) {
			const { error, json: items } = await runNode({ parameters: getAll, credentials });
			expect([error, items.length]).toEqual([undefined, 1]);
		}
		expect(service.exchanges).toHaveLength(1);
	});

	it('(403) is an error if a new token does not help, and costs one exchange', async () => {
		const service = await smallService({ answer: (_, response) => void ways['403'](response) });
		const client = await clientFor(service.credential({ accessToken: 'ended' }));
		for (let count = 0; count < 3; count++) {
			const { message } = await thrownBy(async () => await client.request(read));
			expect(message).toMatch(/denied access to this application/);
		}
		expect([service.arrived.length, service.exchanges.length]).toEqual([4, 1]);
	});
});

describe('a new token', () => {
	it.each<[string, ServiceCall]>([
		['a read', read],
		['a write', create],
	])('that a replica learns late is sent again after a pause: %s', async (_, call) => {
		let issuedAt = 0;
		const service = await smallService({
			exchange: ({ count }) => {
				issuedAt = performance.now();
				return { access_token: `token-${count}` };
			},
			answer: (_request, response) =>
				json(response, performance.now() - issuedAt < 200 ? 401 : 200, list),
		});
		const client = await clientFor(service.credential());
		expect(await client.request(call)).toEqual(list);
		expect(service.exchanges).toHaveLength(1);
		expect(new Set(service.arrived.map(({ token }) => token))).toEqual(new Set(['token-1']));
	});

	it('that a replica learns late is resent, also if the previous one expired early', async () => {
		let issuedAt = 0;
		let isFirstEnded = false;
		const service = await smallService({
			exchange: ({ count }) => {
				issuedAt = performance.now();
				return { access_token: `token-${count}` };
			},
			answer: ({ token }, response) => {
				const isEnded = isFirstEnded && token === 'token-1';
				const isLate = isFirstEnded && performance.now() - issuedAt < 200;
				json(response, isEnded || isLate ? 401 : 200, list);
			},
		});
		const client = await clientFor(service.credential());
		await client.request(read);
		isFirstEnded = true;
		expect(await client.request(read)).toEqual(list);
		expect(service.exchanges).toHaveLength(2);
	});

	it('that the service keeps refusing is an error', async () => {
		const service = await smallService({ answer: (_, response) => void ways['401'](response) });
		const credentials = service.credential({ accessToken: 'ended' });
		const { error } = await runNode({ parameters: getAll, credentials });
		expect(error?.message).toMatch(/^The service refused the access token while/);
		expect(service.exchanges).toHaveLength(1);
	});
});

it('that expires in the run that it was issued for costs a read one new token', async () => {
	const ended = new Set<string>();
	const service = await smallService({
		exchange: ({ count }) => ({ access_token: `token-${count}` }),
		answer: ({ token }, response) =>
			void (ended.has(token) ? ways['403'](response) : json(response, 200, list)),
	});
	const client = await clientFor(service.credential());
	for (let ends = 1; ends <= 3; ends++) {
		expect(await client.request(read)).toEqual(list);
		ended.add(`token-${ends}`);
	}
	expect(await client.request(read)).toEqual(list);
	expect(service.exchanges).toHaveLength(4);
});

describe('the lifetime of a token', () => {
	it('is known, and a token near its end is renewed before it is refused', async () => {
		const service = await smallService({ answer: () => list });
		const credentials = service.credential();
		await runNode({ parameters: getAll, credentials });
		const { renewAt } = credentials.stored;
		const life = Number(renewAt) - Date.now();
		expect(life).toBeGreaterThan(3_000_000);
		expect(life).toBeLessThan(3_600_000);
		credentials.stored.renewAt = Date.now() - 1;
		// The token that was just issued is the newest.
		const { error } = await runNode({ parameters: getAll, credentials });
		expect(error).toBeUndefined();
		expect(Number(credentials.stored.renewAt)).toBeGreaterThan(Date.now());
	});

	it('may be short: nothing is refused in a longer run', async () => {
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
			passTime(400);
		}
		expect(service.arrived).toHaveLength(6);
		expect(service.exchanges.length).toBeGreaterThan(1);
	});

	it.each([0, -1, null, 'soon', true, {}])('is ignored as %j', async (expires_in) => {
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
	it('use the token that another one stored', async () => {
		const service = await smallService({
			answer: ({ token }, response) => json(response, token === 'of-another' ? 200 : 401, list),
		});
		const credentials = service.credential({ accessToken: 'ended' });
		const client = await clientFor(credentials);
		credentials.stored = { ...credentials.stored, accessToken: 'of-another' };
		expect(await client.request({ method: 'GET', path: '/v2/x', what: 'reading' })).toEqual(list);
		expect([service.arrived.length, service.exchanges.length]).toEqual([2, 0]);
	});

	it('leave the renewal to the one that issued the token', async () => {
		let renewedAtRead = Infinity;
		const service = await smallService({
			answer: ({ token }, response) => {
				if (token === 'renewed') return json(response, 200, list);
				renewedAtRead = credentials.reads + 3;
				json(response, 401, {});
			},
		});
		const credentials = service.credential();
		Object.defineProperty(credentials.stored, 'accessToken', {
			enumerable: true,
			get: () => (credentials.reads < renewedAtRead ? 'of-another' : 'renewed'),
		});
		const client = await clientFor(credentials);
		expect(await client.request({ method: 'GET', path: '/v2/x', what: 'reading' })).toEqual(list);
		expect([service.arrived.length, service.exchanges.length]).toEqual([2, 0]);
	});
});

describe('a service that ends the older tokens', () => {
	it('when two processes renew at once: the one whose token ended uses the stored one', async () => {
		const service = await smallService({
			exchange: ({ count }) => ({ access_token: `token-${count}` }),
			answer: ({ token, count }, response) => {
				// The other process got its token right after this one, and stores it last.
				if (count === 3) credentials.stored.accessToken = 'of-another';
				json(response, token === 'of-another' ? 200 : 401, list);
			},
		});
		const credentials = service.credential({ accessToken: 'ended' });
		const client = await clientFor(credentials);
		expect(await client.request(create)).toEqual(list);
		expect(service.exchanges).toHaveLength(1);
	});

	it('again and again: an accepted token proves that the application is active', async () => {
		const ended = new Set<string>();
		const service = await smallService({
			exchange: ({ count }) => ({ access_token: `token-${count}` }),
			answer: ({ token, path }, response) => {
				const answer = () => json(response, ended.has(token) ? 401 : 200, list);
				if (path !== read.path || ended.size === 3 || ended.has(token)) return answer();
				// Another request uses the token before it ends.
				void client.request({ ...read, path: '/v2/y' }).then(() => {
					ended.add(token);
					answer();
				});
			},
		});
		const client = await clientFor(service.credential());
		expect(await client.request(read)).toEqual(list);
		expect(service.exchanges).toHaveLength(4);
	});
});

describe('the exchange', () => {
	it.each([408, 429, 500, 599])('is repeated on %i', async (status) => {
		const service = await smallService({
			answer: () => list,
			exchange: ({ count }, response) =>
				json(response, count === 1 ? status : 200, { access_token: 'a-token' }),
		});
		const { error } = await service.run(getAll);
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
		const { error } = await service.run(getAll);
		expect([error, service.exchanges.length]).toEqual([undefined, 2]);
		const always = await smallService({
			answer: () => list,
			exchange: (_request, response) => void response.writeHead(200, broken).end(packed),
		});
		const failed = await always.run(getAll);
		expect(failed.error?.message).toMatch(/^The response was (empty|cut off or damaged)/);
	});

	it.each([{ error: 'invalid_client' }, { success: false }, { message: 'Unknown application' }])(
		'that is refused with "OK" is one of the App ID or App Secret: %j',
		async (body) => {
			const service = await smallService({ answer: () => list, exchange: () => body });
			const { error } = await service.run(getAll);
			expect(error?.message).toBe('The service refused the App ID or App Secret');
			expect(error?.description).not.toMatch(/Base URL|Unknown/);
		},
	);

	it.each<[string, Answering]>([
		['429', (_, response) => json(response.setHeader('retry-after', '0'), 429, {})],
		['too large', (_, response) => void response.end(' '.repeat(2 ** 20 + 1))],
		['cut off', (_, response) => void response.end('{"access_token":')],
	])('names no option of a list: %s', async (_, exchange) => {
		const service = await smallService({ answer: () => list, exchange });
		const { error } = await service.run(getAll);
		expect(error?.message).toMatch(/while exchanging the App ID and App Secret/);
		expect(error?.description).not.toMatch(/Parallel Pages|Page Size|Max Answer|Advanced/);
	});

	it('sends App ID and secret without the spaces around them', async () => {
		const service = await smallService({ answer: () => list });
		const { appId, appSecret } = service;
		const credentials = service.credential({ appId: ` ${appId}\n`, appSecret: `\t${appSecret} ` });
		await runNode({ parameters: getAll, credentials });
		expect(JSON.parse(service.exchanges[0].body)).toEqual({ appId, appSecret });
	});
});
