/** docs/internals/faults.md: a token that expires or is ended costs one retry, in several processes too. */
import type { ServiceCall } from '../../../nodes/shared/client/client';
import { thrownBy } from '../../unit/support/thrownBy';
import { clientFor } from '../support/client';
import { passTime } from '../support/clock';
import { runNode } from '../support/engine';
import { json, smallService } from '../support/smallService';

const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 1 };
const list = [{ id: 1 }];
const read: ServiceCall = { method: 'GET', path: '/v2/x', activity: 'reading' };
const create: ServiceCall = { method: 'POST', path: '/v2/tasks', body: {}, activity: 'creating' };

describe('an expired stored token', () => {
	it.each([401, 403])('(%i) costs a read one new token', async (status) => {
		const service = await smallService({
			answer: ({ token }, response) => json(response, token === 'ended' ? status : 200, list),
		});
		const credentials = service.credential({ accessToken: 'ended' });
		for (let run = 0; run < 2; run++) {
			const { error, json: items } = await runNode({ parameters: getAll, credentials });
			expect([error, items.length]).toEqual([undefined, 1]);
		}
		expect(service.exchanges).toHaveLength(1);
	});

	it('(403) is an error if a new token does not help, and costs one exchange', async () => {
		const service = await smallService({ answer: (_, response) => json(response, 403, {}) });
		const client = await clientFor(service.credential({ accessToken: 'ended' }));
		for (let count = 0; count < 3; count++) {
			const { message } = await thrownBy(async () => await client.request(read));
			expect(message).toMatch(/denied access to this application/);
		}
		expect([service.arrived.length, service.exchanges.length]).toEqual([4, 1]);
	});
});

describe('a new token', () => {
	it.each<[string, ServiceCall, boolean]>([
		['a read', read, false],
		['a write', create, false],
		['a read after an early end of the previous one', read, true],
	])('that a replica learns late is sent again after a pause: %s', async (_, call, isSecond) => {
		let learnedAt = 0;
		let ended = '';
		const service = await smallService({
			exchange: ({ count }) => {
				if (count === 1 + Number(isSecond)) learnedAt = performance.now() + 200;
				return { access_token: `token-${count}` };
			},
			answer: ({ token }, response) => {
				const isLate = performance.now() < learnedAt;
				json(response, isLate || token === ended ? 401 : 200, list);
			},
		});
		const client = await clientFor(service.credential());
		if (isSecond) {
			await client.request(read);
			ended = 'token-1';
		}
		expect(await client.request(call)).toEqual(list);
		expect(service.exchanges).toHaveLength(isSecond ? 2 : 1);
	});

	it('that expires in the run that it was issued for costs a read one new token', async () => {
		const ended = new Set<string>();
		const service = await smallService({
			exchange: ({ count }) => ({ access_token: `token-${count}` }),
			answer: ({ token }, response) => json(response, ended.has(token) ? 403 : 200, list),
		});
		const client = await clientFor(service.credential());
		for (let ends = 1; ends <= 3; ends++) {
			expect(await client.request(read)).toEqual(list);
			ended.add(`token-${ends}`);
		}
		expect(await client.request(read)).toEqual(list);
		expect(service.exchanges).toHaveLength(4);
	});
});

describe('the lifetime of a token', () => {
	it('is known, and a token near its end is renewed before it is refused', async () => {
		const service = await smallService({ answer: () => list });
		const credentials = service.credential();
		await runNode({ parameters: getAll, credentials });
		const { renewAt } = credentials.stored;
		// A minute before its end. The clock stands still.
		expect(Number(renewAt) - Date.now()).toBe(3_600_000 - 60_000);
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
			await client.request(read);
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
		expect(await client.request(read)).toEqual(list);
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
		expect(await client.request(read)).toEqual(list);
		expect([service.arrived.length, service.exchanges.length]).toEqual([2, 0]);
	});
});

it('executions of a process that wait for a token together do not end when the first one is cancelled', async () => {
	let refusedAtRead = Infinity;
	let other: Promise<unknown> | undefined;
	const service = await smallService({
		answer: ({ token }, response) => {
			if (token === 'renewed') return json(response, 200, list);
			refusedAtRead = credentials.reads;
			json(response, 401, {});
		},
	});
	const credentials = service.credential();
	const abort = new AbortController();
	const first = await clientFor(credentials, {}, abort);
	const second = await clientFor(credentials);
	Object.defineProperty(credentials.stored, 'accessToken', {
		enumerable: true,
		get: () => {
			const reads = credentials.reads - refusedAtRead;
			if (reads >= 2) other ??= second.request(read);
			if (reads >= 3) abort.abort();
			return reads >= 5 ? 'renewed' : 'of-another';
		},
	});
	await expect(first.request(read)).rejects.toThrow(/^The execution was canceled/);
	expect(await other).toEqual(list);
	expect([service.arrived.length, service.exchanges.length]).toEqual([2, 0]);
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

	it('when the other process stores its token late: the one whose token ended waits for it', async () => {
		let storedAtRead = Infinity;
		const service = await smallService({
			exchange: ({ count }) => ({ access_token: `token-${count}` }),
			answer: ({ token }, response) => {
				if (token === 'of-another') return json(response, 200, list);
				// After the looks of a token that replicas may still learn.
				if (storedAtRead === Infinity) storedAtRead = credentials.reads + 7;
				json(response, 401, {});
			},
		});
		const credentials = service.credential();
		let { stored } = credentials;
		Object.defineProperty(credentials, 'stored', {
			get: () =>
				credentials.reads < storedAtRead ? stored : { ...stored, accessToken: 'of-another' },
			set: (saved: typeof stored) => (stored = saved),
		});
		const client = await clientFor(credentials);
		expect(await client.request(read)).toEqual(list);
		expect(service.exchanges).toHaveLength(1);
	});

	it('at once: the App ID and App Secret are not blamed', async () => {
		const service = await smallService({ answer: (_, response) => json(response, 401, {}) });
		const { error } = await runNode({ parameters: getAll, credentials: service.credential() });
		expect(service.exchanges).toHaveLength(4);
		expect(error?.message).toMatch(/^The service refused the access token/);
		expect(error?.description).toMatch(/^The App ID and App Secret are correct, but/);
		expect(error?.description).not.toMatch(/Check the App/);
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
