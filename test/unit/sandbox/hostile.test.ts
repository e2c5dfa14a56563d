import { createConnection } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';

import { type GivenFault, type RunningSandbox, startSandbox } from '../../../sandbox';
import { Caller, idsOf, invoice } from './client';

describe('answers of services that misbehave', () => {
	let sandbox: RunningSandbox;
	let caller: Caller;
	beforeEach(async () => {
		sandbox = await startSandbox({ documents: 30 });
		caller = await Caller.of(sandbox);
	});
	afterEach(() => sandbox.close());

	/** The list's answer byte for byte, without anything undone by a client. */
	async function bytes(
		fault: GivenFault,
	): Promise<{ type: string; encoding: string; body: Buffer }> {
		sandbox.admin.addFault(fault);
		const { headers, body } = await request(`${sandbox.baseUrl}/v2/accountingdocuments`, {
			headers: { authorization: `Bearer ${caller.token}` },
		});
		return {
			type: String(headers['content-type']),
			encoding: String(headers['content-encoding']),
			body: Buffer.from(await body.arrayBuffer()),
		};
	}

	it('any text or bytes, before or after the work', async () => {
		sandbox.admin.addFault({ kind: 'raw', body: '{"success":false}', phase: 'after' });
		const reply = await caller.create(invoice());
		expect([reply.status, reply.json, sandbox.admin.count()]).toEqual([
			200,
			{ success: false },
			31,
		]);
		const { body, type } = await bytes({
			kind: 'raw',
			body: '/w==',
			encoding: 'base64',
			contentType: 'x/y',
		});
		expect([[...body], type]).toEqual([[0xff], 'x/y']);
	});

	it('what was sent, secrets included', async () => {
		sandbox.admin.addFault({ kind: 'echo', match: { path: 'token' } });
		const { appId, appSecret } = sandbox;
		const { status, text } = await caller.send('POST', '/auth/token', { appId, appSecret });
		expect([status, text.includes(appSecret)]).toEqual([500, true]);
	});

	it('numbers that no double holds, repeated keys, invalid UTF-8', async () => {
		const { body } = await bytes({
			kind: 'rewrite',
			pattern: '"total":',
			by: '"total":1e400,"x":',
		});
		expect(body.toString()).toContain('"total":1e400,"x":');
		const latin = await bytes({
			kind: 'rewrite',
			pattern: '"description":"',
			by: '"description":"\xff\xfe',
			encoding: 'latin1',
		});
		expect(() => new TextDecoder('utf-8', { fatal: true }).decode(latin.body)).toThrow();
	});

	it.each([
		['utf-8', true, true],
		['utf-16le', true, false],
		['windows-1250', false, true],
	])('the character set %s', async (charset, mark, declared) => {
		sandbox.admin.createDocuments({ fields: { description: 'Příliš žluťoučký' } });
		const { body, type } = await bytes({ kind: 'charset', charset, mark, declared });
		expect(type).toBe(declared ? `application/json; charset=${charset}` : 'application/json');
		const text = new TextDecoder(charset, { ignoreBOM: true }).decode(body);
		expect(text.startsWith('\ufeff')).toBe(mark);
		expect(text).toContain('Příliš žluťoučký');
	});

	it('gzip, sound, cut, broken and growing', async () => {
		const sound = await bytes({ kind: 'gzip' });
		expect(sound.encoding).toBe('gzip');
		expect(JSON.parse(gunzipSync(sound.body).toString()).accountingDocuments).toHaveLength(20);
		for (const state of ['cut', 'broken'] as const) {
			const { body } = await bytes({ kind: 'gzip', state });
			expect(() => gunzipSync(body)).toThrow();
		}
		const bomb = await bytes({ kind: 'gzipBomb', megabytes: 64 });
		expect(bomb.body.length).toBeLessThan(200_000);
		expect(gunzipSync(bomb.body).length).toBeGreaterThan(64 << 20);
	});

	it('a body that drips, and arrives in the end', async () => {
		sandbox.admin.addFault({ kind: 'dripBody', ms: 1, bytes: 4000 });
		expect(idsOf(await caller.list())).toHaveLength(20);
	});

	it.each<[GivenFault, RegExp]>([
		[{ kind: 'dripBody', ms: 5 }, /\r\n\r\n.{3}/s],
		[{ kind: 'dripHeaders', ms: 5 }, /X-Drip-3: 1\r\n/],
		[{ kind: 'endlessBody', filler: 'x' }, /x{1000}/],
	])('%j goes on until the caller leaves', async (fault, expected) => {
		sandbox.admin.addFault(fault);
		const { hostname, port } = new URL(sandbox.baseUrl);
		const socket = createConnection(Number(port), hostname);
		socket.write(
			`GET /v2/accountingdocuments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\n\r\n`,
		);
		let text = '';
		for await (const chunk of socket) {
			text += String(chunk);
			if (expected.test(text)) break;
		}
		expect(text).toMatch(expected);
		expect((await caller.list()).status).toBe(200);
	});

	it('a replica that lags behind', async () => {
		const [first] = (await caller.all()).map((one) => one.id);
		sandbox.admin.addFault({ kind: 'stale', times: 4, match: { call: 2 } });
		const { json: created } = await caller.create(invoice());
		await caller.bulk('setcategory', [first], { categoryId: 42 });
		const stale = await caller.list();
		expect(idsOf(stale)[0]).toBe(first);
		expect(idsOf(await caller.search({}))[0]).toBe(first);
		expect((await caller.get(created.id)).status).toBe(404);
		expect(idsOf(await caller.list())[0]).toBe(created.id);
	});
});
