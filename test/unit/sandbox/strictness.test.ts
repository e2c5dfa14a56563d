import { startSandbox } from '../../../dev/sandbox';
import { blamed, Caller, invoice, sandboxed } from './client';

const on = sandboxed({ documents: 50 });

const searching = 'POST /v2/search/accountingdocuments';

const send = async (request: string, body?: unknown) => {
	const [method, path] = request.split(' ');
	return await on.caller.send(method, path, body);
};

it.each<[request: string, body?: unknown]>([
	['GET /v2/templates/abc'],
	['GET /v2/templates/701?x=1'],
	['GET /v2/accountingdocuments/tokens/any?scope=CA'],
	[`${searching}?page=1`, {}],
	[searching, []],
	[searching, '{"page":1'],
	// jest would pass its callback as the body of a row without one.
])('%s is refused with %j', async (...[request, body]) => {
	expect((await send(request, body)).status).toBe(400);
});

/** Parameters of lists and searches, and the values that are refused. */
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

it('accepts the limits themselves, and a search without parameters', async () => {
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

describe('files', () => {
	const pdf = Buffer.from('%PDF-1.7\nobsah\r\n--ne-hranice\r\n');

	type Part = { headers: string[]; body: Buffer };

	/** A multipart body, byte for byte. */
	function multipart(kind: string, parts: Part[]): { type: string; body: Buffer } {
		const pieces = parts.flatMap(({ headers, body }) => [
			Buffer.from(`--hranice\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n`),
			body,
			Buffer.from('\r\n'),
		]);
		const body = Buffer.concat([...pieces, Buffer.from('--hranice--\r\n')]);
		return { type: `multipart/${kind}; boundary=hranice`, body };
	}

	async function statusOf(path: string, { type, body }: { type: string; body: Buffer }) {
		const headers = { authorization: `Bearer ${on.caller.token}`, 'content-type': type };
		return (await fetch(on.sandbox.baseUrl + path, { method: 'POST', headers, body })).status;
	}

	const form = (body: Buffer, disposition = 'form-data; name="file"; filename="účet.pdf"') =>
		multipart('form-data', [{ headers: [`Content-Disposition: ${disposition}`], body }]);

	it.each([
		'<!doctype html><html></html>',
		'<html lang="en">',
		'\0\0\0\x18ftypheic',
		'RIFFxxxxWEBP',
		'II*\0',
		'faktura',
		'',
	])('that are no scans are refused: %j', async (text) => {
		expect(await statusOf('/v2/uploads', form(Buffer.from(text, 'latin1')))).toBe(400);
	});

	it('are accepted under one field name only, and stored completely', async () => {
		const file = {
			headers: ['Content-Disposition: form-data; name="file"; filename="a"'],
			body: pdf,
		};
		const whole = form(pdf);
		for (const one of [
			form(pdf, 'form-data; name="other"; filename="a.pdf"'),
			form(pdf, 'form-data; name="file"'),
			multipart('form-data', [file, file]),
			multipart('related', [file]),
			{ type: 'application/json', body: Buffer.from('{}') },
			{ ...whole, body: whole.body.subarray(0, -6) },
			{ ...whole, type: 'multipart/form-data' },
		]) {
			expect(await statusOf('/v2/uploads', one)).toBe(400);
		}
		expect(await statusOf('/v2/uploads?x=1', whole)).toBe(400);
		expect(on.sandbox.admin.files()).toEqual([]);
	});

	it('of bank statements follow their description, which contains the name only', async () => {
		const json = (value: string): Part => ({
			headers: ['Content-Type: application/json; charset=UTF-8'],
			body: Buffer.from(value),
		});
		const file: Part = { headers: ['Content-Type: application/pdf'], body: Buffer.from('074000') };
		const named = { ...file, headers: ['Content-Disposition: form-data; name="file"'] };
		const head = json('{"name":"x"}');
		const statements = '/v2/bankaccounts/301/statements';
		for (const parts of [
			[head],
			[file, head],
			[head, file, file],
			[head, named],
			[json('{"name":1}'), file],
			[json('{"name":"x","more":1}'), file],
			[json('{'), file],
			[head, { headers: [], body: Buffer.alloc(0) }],
		]) {
			expect(await statusOf(statements, multipart('related', parts))).toBe(400);
		}
		const other = multipart('related', [head, file]);
		expect(await statusOf('/v2/bankaccounts/1/statements', other)).toBe(404);
		expect(await statusOf(statements, multipart('form-data', [head, file]))).toBe(400);
		expect(on.sandbox.admin.bankStatements()).toEqual([]);
	});
});

it('refuses a fault for an unknown operation', () => {
	const fault = (path: string) => ({ kind: 'html' as const, match: { path } });
	expect(() => on.sandbox.admin.addFault(fault('lists'))).toThrow('No operation is called lists');
	expect(() => on.sandbox.admin.addFault(fault('list'))).not.toThrow();
	on.sandbox.admin.clearFaults();
});

it('keeps the documents of an added organization apart', async () => {
	const sandbox = await startSandbox({ documents: 3 });
	try {
		const own = { appId: 'added', appSecret: 'secret of added' };
		const organization = sandbox.admin.addOrganization(own.appId, own.appSecret);
		const first = await Caller.of(sandbox);
		const added = await Caller.of({ ...sandbox, ...own });
		expect(await added.all()).toEqual([]);
		const { id } = (await added.create(invoice())).json;
		expect(organization.createdDocuments().map((one) => one.id)).toEqual([id]);
		const path = `/v2/accountingdocuments/${id}`;
		expect((await added.send('GET', path)).status).toBe(200);
		expect((await first.send('GET', path)).status).toBe(404);
		expect(await first.all()).toHaveLength(3);
		expect(new Set((await first.all()).map((one) => one.id)).has(id)).toBe(false);
	} finally {
		await sandbox.close();
	}
});
