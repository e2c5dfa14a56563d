import { type RunningSandbox, startSandbox } from '../../../sandbox/http/server';
import { Caller } from './client';

describe('strictness', () => {
	let sandbox: RunningSandbox;
	let caller: Caller;
	beforeAll(async () => {
		sandbox = await startSandbox({ documents: 50 });
		caller = await Caller.of(sandbox);
	});
	afterAll(() => sandbox.close());

	it.each([
		['?offset=1', 'offset'],
		['?pageSize=9', 'pageSize'],
		['?pageSize=101', 'pageSize'],
		['?pageSize=ten', 'pageSize'],
		['?page=0', 'page'],
		['?page=-1', 'page'],
		['?page=1.5', 'page'],
		['?page=1&page=2', 'page'],
		['?scope=XX', 'scope'],
		['?scope=CA,XX', 'scope'],
		['?sortDirection=ASC', 'sortDirection'],
	])('rejects the list parameters %s', async (query, field) => {
		const { status, json } = await caller.list(query);
		expect(status).toBe(400);
		expect(json.fieldsAffected.map((one: { name: string }) => one.name)).toContain(field);
	});

	it.each([
		[{ offset: 1 }, 'offset'],
		[{ pageSize: 9 }, 'pageSize'],
		[{ pageSize: 101 }, 'pageSize'],
		[{ pageSize: '20' }, 'pageSize'],
		[{ page: 0 }, 'page'],
		[{ sortDirection: 'asc' }, 'sortDirection'],
		[{ scope: 'connectableAmount' }, 'scope'],
		[{ value: 1, valueFrom: 1 }, 'value'],
		[{ value: '1', valueTo: 1 }, 'value'],
		[{ valueFrom: 'much' }, 'valueFrom'],
		[{ type: 0 }, 'type'],
		[{ issueDateFrom: '1. 1. 2025' }, 'issueDateFrom'],
	])('rejects the search parameters %j', async (body, field) => {
		const { status, json } = await caller.search(body);
		expect(status).toBe(400);
		expect(json.fieldsAffected.map((one: { name: string }) => one.name)).toContain(field);
	});

	it('takes the limits themselves, and a search without any parameter', async () => {
		expect((await caller.list('?pageSize=10')).json.accountingDocuments).toHaveLength(10);
		expect((await caller.list('?pageSize=100')).json.accountingDocuments).toHaveLength(50);
		expect((await caller.list()).json).toMatchObject({
			pageSize: 20,
			currentPage: 1,
			pagesCount: 3,
		});
		expect((await caller.search(undefined)).json).toMatchObject({
			pageSize: 20,
			currentPage: 1,
			pagesCount: 3,
		});
	});

	it('rejects search parameters in the query, bodies that are no object, and other content types', async () => {
		const path = '/v2/search/accountingdocuments';
		expect((await caller.send('POST', `${path}?page=1`, {})).status).toBe(400);
		expect((await caller.search([])).status).toBe(400);
		expect((await caller.search('{"page":1')).status).toBe(400);
		const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'text/plain' };
		const response = await fetch(sandbox.baseUrl + path, {
			method: 'POST',
			headers,
			body: 'page=1',
		});
		expect(response.status).toBe(400);
	});

	it('rejects parameters of single reads', async () => {
		const { permalinkToken } = sandbox.admin.documentAt(0);
		expect(
			(await caller.send('GET', `/v2/accountingdocuments/tokens/${permalinkToken}?scope=CA`))
				.status,
		).toBe(400);
		expect((await caller.send('GET', '/v2/templates/701?x=1')).status).toBe(400);
		expect((await caller.send('GET', '/v2/templates/abc')).status).toBe(400);
	});

	it.each([
		[{ appId: 'sandbox-app', appSecret: 'wrong' }, 401],
		[{ appId: 'wrong', appSecret: 'sandbox-secret' }, 401],
		[{ appId: 'sandbox-app' }, 400],
		[{ appId: 'sandbox-app', appSecret: 'sandbox-secret', grant: 'x' }, 400],
		[{ appId: 1, appSecret: 'sandbox-secret' }, 400],
	])('answers the credentials %j with %d', async (credentials, status) => {
		const reply = await caller.send('POST', '/auth/token', credentials);
		expect(reply.status).toBe(status);
		expect(reply.contentType).toContain('application/json');
	});

	it.each(['', 'Bearer', 'Bearer unknown', 'Basic abc'])(
		'answers the Authorization header "%s" with 401',
		async (authorization) => {
			const headers: Record<string, string> = authorization === '' ? {} : { authorization };
			for (const path of [
				'/v2/accountingdocuments',
				'/v2/accountingdocuments/tokens/x',
				'/v2/templates/701',
			]) {
				expect((await caller.send('GET', path, undefined, headers)).status).toBe(401);
			}
		},
	);
});

describe('tokens', () => {
	it.each([
		['all', 200],
		['latest', 403],
	] as const)('with validTokens %s an earlier one is answered %d', async (validTokens, status) => {
		const sandbox = await startSandbox({ documents: 20, validTokens, expiredStatus: 403 });
		try {
			const early = await Caller.of(sandbox);
			const late = await Caller.of(sandbox);
			expect((await early.list()).status).toBe(status);
			expect((await late.list()).status).toBe(200);
			sandbox.admin.expireTokens();
			expect((await late.list()).status).toBe(403);
		} finally {
			await sandbox.close();
		}
	});
});
