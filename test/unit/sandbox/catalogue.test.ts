import { createHash } from 'node:crypto';
import { readSheet } from 'read-excel-file/node';

import { type CatalogueEntry, type RunningSandbox, startSandbox } from '../../../sandbox';
import { blamed, Caller } from './client';

let sandbox: RunningSandbox;
let caller: Caller;
beforeEach(async () => {
	sandbox = await startSandbox({ documents: 20, catalogueRecords: 55 });
	caller = await Caller.of(sandbox);
});
afterEach(() => sandbox.close());

const entry = (name: string): CatalogueEntry => sandbox.admin.catalogueEntry(name);
/** The path of an operation, its one variable filled. */
const path = (name: string, id: unknown = ''): string =>
	`/v2/${entry(name).path.replace(/\{\w+\}/, String(id))}`;

async function bytes(name: string, init: RequestInit = {}, rest = ''): Promise<[Response, Buffer]> {
	const headers = { authorization: `Bearer ${caller.token}`, ...init.headers };
	const url = sandbox.baseUrl + path(name, sandbox.admin.documentAt(3).id) + rest;
	const response = await fetch(url, { ...init, headers });
	return [response, Buffer.from(await response.arrayBuffer())];
}

describe('private paths', () => {
	it('follow from the seed, and no two sandboxes of different seeds share one', async () => {
		const pathsOf = async (seed: number): Promise<string[]> => {
			const other = await startSandbox({ seed, documents: 1 });
			const { status, json } = await new Caller(other).send('GET', '/_sandbox/catalogue');
			await other.close();
			expect(status).toBe(200);
			return json.map((one: CatalogueEntry) => one.path);
		};
		const [one, same, two] = [await pathsOf(1), await pathsOf(1), await pathsOf(2)];
		expect(one).toEqual(same);
		expect(one.filter((known) => two.includes(known))).toEqual([]);
	});

	it('demand a token, and take faults by their name', async () => {
		expect((await caller.send('GET', path('listCurrencies'), undefined, {})).status).toBe(401);
		sandbox.admin.addFault({ kind: 'status', status: 503, match: { path: 'catalogue' } });
		expect((await caller.send('GET', path('listCurrencies'))).status).toBe(503);
	});
});

describe('records', () => {
	it('are created, read, replaced, changed and removed', async () => {
		const created = await caller.send('POST', path('createContact'), {
			name: 'A',
			email: 'a@b.example',
		});
		const { id } = created.json;
		expect((await caller.send('GET', path('getContact', id))).json).toEqual(created.json);
		const replaced = await caller.send('PUT', path('updateContact', id), { name: 'B' });
		expect(replaced.json).toEqual({ id, name: 'B' });
		const changed = await caller.send('PATCH', path('changeContact', id), { note: 'N' });
		expect(changed.json).toEqual({ id, name: 'B', note: 'N' });
		const removed = await caller.send('DELETE', path('removeContact', id));
		expect([removed.status, removed.text]).toEqual([204, '']);
		expect((await caller.send('GET', path('getContact', id))).status).toBe(404);
		expect(blamed(await caller.send('POST', path('createContact'), { id, more: 1 }))).toEqual([
			'id',
			'name',
			'more',
		]);
		expect(sandbox.admin.journal().entries.map(({ committed }) => committed)).toEqual(
			expect.arrayContaining([true, false, undefined]),
		);
	});

	it.each([
		['listMovements', 'GET'],
		['searchMovements', 'POST'],
	])('%s in pages under a name of their own', async (name, method) => {
		const { records = '' } = entry(name);
		const ids: unknown[] = [];
		for (let page = 1, pages = 1; page <= pages; page++) {
			const { json } = await (method === 'GET'
				? caller.send('GET', `${path(name)}?page=${page}&pageSize=20`)
				: caller.send('POST', path(name), { page, pageSize: 20 }));
			pages = json.pagesCount;
			ids.push(...json[records].map((one: { id: unknown }) => one.id));
		}
		expect(ids).toEqual(sandbox.admin.catalogueRecords().movements.map(({ id }) => id));
		expect(ids).toHaveLength(55);
	});

	it('come and are found', async () => {
		sandbox.admin.addMovements(2);
		const { records = '' } = entry('searchMovements');
		const { json } = await caller.send('POST', path('searchMovements'), { text: 'Pohyb 56' });
		expect(json[records]).toEqual([{ id: 900_057, text: 'Pohyb 56', amount: 14 }]);
	});

	it('come bare where there are few', async () => {
		expect((await caller.send('GET', path('listCashRegisters'))).json).toHaveLength(2);
		expect((await caller.send('GET', path('listCurrencies'))).json).toContain('CZK');
		const { id } = sandbox.admin.documentAt(0);
		expect((await caller.send('GET', path('possibleStates', id))).json).toContain('Draft');
	});
});

describe('files', () => {
	it('come as a PDF with a name, and as a PNG', async () => {
		const [pdf, content] = await bytes('documentPdf');
		expect(pdf.headers.get('content-type')).toBe('application/pdf');
		expect(decodeURIComponent(pdf.headers.get('content-disposition') ?? '')).toContain(
			'Faktura č.',
		);
		expect(content.toString().startsWith('%PDF-')).toBe(true);
		expect((await bytes('documentQr'))[1].subarray(1, 4).toString()).toBe('PNG');
	});

	it('come as a workbook of the list', async () => {
		const headers = { 'content-type': 'application/json' };
		const [, content] = await bytes('documentsXlsx', { method: 'POST', body: '{}', headers });
		const data = await readSheet(content);
		expect(data).toHaveLength(21);
		expect(data[1][0]).toBe(String(sandbox.admin.documentAt(0).id));
	});

	it('come in any length', async () => {
		const [response, content] = await bytes('archive', {}, '?megabytes=3');
		expect(response.headers.get('content-length')).toBe(String(3 << 20));
		expect(content.length).toBe(3 << 20);
	});

	it('go as a form, as a whole body, or by e-mail', async () => {
		const body = Buffer.from('obsah');
		const sha256 = createHash('sha256').update(body).digest('hex');
		const form = new FormData();
		form.append(entry('attachForm').field ?? '', new Blob([body]), 'smlouva.txt');
		expect((await bytes('attachForm', { method: 'POST', body: form }))[0].status).toBe(200);
		const headers = { 'content-type': 'text/plain' };
		const [whole] = await bytes('attachFile', { method: 'PUT', body, headers });
		expect(whole.status).toBe(200);
		const document = String(sandbox.admin.documentAt(3).id);
		const mail = { recipients: ['a@b.example'] };
		const sent = await caller.send('POST', path('sendDocument', document), mail);
		expect(sent.text).toBe('');
		expect(sandbox.admin.catalogueRecords()).toMatchObject({
			attachments: [
				{ document, fileName: 'smlouva.txt', size: 5, sha256 },
				{ document, fileName: null, size: 5, sha256 },
			],
			mails: [{ document, ...mail }],
		});
		expect((await bytes('attachFile', { method: 'PUT', body: form }))[0].status).toBe(400);
	});
});
