import { startSandbox } from '../../../sandbox';
import { blamed, Caller, sandboxed } from './client';

const on = sandboxed({ documents: 50 });

const searching = 'POST /v2/search/accountingdocuments';

const send = async (request: string, body?: unknown) => {
	const [method, path] = request.split(' ');
	return await on.caller.send(method, path, body);
};

/** Of lists and searches: the parameter that is refused with each of these values. */
const inQuery: Record<string, string[]> = {
	offset: ['1'],
	pageSize: ['9', '101', 'ten'],
	page: ['0', '-1', '1.5', '1&page=2'],
	scope: ['XX', 'CA,XX'],
	sortDirection: ['ASC'],
};
const inBody: Array<[field: string, body: object]> = [
	['offset', { offset: 1 }],
	...[9, 101, '20'].map((pageSize): [string, object] => ['pageSize', { pageSize }]),
	['page', { page: 0 }],
	['sortDirection', { sortDirection: 'asc' }],
	['scope', { scope: 'connectableAmount' }],
	['value', { value: 1, valueFrom: 1 }],
	['value', { value: '1', valueTo: 1 }],
	['valueFrom', { valueFrom: 'much' }],
	['type', { type: 0 }],
	['issueDateFrom', { issueDateFrom: '1. 1. 2025' }],
];
const lists: Array<[request: string, field: string, body?: object]> = [
	...Object.entries(inQuery).flatMap(([field, values]) =>
		values.map((value): [string, string] => [
			`GET /v2/accountingdocuments?${field}=${value}`,
			field,
		]),
	),
	...inBody.map(([field, body]): [string, string, object] => [searching, field, body]),
];

it.each(lists)('%s is refused for %s: %j', async (...[request, field, body]) => {
	const reply = await send(request, body);
	expect([reply.status, blamed(reply)]).toEqual([400, expect.arrayContaining([field])]);
});

it('takes the limits themselves, and a search without any parameter', async () => {
	for (const pageSize of [10, 100]) {
		const { json } = await on.caller.list(`?pageSize=${pageSize}`);
		expect(json.accountingDocuments).toHaveLength(Math.min(pageSize, 50));
	}
	for (const { json } of [await on.caller.list(), await on.caller.search(undefined)]) {
		expect(json).toMatchObject({ pageSize: 20, currentPage: 1, pagesCount: 3 });
	}
});

it.each([
	[{ appId: 'sandbox-app', appSecret: 'wrong' }, 401],
	[{ appId: 'wrong', appSecret: 'sandbox-secret' }, 401],
	[{ appId: 'sandbox-app' }, 400],
	[{ appId: 'sandbox-app', appSecret: 'sandbox-secret', grant: 'x' }, 400],
	[{ appId: 1, appSecret: 'sandbox-secret' }, 400],
])('answers the credentials %j with %d', async (credentials, status) => {
	expect((await send('POST /auth/token', credentials)).status).toBe(status);
});

it.each(['', 'Bearer', 'Bearer unknown', 'Basic abc'])(
	'answers the Authorization header "%s" with 401',
	async (authorization) => {
		const headers: Record<string, string> = authorization === '' ? {} : { authorization };
		for (const path of ['accountingdocuments', 'accountingdocuments/tokens/x', 'templates/701']) {
			expect((await on.caller.send('GET', `/v2/${path}`, undefined, headers)).status).toBe(401);
		}
	},
);

it.each([
	['all', 200],
	['latest', 403],
] as const)('with validTokens %s an earlier one is answered %d', async (validTokens, status) => {
	const other = await startSandbox({ documents: 1, validTokens, expiredStatus: 403 });
	const [early, late] = [await Caller.of(other), await Caller.of(other)];
	expect([(await early.list()).status, (await late.list()).status]).toEqual([status, 200]);
	other.admin.expireTokens();
	expect((await late.list()).status).toBe(403);
	await other.close();
});
