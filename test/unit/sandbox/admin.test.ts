import { type RunningSandbox, startSandbox } from '../../../sandbox/http/server';
import { Caller, idsOf } from './client';

describe('admin', () => {
	let sandbox: RunningSandbox;
	let caller: Caller;
	beforeEach(async () => {
		sandbox = await startSandbox({ documents: 30 });
		caller = await Caller.of(sandbox);
	});
	afterEach(() => sandbox.close());

	it('creates bursts at the newest end', async () => {
		const [newest] = idsOf(await caller.list());
		const { status, json } = await caller.send('POST', '/_sandbox/documents', {
			count: 500,
			fields: { state: 'Draft' },
		});
		expect([status, json.length, sandbox.admin.count()]).toEqual([200, 500, 530]);
		expect(
			json.every(
				(one: { id: number; state: string }) => one.id > Number(newest) && one.state === 'Draft',
			),
		).toBe(true);
		expect(idsOf(await caller.list('?pageSize=100'))).toEqual(
			json
				.map((one: { id: number }) => one.id)
				.reverse()
				.slice(0, 100),
		);
	});

	it('creates documents with an id below the newest', async () => {
		const before = idsOf(await caller.list('?pageSize=100')) as number[];
		const created = sandbox.admin
			.createDocuments({ count: 3, outOfOrder: true })
			.map((one) => Number(one.id));
		expect(created.every((id) => id < before[0] && !before.includes(id))).toBe(true);
		expect(idsOf(await caller.list('?pageSize=100'))).toEqual(
			[...before, ...created].sort((a, b) => b - a),
		);
	});

	it('changes fields, merges contact and payments, and pays', async () => {
		const unpaid = (await caller.all()).find(
			(one) => one.payments?.paid === false && one.amountPaid === 0,
		);
		const { id, permalinkToken, contact, total } = unpaid ?? {};
		const path = `/_sandbox/documents/${id}`;
		const changed = await caller.send('PATCH', path, {
			state: 'Schváleno',
			processingState: 2,
			contact: { city: 'Jihlava' },
		});
		expect(changed.json).toMatchObject({
			id,
			state: 'Schváleno',
			processingState: 2,
			contact: { ...contact, city: 'Jihlava' },
		});
		await caller.send('POST', `${path}/pay`);
		const read = await caller.send('GET', `/v2/accountingdocuments/tokens/${permalinkToken}`);
		expect(read.json).toMatchObject({
			state: 'Schváleno',
			amountPaid: total,
			payments: { paid: true },
		});
		expect((await caller.send('PATCH', path, { inventedField: 1 })).status).toBe(400);
		expect((await caller.send('PATCH', path, { total: 1.00001 })).status).toBe(400);
		expect((await caller.send('PATCH', '/_sandbox/documents/1', {})).status).toBe(404);
	});

	it('keeps connectableAmount right when the total changes', async () => {
		const { id } = sandbox.admin.documentAt(29);
		sandbox.admin.changeDocument(id ?? 0, { total: 100.25, amountDrawn: 0.15 });
		expect((await caller.list('?scope=CA')).json.accountingDocuments[0].connectableAmount).toBe(
			100.1,
		);
	});

	it('deletes, so that neither list nor permalink has the document', async () => {
		const { id, permalinkToken } = sandbox.admin.documentAt(10);
		expect((await caller.send('DELETE', `/_sandbox/documents/${id}`)).status).toBe(200);
		expect(idsOf(await caller.list('?pageSize=100'))).not.toContain(id);
		expect(
			(await caller.send('GET', `/v2/accountingdocuments/tokens/${permalinkToken}`)).status,
		).toBe(404);
		expect((await caller.send('DELETE', `/_sandbox/documents/${id}`)).status).toBe(404);
	});

	it('replaces a permalink token', async () => {
		const { id, permalinkToken } = sandbox.admin.documentAt(3);
		sandbox.admin.changeDocument(id ?? 0, { permalinkToken: 'my-own_token' });
		expect((await caller.send('GET', '/v2/accountingdocuments/tokens/my-own_token')).json.id).toBe(
			id,
		);
		expect(
			(await caller.send('GET', `/v2/accountingdocuments/tokens/${permalinkToken}`)).status,
		).toBe(404);
	});

	it('expires tokens over HTTP', async () => {
		await caller.send('POST', '/_sandbox/tokens/expire');
		expect((await caller.list()).status).toBe(401);
	});

	it('sums totals exactly, per currency and by filters', async () => {
		sandbox.admin.createDocuments({
			count: 3,
			fields: { currency: 'USD', total: 0.1, state: 'Součet' },
		});
		sandbox.admin.createDocuments({ fields: { currency: 'USD', total: -0.3001, state: 'Součet' } });
		const { json } = await caller.send(
			'GET',
			`/_sandbox/totals?state=${encodeURIComponent('Součet')}`,
		);
		expect(json).toEqual({ count: 4, totals: { USD: '-0.0001' } });
		const units = new Map<string, bigint>();
		for (const { currency, total } of await caller.all()) {
			units.set(currency, (units.get(currency) ?? 0n) + BigInt(Math.round(Number(total) * 10_000)));
		}
		const { count, totals } = sandbox.admin.totals();
		expect(count).toBe(34);
		for (const [currency, sum] of units)
			expect(Number(totals[currency])).toBe(Number(sum) / 10_000);
		expect((await caller.send('GET', '/_sandbox/totals?unknown=1')).status).toBe(400);
	});

	it('keeps a journal of what was asked, with no secret in it', async () => {
		const { appId, appSecret } = sandbox;
		await caller.send('POST', '/auth/token', { appId, appSecret: 'guessed-one' });
		await caller.list('?page=1&pageSize=10');
		await caller.list(`?page=${appSecret}&${caller.token}=1`);
		await caller.search({ searchText: appSecret, pageSize: 10, access_token: 'x-leaked' });
		await caller.send('GET', '/nowhere');
		const { json, text } = await caller.send('GET', '/_sandbox/journal');
		for (const secret of [appSecret, caller.token, 'guessed-one', 'x-leaked'])
			expect(text).not.toContain(secret);
		expect(json.entries.map((entry: { status: number }) => entry.status)).toEqual([
			200, 401, 200, 400, 400, 200,
		]);
		expect(json.entries[2]).toMatchObject({
			method: 'GET',
			path: '/v2/accountingdocuments',
			query: { page: '1', pageSize: '10' },
			body: null,
			tokenId: 1,
			inFlight: 1,
		});
		expect(json.entries[1]).toMatchObject({ body: { appId, appSecret: '***' } });
		expect(json.counts).toEqual({
			'POST /auth/token': 2,
			'GET /v2/accountingdocuments': 2,
			'POST /v2/search/accountingdocuments': 1,
			'GET unknown path': 1,
		});
		await caller.send('DELETE', '/_sandbox/journal');
		expect(sandbox.admin.journal()).toMatchObject({ entries: [], counts: {} });
	});

	it('tells how many requests were under way at once', async () => {
		const slow = await startSandbox({ documents: 10, latencyMs: 100 });
		try {
			const other = await Caller.of(slow);
			await Promise.all([other.list(), other.list(), other.list()]);
			expect(slow.admin.journal().mostInFlight).toBe(3);
		} finally {
			await slow.close();
		}
	});
});
