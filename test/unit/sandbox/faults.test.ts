import { connect } from 'node:net';

import type { GivenFault } from '../../../sandbox/http/faults';
import { type RunningSandbox, startSandbox } from '../../../sandbox/http/server';
import { Caller, idsOf } from './client';

describe('faults', () => {
	let sandbox: RunningSandbox;
	let caller: Caller;
	let ids: unknown[];
	beforeEach(async () => {
		sandbox = await startSandbox({ documents: 40 });
		caller = await Caller.of(sandbox);
		ids = idsOf(await caller.list('?pageSize=100'));
	});
	afterEach(() => sandbox.close());

	const page = (number: number): ReturnType<Caller['list']> =>
		caller.list(`?pageSize=10&page=${number}`);
	const arm = (...faults: GivenFault[]): void => sandbox.admin.addFault(...faults);

	it('answer a status with Retry-After, as often as asked', async () => {
		arm({ kind: 'status', status: 429, retryAfter: '2', times: 2 });
		const replies = [await page(1), await page(1), await page(1)];
		expect(replies.map((reply) => reply.status)).toEqual([429, 429, 200]);
		expect(replies[0].headers.get('retry-after')).toBe('2');
		arm({ kind: 'status', status: 500, body: { anything: 1 } });
		expect((await page(1)).json).toEqual({ anything: 1 });
	});

	it('strike in the order in which they were armed', async () => {
		arm({ kind: 'status', status: 503 }, { kind: 'status', status: 502 });
		expect([(await page(1)).status, (await page(1)).status, (await page(1)).status]).toEqual([
			503, 502, 200,
		]);
	});

	it('match a path, a page and the nth call, and can strike always', async () => {
		arm({ kind: 'status', status: 503, match: { path: 'list', page: 2, call: 2 } });
		const statuses = [
			(await page(1)).status,
			(await page(2)).status,
			(await page(1)).status,
			(await page(2)).status,
			(await page(2)).status,
		];
		expect(statuses).toEqual([200, 200, 200, 503, 200]);
		arm({ kind: 'status', status: 504, match: { path: 'search' }, times: 0 });
		expect((await page(2)).status).toBe(200);
		for (let call = 0; call < 3; call++) expect((await caller.search({})).status).toBe(504);
		sandbox.admin.clearFaults();
		expect((await caller.search({})).status).toBe(200);
		arm(
			{ kind: 'status', status: 500, match: { path: 'token' } },
			{ kind: 'status', status: 501, match: { path: 'byToken' } },
			{ kind: 'status', status: 502, match: { path: 'template' } },
		);
		expect((await caller.send('GET', '/v2/templates/701')).status).toBe(502);
		expect((await caller.send('GET', '/v2/accountingdocuments/tokens/x')).status).toBe(501);
		expect((await caller.send('POST', '/auth/token', {})).status).toBe(500);
	});

	it.each(['resetBefore', 'resetWithin'] as const)('%s ends the connection', async (kind) => {
		arm({ kind });
		await expect(page(1)).rejects.toThrow();
		await new Promise((resolve) => setTimeout(resolve, 50));
		const { entries } = sandbox.admin.journal();
		expect(entries.at(-1)).toMatchObject({ fault: kind, isAborted: true });
		expect((await page(1)).status).toBe(200);
	});

	it('slowBody sends the rest later', async () => {
		arm({ kind: 'slowBody', ms: 150 });
		const start = performance.now();
		const reply = await page(1);
		expect(performance.now() - start).toBeGreaterThan(140);
		expect(idsOf(reply)).toEqual(ids.slice(0, 10));
	});

	it('stall never answers, and does not keep the sandbox from closing', async () => {
		arm({ kind: 'stall' });
		const outcome = await Promise.race([
			page(1).then(
				() => 'answered',
				() => 'closed',
			),
			new Promise((resolve) => setTimeout(() => resolve('open'), 150)),
		]);
		expect(outcome).toBe('open');
	});

	it('truncatedJson, html, wrongContentType, noRecords, errorBody and redirect bend the answer', async () => {
		arm({ kind: 'truncatedJson' });
		const truncated = await page(1);
		expect([truncated.status, truncated.json]).toEqual([200, undefined]);
		arm({ kind: 'html' }, { kind: 'html', status: 502 });
		for (const status of [200, 502]) {
			const html = await page(1);
			expect([html.status, html.text.startsWith('<!doctype html>'), html.contentType]).toEqual([
				status,
				true,
				'text/html; charset=utf-8',
			]);
		}
		arm({ kind: 'wrongContentType' });
		const plain = await page(1);
		expect([plain.contentType, idsOf(plain)]).toEqual(['text/plain', ids.slice(0, 10)]);
		arm({ kind: 'noRecords' }, { kind: 'noRecords', match: { path: 'template' } });
		expect((await page(1)).json).toEqual({ pagesCount: 4, currentPage: 1, pageSize: 10 });
		expect((await caller.send('GET', '/v2/templates/701')).json).toEqual({});
		arm({ kind: 'errorBody' });
		const error = await page(1);
		expect([error.status, error.json.code]).toEqual([200, 'validation_failed']);
		arm({ kind: 'redirect', location: 'https://elsewhere.example/' });
		const redirect = await page(1);
		expect([redirect.status, redirect.headers.get('location')]).toEqual([
			302,
			'https://elsewhere.example/',
		]);
	});

	it('expireToken ends every token just before the request is judged', async () => {
		arm({ kind: 'expireToken', match: { page: 2 } });
		expect([(await page(1)).status, (await page(2)).status, (await page(2)).status]).toEqual([
			200, 401, 401,
		]);
		await caller.renew();
		expect((await page(2)).status).toBe(200);
	});

	it('a late fault waits for a request that is let in', async () => {
		sandbox.admin.expireTokens();
		arm({ kind: 'insert', match: { page: 2 } });
		expect([(await page(2)).status, sandbox.admin.count()]).toEqual([401, 40]);
		await caller.renew();
		expect([(await page(2)).status, sandbox.admin.count()]).toEqual([200, 41]);
	});

	it('insert shifts the list down just before a page', async () => {
		arm({ kind: 'insert', count: 3, fields: { state: 'Nový' }, match: { page: 2 } });
		const read = [...idsOf(await page(1)), ...idsOf(await page(2))];
		expect(read.slice(10)).toEqual(ids.slice(7, 17));
		const newest = idsOf(await caller.search({ state: 'Nový' }));
		expect(newest).toHaveLength(3);
		expect(idsOf(await page(1)).slice(0, 3)).toEqual(newest);
	});

	it.each([
		['before', 12],
		['after', 10],
		['head', 12],
		['tail', 10],
	] as const)('delete %s the page shifts the list as it should', async (where, start) => {
		arm({ kind: 'delete', count: 2, where, match: { page: 2 } });
		await page(1);
		expect(idsOf(await page(2))).toEqual(ids.slice(start, start + 10));
		const left = idsOf(await caller.list('?pageSize=100'));
		const gone = { before: [8, 9], after: [20, 21], head: [0, 1], tail: [38, 39] }[where].map(
			(position) => ids[position],
		);
		expect(left).toEqual(ids.filter((id) => !gone.includes(id)));
	});

	it('delete takes ids too, and works in a search', async () => {
		arm({ kind: 'delete', where: [ids[12] as number, 'unknown'], match: { path: 'search' } });
		const reply = await caller.search({ pageSize: 100 });
		expect(idsOf(reply)).toEqual(ids.filter((id) => id !== ids[12]));
	});

	it('ignorePage, clampPageSize, shortPage, wrongPagesCount and repeatRecord make wrong lists', async () => {
		arm({ kind: 'ignorePage' }, { kind: 'ignorePage', echoPage: true });
		for (const currentPage of [1, 3]) {
			const ignored = await page(3);
			expect([idsOf(ignored), ignored.json.currentPage]).toEqual([ids.slice(0, 10), currentPage]);
		}
		arm({ kind: 'clampPageSize', to: 4 });
		const clamped = await page(2);
		expect(clamped.json).toMatchObject({ pageSize: 4, pagesCount: 10, currentPage: 2 });
		expect(idsOf(clamped)).toEqual(ids.slice(4, 8));
		arm({ kind: 'shortPage', by: 3 });
		expect(idsOf(await page(2))).toEqual(ids.slice(10, 17));
		arm({ kind: 'wrongPagesCount', add: 2 }, { kind: 'wrongPagesCount', add: -1 });
		expect([
			(await page(1)).json.pagesCount,
			(await page(1)).json.pagesCount,
			(await page(1)).json.pagesCount,
		]).toEqual([6, 3, 4]);
		arm({ kind: 'repeatRecord', match: { page: 2 } }, { kind: 'repeatRecord', match: { page: 1 } });
		expect(idsOf(await page(2))).toEqual([ids[9], ...ids.slice(11, 20)]);
		expect(idsOf(await page(1))).toEqual([ids[10], ...ids.slice(1, 10)]);
	});

	it('are rejected when the contract does not know them', async () => {
		expect((await caller.send('POST', '/_sandbox/faults', { kind: 'unheardOf' })).status).toBe(400);
		expect((await caller.send('POST', '/_sandbox/faults', { kind: 'stall', ms: 5 })).status).toBe(
			400,
		);
		expect(
			(
				await caller.send('POST', '/_sandbox/faults', [
					{ kind: 'html' },
					{ kind: 'stall', times: 1 },
				])
			).status,
		).toBe(200);
	});

	it('leave a client that hangs up unharmed', async () => {
		arm({ kind: 'slowBody', ms: 60_000 });
		const { hostname, port } = new URL(sandbox.baseUrl);
		const socket = connect(Number(port), hostname);
		socket.write(
			`GET /v2/accountingdocuments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\n\r\n`,
		);
		await new Promise((resolve) => socket.once('data', resolve));
		socket.destroy();
		expect((await page(1)).status).toBe(200);
	});
});
