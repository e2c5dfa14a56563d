import { createHash } from 'node:crypto';

import { type RunningSandbox, startSandbox } from '../../../../sandbox';
import { readParts } from '../../../../sandbox/http/multipart';
import { bankStatement } from '../../../../sandbox/resources/bankStatements';
import { scansResult } from '../../../../sandbox/resources/scans';
import { blamed, Caller, type Reply } from '../client';

let sandbox: RunningSandbox;
let caller: Caller;
beforeEach(async () => {
	sandbox = await startSandbox({ documents: 20 });
	caller = await Caller.of(sandbox);
});
afterEach(() => sandbox.close());

const PDF = Buffer.from('%PDF-1.7\nobsah\r\n--ne-hranice\r\n');
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

type Part = { headers: string[]; body: Buffer };

/** A multipart body, byte for byte. */
function multipart(
	kind: string,
	parts: Part[],
	boundary = 'hranice',
): { type: string; body: Buffer } {
	const pieces = parts.flatMap(({ headers, body }) => [
		Buffer.from(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
		body,
		Buffer.from('\r\n'),
	]);
	const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
	return { type: `multipart/${kind}; boundary=${boundary}`, body };
}

async function send(path: string, { type, body }: { type: string; body: Buffer }): Promise<Reply> {
	const headers = { authorization: `Bearer ${caller.token}`, 'content-type': type };
	const response = await fetch(sandbox.baseUrl + path, { method: 'POST', headers, body });
	const text = await response.text();
	return {
		status: response.status,
		contentType: response.headers.get('content-type') ?? '',
		headers: response.headers,
		text,
		json: JSON.parse(text),
	};
}

const formData = (body: Buffer, disposition = 'form-data; name="file"; filename="účet.pdf"') =>
	multipart('form-data', [{ headers: [`Content-Disposition: ${disposition}`], body }]);
const upload = (body: Buffer): Promise<Reply> => send('/v2/uploads', formData(body));

describe('uploads', () => {
	it.each<[string, Buffer]>([
		['PDF', PDF],
		['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1])],
		['PNG', Buffer.from('\x89PNG\r\n\x1a\nIHDR', 'latin1')],
		['XML', Buffer.from('<?xml version="1.0"?><a/>')],
		['ISDOC', Buffer.from('\ufeff<Invoice xmlns="http://isdoc.cz/namespace/2013">')],
	])('take %s, every byte of it', async (_type, bytes) => {
		const { status, json } = await upload(bytes);
		expect(status).toBe(200);
		expect(sandbox.admin.files()).toEqual([
			{ id: json.id, fileName: 'účet.pdf', size: bytes.length, sha256: sha256(bytes) },
		]);
	});

	it.each<[string, Buffer]>([
		['HTML', Buffer.from('<!doctype html><html></html>')],
		['another page', Buffer.from('<html lang="en">')],
		['HEIC', Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
		['WebP', Buffer.from('RIFFxxxxWEBP')],
		['TIFF', Buffer.from('II*\0', 'latin1')],
		['text', Buffer.from('faktura')],
		['nothing', Buffer.alloc(0)],
	])('refuse %s', async (_type, bytes) => {
		const reply = await upload(bytes);
		expect([reply.status, blamed(reply), sandbox.admin.files()]).toEqual([400, ['file'], []]);
	});

	it('refuse another field, no file name, two files, JSON, a query and a body that is cut', async () => {
		const file = {
			headers: ['Content-Disposition: form-data; name="file"; filename="a"'],
			body: PDF,
		};
		const cut = formData(PDF);
		const wrong = [
			formData(PDF, 'form-data; name="other"; filename="a.pdf"'),
			formData(PDF, 'form-data; name="file"'),
			multipart('form-data', [file, file]),
			multipart('related', [file]),
			{ type: 'application/json', body: Buffer.from('{}') },
			{ ...cut, body: cut.body.subarray(0, -6) },
			{ ...cut, type: 'multipart/form-data' },
		];
		for (const one of wrong) expect((await send('/v2/uploads', one)).status).toBe(400);
		expect((await send('/v2/uploads?x=1', formData(PDF))).status).toBe(400);
		expect(sandbox.admin.files()).toEqual([]);
	});
});

describe('documents from scans', () => {
	const scans = (body: unknown) => caller.send('POST', '/v2/accountingdocuments/scans', body);

	it('come one for each element', async () => {
		const [a, b] = [(await upload(PDF)).json.id, (await upload(PDF)).json.id];
		const reply = await scans([
			{ files: [String(a), b], note: 'Oběd', customerInstructions: 'Zaúčtovat', paymentType: 4 },
			{ files: [a] },
		]);
		const [first, second] = scansResult.parse(reply.json);
		expect([first.files, second.files]).toEqual([[a, b], [a]]);
		expect(sandbox.admin.document(first.accountingDocumentId)).toMatchObject({
			type: 0,
			direction: 0,
			description: 'Oběd',
			paymentType: 4,
		});
		expect(sandbox.admin.scansOf(first.accountingDocumentId)).toEqual({
			files: [a, b],
			note: 'Zaúčtovat',
		});
		expect(sandbox.admin.count()).toBe(22);
	});

	it('are all refused when one is wrong', async () => {
		const { id } = (await upload(PDF)).json;
		for (const [body, field] of [
			[[{ files: [id] }, { files: [1] }], '1.files.0'],
			[[{ files: [] }], '0.files'],
			[[{ files: [id], other: 1 }], '0.other'],
			[[{ files: [id], paymentType: 9 }], '0.paymentType'],
		] as const)
			expect(blamed(await scans(body))).toEqual([field]);
		expect((await scans({ files: [id] })).status).toBe(400);
		expect((await scans([])).status).toBe(400);
		expect(sandbox.admin.count()).toBe(20);
	});
});

describe('bank statements', () => {
	const GPC = Buffer.from('0740000000000000');
	const json = (value: string): Part => ({
		headers: ['Content-Type: application/json; charset=UTF-8'],
		body: Buffer.from(value),
	});
	const file: Part = { headers: ['Content-Type: application/pdf'], body: GPC };
	const statement = (parts: Part[], account = 301) =>
		send(
			`/v2/bankaccounts/${account}/statements`,
			multipart('related', parts, 'a b'.replace(' ', '_')),
		);

	it('come in two parts, of any type', async () => {
		const reply = await statement([json('{"name":"výpis.gpc"}'), file]);
		expect(bankStatement.parse(reply.json)).toMatchObject({
			name: 'výpis.gpc',
			bankAccountId: 301,
		});
		const bare = await statement([json('{"name":"x"}'), { headers: [], body: GPC }]);
		expect(bare.status).toBe(200);
		expect(sandbox.admin.bankStatements()[0]).toEqual({
			statement: reply.json,
			size: GPC.length,
			sha256: sha256(GPC),
		});
	});

	it('are refused in any other shape', async () => {
		const named = { ...file, headers: ['Content-Disposition: form-data; name="file"'] };
		const head = json('{"name":"x"}');
		for (const parts of [
			[head],
			[file, head],
			[head, file, file],
			[head, named],
			[json('{"name":1}'), file],
			[json('{"name":"x","more":1}'), file],
			[json('{'), file],
			[head, { headers: [], body: Buffer.alloc(0) }],
		])
			expect((await statement(parts)).status).toBe(400);
		expect((await statement([head, file], 1)).status).toBe(404);
		const form = multipart('form-data', [head, file]);
		expect((await send('/v2/bankaccounts/301/statements', form)).status).toBe(400);
		expect(sandbox.admin.bankStatements()).toEqual([]);
	});
});

describe('multipart bodies', () => {
	it('are read the same however they are cut into chunks', async () => {
		const bytes = Buffer.from('a\r\n--hranic\r\n\r\n--hranic\r--hranice\r\n-');
		const { type, body } = multipart('related', [
			{ headers: ['X: 1', 'Y: 2'], body: bytes },
			{ headers: [], body: Buffer.alloc(0) },
		]);
		const whole = [
			{ headers: { x: '1', y: '2' }, size: bytes.length, sha256: sha256(bytes), beginning: bytes },
			{ headers: {}, size: 0, sha256: sha256(Buffer.alloc(0)), beginning: Buffer.alloc(0) },
		];
		for (let size = 1; size <= body.length; size++) {
			const chunks = async function* () {
				for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
			};
			expect(await readParts(chunks(), type)).toEqual(whole);
		}
	});
});
