import { type RunningSandbox, startSandbox } from '../../../sandbox';
import { Caller } from './client';

let sandbox: RunningSandbox;
let caller: Caller;
beforeEach(async () => {
	sandbox = await startSandbox({ documents: 20 });
	caller = await Caller.of(sandbox);
});
afterEach(() => sandbox.close());

const PDF = Buffer.from('%PDF-1.7\nobsah\r\n--ne-hranice\r\n');

type Part = { headers: string[]; body: Buffer };

/** A multipart body, byte for byte. */
function multipart(kind: string, parts: Part[]): { type: string; body: Buffer } {
	const boundary = 'hranice';
	const pieces = parts.flatMap(({ headers, body }) => [
		Buffer.from(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
		body,
		Buffer.from('\r\n'),
	]);
	const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
	return { type: `multipart/${kind}; boundary=${boundary}`, body };
}

async function statusOf(path: string, { type, body }: { type: string; body: Buffer }) {
	const headers = { authorization: `Bearer ${caller.token}`, 'content-type': type };
	return (await fetch(sandbox.baseUrl + path, { method: 'POST', headers, body })).status;
}

const formData = (body: Buffer, disposition = 'form-data; name="file"; filename="účet.pdf"') =>
	multipart('form-data', [{ headers: [`Content-Disposition: ${disposition}`], body }]);

describe('uploads', () => {
	it('take no HTML, HEIC, WebP, TIFF, text or nothing', async () => {
		for (const bytes of [
			Buffer.from('<!doctype html><html></html>'),
			Buffer.from('<html lang="en">'),
			Buffer.from('\0\0\0\x18ftypheic', 'latin1'),
			Buffer.from('RIFFxxxxWEBP'),
			Buffer.from('II*\0', 'latin1'),
			Buffer.from('faktura'),
			Buffer.alloc(0),
		]) {
			expect(await statusOf('/v2/uploads', formData(bytes))).toBe(400);
		}
		expect(sandbox.admin.files()).toEqual([]);
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
		for (const one of wrong) expect(await statusOf('/v2/uploads', one)).toBe(400);
		expect(await statusOf('/v2/uploads?x=1', formData(PDF))).toBe(400);
		expect(sandbox.admin.files()).toEqual([]);
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
		statusOf(`/v2/bankaccounts/${account}/statements`, multipart('related', parts));

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
			expect(await statement(parts)).toBe(400);
		expect(await statement([head, file], 1)).toBe(404);
		const form = multipart('form-data', [head, file]);
		expect(await statusOf('/v2/bankaccounts/301/statements', form)).toBe(400);
		expect(sandbox.admin.bankStatements()).toEqual([]);
	});
});
