/** docs/reference/changes.md: which documents are created, updated and deleted since the manifest. */
import { gzipSync } from 'node:zlib';

import { parse } from 'csv-parse/sync';
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { parseJsonExactly } from '../../../nodes/shared/client/json';
import { contentOf, documentsOf, recordsIn } from '../support/exported';
import { otherService, pageOf, serviceOf } from '../support/otherService';
import { bench, type Bench, type Parameters } from '../support/withSandbox';
import { runNode, type RunResult } from '../support/engine';

const exportChanges = (changes: Parameters = {}) => ({
	resource: 'accountingDocument',
	operation: 'exportChanges',
	format: 'ndjson',
	...changes,
});

interface Night {
	result: RunResult;
	account: IDataObject;
	manifest?: IBinaryData;
	rows: Array<{ change: string; id: number | string; document?: IDataObject }>;
}

/** One night, with the manifest of the previous one on the input item. */
async function night(
	{ credentials }: Pick<Bench, 'credentials'>,
	before?: IBinaryData,
	changes: Parameters = {},
): Promise<Night> {
	const result = await runNode({
		parameters: exportChanges(changes),
		credentials,
		binary: before && [{ manifest: before }],
	});
	if (result.error) throw new Error(result.error.message);
	const [{ json, binary }] = result.items;
	const content = await contentOf(binary?.data as IBinaryData);
	const rows = changes.format ? [] : recordsIn<Night['rows'][number]>(content);
	const account = { ...json, ...(json.details as object) };
	return { result, account, manifest: binary?.manifest, rows };
}

describe('Export Changes', () => {
	it('writes what was created, updated and deleted, and the next manifest', async () => {
		const opened = await bench({ documents: 500 });
		const { admin } = opened.sandbox;
		const first = await night(opened);
		expect(first.account).toMatchObject({
			...{ created: 500, updated: 0, deleted: 0, unchanged: 0, documents: 500 },
			...{ firstRun: true, complete: true, totals: admin.totals().totals },
		});
		expect(Object.keys(first.result.json[0]).slice(0, 2)).toEqual(['fileName', 'firstRun']);
		expect(first.result.hints).toEqual([
			expect.stringMatching(/^First run: all documents count as created, .*Save the new manifest/),
		]);
		const quiet = await night(opened, first.manifest);
		expect([quiet.rows, quiet.result.hints]).toEqual([[], []]);
		expect(quiet.account).toMatchObject({ unchanged: 500, firstRun: false, complete: true });
		const created = admin.createDocuments({ count: 2 }).map(({ id }) => id);
		const [changed, gone] = [100, 200].map((place) => admin.documentAt(place).id);
		admin.changeDocument(changed as number, { description: 'Other words' });
		admin.deleteDocument(gone as number);
		const busy = await night(opened, quiet.manifest);
		expect(busy.rows.map(({ change, id }) => [change, id])).toEqual([
			['created', created[1]],
			['created', created[0]],
			['updated', changed],
			['deleted', gone],
		]);
		expect(busy.rows[2].document).toEqual(admin.document(changed as number));
		expect(busy.rows[3]).toEqual({ change: 'deleted', id: gone });
		expect(busy.account).toMatchObject({ created: 2, updated: 1, deleted: 1, unchanged: 498 });
	});

	it.each([
		['csv', ',', ['change', 'changedFields', 'id', 'description', 'total']],
		['csvForExcel', ';', ['Change', 'Changed Fields', 'ID', 'Description', 'Total']],
	])(
		'names changed columns by their headings (%s), and sees only chosen ones',
		async (...chosen) => {
			const [format, delimiter, expected] = chosen;
			const opened = await bench({ documents: 60 });
			const { admin } = opened.sandbox;
			const csv = {
				format,
				columnSet: 'chosen',
				columns: ['description', 'total'],
				options: { nameFields: true },
			};
			const first = await night(opened, undefined, { ...csv, firstRun: 'baseline' });
			expect(first.account).toMatchObject({ created: 0, rows: 0, documents: 60, firstRun: true });
			expect(first.result.hints.join()).toMatch(/^First run: only the manifest is written/);
			const [one, other] = [10, 20].map((place) => admin.documentAt(place).id);
			admin.changeDocument(one as number, { description: 'New' });
			admin.changeDocument(other as number, { orderNo: 'not looked at' });
			const { result, account } = await night(opened, first.manifest, csv);
			const text = await contentOf(result.items[0].binary?.data as IBinaryData);
			const [heading, ...rows] = parse(text, { bom: true, delimiter }) as string[][];
			expect(heading).toEqual(expected);
			expect(rows.map((row) => row.slice(0, 4))).toEqual([
				['updated', expected[3], String(one), 'New'],
			]);
			expect(account).toMatchObject({ updated: 1, unchanged: 59 });
		},
	);

	it('compares computed columns too', async () => {
		const opened = await bench({ documents: 3 });
		const { admin } = opened.sandbox;
		const id = admin.documentAt(0).id as number;
		const unpaid = { payments: { paid: false }, amountPaid: 0, total: 121 };
		admin.changeDocument(id, unpaid);
		const chosen = { format: 'csv', columnSet: 'chosen', columns: ['amountDue', 'paid'] };
		const first = await night(opened, undefined, chosen);
		const quiet = await night(opened, first.manifest, chosen);
		expect(quiet.account).toMatchObject({ updated: 0, unchanged: 3 });
		admin.changeDocument(id, { ...unpaid, amountPaid: 21 });
		const { account, result } = await night(opened, first.manifest, chosen);
		expect(account).toMatchObject({ updated: 1, unchanged: 2 });
		const content = await contentOf(result.items[0].binary?.data as IBinaryData);
		const [heading, ...rows] = parse(content) as string[][];
		expect([heading.slice(-2), rows.map((row) => row.slice(-2))]).toEqual([
			['amountDue', 'paid'],
			[['100', 'false']],
		]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['types in another order', { type: [0, 1] }, { type: ['Advance', 0, 1] }],
		['a state in small letters', { state: 'Approved' }, { state: 'approved ' }],
		['an amount with decimals', { valueFrom: 10 }, { valueFrom: '10.00' }],
	])('compares with a manifest of the same search: %s', async (_, first, second) => {
		const opened = await bench({ documents: 20 });
		const { manifest } = await night(opened, undefined, { filters: first });
		const { account } = await night(opened, manifest, { filters: second });
		expect(account).toMatchObject({ created: 0, updated: 0, deleted: 0 });
	});

	it.each([29, 57])(
		'stops if too many are gone, and continues if that is allowed: %i',
		async (count) => {
			const opened = await bench({ documents: 100 });
			const { admin } = opened.sandbox;
			const { manifest } = await night(opened);
			const ids = documentsOf(opened.sandbox).map(({ id }) => id);
			for (const id of ids.slice(10, 10 + count)) admin.deleteDocument(id as number);
			const percent = (maxDeletions: number) => ({ options: { maxDeletions } });
			await expect(night(opened, manifest)).rejects.toThrow(/ allows \(20 %\)/);
			await expect(night(opened, manifest, percent(count - 1))).rejects.toThrow(
				`${count} of the 100 documents of the earlier manifest are gone or no longer match, more than Max Deletions (Percent) allows (${count - 1} %)`,
			);
			const { account } = await night(opened, manifest, percent(count));
			expect(account).toMatchObject({ deleted: count, unchanged: 100 - count });
		},
	);

	it('writes no deletions and no manifest if the list may be incomplete', async () => {
		const opened = await bench({ documents: 250 });
		const { admin } = opened.sandbox;
		const { manifest } = await night(opened);
		admin.deleteDocument(admin.documentAt(10).id ?? 0);
		admin.addFault({ kind: 'wrongPagesCount', add: 3, times: 0 });
		await expect(night(opened, manifest)).rejects.toThrow(/no file was finished/);
		const allowed = await night(opened, manifest, { options: { allowIncomplete: true } });
		expect(allowed.account).toMatchObject({ complete: false, deleted: null, updated: 0 });
		expect([allowed.rows, allowed.manifest]).toEqual([[], undefined]);
		expect(allowed.result.hints.join()).toMatch(/Use the earlier manifest again for the next run/);
		const first = await night(opened, undefined, { options: { allowIncomplete: true } });
		expect(first.result.hints.join()).toMatch(/The next run is a first run too/);
		expect(first.result.hints.join()).not.toMatch(/Save the new manifest|the earlier manifest/);
	});

	it.each([
		[{ format: 'csv' }, /^The setting Format has changed since the run that wrote the manifest/],
		[{ rowsPer: 'both' }, /^The setting Rows has changed/],
		[{ filters: { direction: 1 } }, /^The search \(Search Text or Filters\) has changed/],
		[
			{ format: 'csv', options: { nameFields: true } },
			/^The setting Name Changed Fields has changed/,
			{ format: 'csv' },
		],
		[
			{ format: 'csv', options: { enumLabels: false } },
			/^The setting Labels has changed/,
			{ format: 'csv' },
		],
		[
			{ format: 'csv', options: { otherColumns: 'projectCode' } },
			/^The choice in Columns, Chosen Columns, Other Columns or Extra Properties has changed/,
			{ format: 'csv' },
		],
	] as Array<[Parameters, RegExp, Parameters?]>)(
		'refuses the manifest of another export before anything is asked: %j',
		async (changes, why, earlier = {}) => {
			const opened = await bench({ documents: 30 });
			const { manifest } = await night(opened, undefined, earlier);
			opened.sandbox.admin.clearJournal();
			await expect(night(opened, manifest, changes)).rejects.toThrow(why);
			expect(opened.asked()).toEqual([]);
		},
	);

	it.each([
		[
			{ period: 'last30Days' },
			/^Period is Last 30 Days, which matches different documents each day/,
		],
		[{ paymentStatus: 'overdue' }, /^Payment Status is Overdue/],
	])('refuses a filter that depends on the day in the first run: %j', async (filters, why) => {
		const opened = await bench({ documents: 30 });
		const { error } = await opened.run(exportChanges({ filters }));
		expect(error?.message).toMatch(why);
		expect(error?.description).toMatch(/^The next run could not compare its documents with these/);
		expect(opened.asked()).toEqual([]);
	});

	it('names what a file lacks, as Export to File', async () => {
		const opened = await bench({ documents: 20 });
		opened.sandbox.admin.createDocuments({ fields: { description: 'x'.repeat(32_768) } });
		const options = { otherColumns: 'totall' };
		const columns = ['id', 'description'];
		const { result } = await night(opened, undefined, {
			...{ format: 'xlsx', columnSet: 'chosen', columns, options },
		});
		expect(result.hints).toEqual([
			expect.stringMatching(/^Text longer than 32767 characters/),
			expect.stringMatching(/^No exported document has a field "totall"/),
			expect.stringMatching(/^First run/),
		]);
	});

	it('says why a currency has no sum', async () => {
		const service = await serviceOf([
			'{"id":1,"total":"many","currency":"CZK"}',
			'{"id":2,"total":1,"currency":"EUR"}',
		]);
		const { result, account } = await night({ credentials: service.credential() });
		expect(account.totals).toEqual({ CZK: null, EUR: '1' });
		expect(result.hints).toContainEqual(expect.stringMatching(/^There is no sum for CZK/));
	});

	it('looks a second time for a document that a late list lacks, for 100 in a run', async () => {
		const record = (id: number) => `{"id":${id},"total":${id === 5 ? total : 1}}`;
		let total = 1;
		const [hidden, deleted] = [new Set<number>(), new Set<number>()];
		// A single "not found" may be a mistake.
		let mistakes = 1;
		const isMistaken = (id: string) => id === '5' && mistakes-- > 0;
		const ids = () =>
			Array.from({ length: 300 }, (_, at) => at + 1).filter((id) => !deleted.has(id));
		const { credential, arrived } = await otherService(
			(asked) =>
				pageOf(
					ids()
						.filter((id) => !hidden.has(id))
						.map(record),
					asked,
				),
			(id) => (ids().includes(Number(id)) && !isMistaken(id) ? record(Number(id)) : undefined),
		);
		const opened = { credentials: credential() };
		const next = async (before?: IBinaryData) => {
			const { manifest, rows, result } = await night(opened, before, {
				options: { maxDeletions: 100 },
			});
			const looks = arrived.splice(0).filter(({ path }) => /\/\d+$/.test(path)).length;
			return { manifest, rows: rows.map(({ change, id }) => [change, id]), looks, result };
		};
		const first = await next();
		hidden.add(5);
		deleted.add(7);
		const late = await next(first.manifest);
		expect([late.rows, late.looks]).toEqual([[['deleted', 7]], 4]);
		expect(late.result.hints.join()).toMatch(
			/lacks documents that exist \(1\), so they are not written as deleted/,
		);
		for (let id = 101; id <= 220; id++) deleted.add(id);
		const many = await next(late.manifest);
		expect([many.rows.length, many.looks]).toEqual([100, 200]);
		expect(many.result.hints.join()).toMatch(
			/lacks more than 100 documents. The next run looks for the other 21/,
		);
		hidden.clear();
		total = 2;
		const last = await next(many.manifest);
		expect(last.rows[0]).toEqual(['updated', 5]);
		expect([last.rows.length, last.looks]).toEqual([21, 40]);
		expect((await next(last.manifest)).rows).toEqual([]);
	});

	it.each([
		['text', { searchText: 'paper' }],
		['lowest total', { filters: { valueFrom: '1000' } }],
		['highest total', { filters: { valueTo: '2000' } }],
		['total', { filters: { value: '1500' } }],
		[
			'filter of the service',
			{ filters: { otherFilters: { filter: [{ name: 'p', value: 'v' }] } } },
		],
		['filter', { filters: { direction: 1 } }],
	])('writes a changed document as deleted that no longer matches the %s', async (_, search) => {
		let [shown, other] = [true, ''];
		const { credential } = await otherService(
			({ parameters, ...asked }) => {
				const { searchText = 'paper', valueFrom = 1000, valueTo = 2000 } = parameters;
				const { value = 1500, p = 'v' } = parameters;
				const sent = [searchText, valueFrom, valueTo, value, p].join(' ');
				const isOtherSearch = sent !== 'paper 1000 2000 1500 v';
				const records = ['{"id":1,"direction":1}', ...(shown ? ['{"id":2,"direction":1}'] : [])];
				return pageOf(isOtherSearch ? [] : records, { parameters, ...asked });
			},
			() => `{"id":2,"direction":${other || 1},"description":"other"}`,
		);
		const opened = { credentials: credential() };
		const changes = { ...search, options: { maxDeletions: 100 } };
		const { manifest } = await night(opened, undefined, changes);
		[shown, other] = [false, '2'];
		expect((await night(opened, manifest, changes)).rows).toEqual([{ change: 'deleted', id: 2 }]);
	});

	it('refuses a document without an ID', async () => {
		const { run } = await serviceOf(['{"id":7,"total":1}', '{"total":2}']);
		const { error } = await run(exportChanges());
		expect(error?.message).toMatch(/^A document has no ID/);
	});

	it.each([
		['numbers above 2^53', ['9007199254740995', '9007199254740993', '5', '9007199254740994']],
		['texts', ['"b2c4"', '"a1"', '"007"', '"7"', '"0x10"']],
	])('compares a list whose IDs are %s in no order, and writes a deleted ID', async (_, ids) => {
		const record = (id: string, total = 1) => `{"id":${id},"total":${total}}`;
		const records = ids.map((id) => record(id));
		const { credential } = await serviceOf(records);
		const opened = { credentials: credential() };
		const options = { maxDeletions: 100 };
		const first = await night(opened, undefined, { options });
		expect(first.account).toMatchObject({ created: ids.length, complete: true });
		// The last but one is deleted, the first one is changed, and the list is reversed.
		const [gone] = records.splice(-2, 1);
		records.splice(0, records.length, ...records.reverse());
		records[records.length - 1] = record(ids[0], 2);
		const second = await night(opened, first.manifest, { options });
		const idIn = (text: string) => (parseJsonExactly(text) as { id: number | string }).id;
		expect(second.rows.map(({ change, id }) => [change, id])).toEqual([
			['updated', idIn(record(ids[0]))],
			['deleted', idIn(gone)],
		]);
		expect(second.account).toMatchObject({ unchanged: ids.length - 2 });
		expect((await night(opened, second.manifest, { options })).rows).toEqual([]);
	});

	it.each([
		{ options: { outputBinaryField: 'manifest' } },
		{ options: { outputBinaryField: 'list' }, manifestField: ' list ' },
		{
			...{ options: { outputBinaryField: 'list' }, manifestField: 'listLineItems' },
			rowsPer: 'both',
		},
	])('refuses one field for the file and the manifest before it asks: %j', async (changes) => {
		const opened = await bench({ documents: 10 });
		await expect(night(opened, undefined, changes)).rejects.toThrow(
			/^Put Output File in Field and Manifest Field would both put a file in "(manifest|list|listLineItems)"/,
		);
		expect(opened.asked()).toEqual([]);
	});

	it.each([
		['invoices.csv', Buffer.from('id;total\n1;121\n')],
		['invoices.ndjson.gz', gzipSync('{"id":1}\n')],
		['empty.manifest', Buffer.alloc(0)],
	])('says that another file is not a manifest, and which field has it: %s', async (...row) => {
		const [fileName, content] = row;
		const opened = await bench({ documents: 10 });
		const data = content.toString('base64');
		await expect(
			night(opened, { data, fileName, mimeType: 'application/octet-stream' }),
		).rejects.toThrow(
			`The file ${fileName} in Manifest Field "manifest" is not a manifest that this node has written, or it is damaged`,
		);
		expect(opened.asked()).toEqual([]);
	});

	it('refuses a manifest with damage anywhere, and two in one file', async () => {
		const opened = await bench({ documents: 30 });
		const { manifest } = await night(opened);
		const good = await contentOf(manifest as IBinaryData);
		opened.sandbox.admin.clearJournal();
		const { length } = good;
		const twice = Buffer.concat([good, good]);
		const damaged = [0, 20, length >> 1, length - 10, length - 6, length - 2].map((at) =>
			Buffer.from(good).fill(good[at] ^ 1, at, at + 1),
		);
		const cut = [0, 10, 100, length - 1].map((end) => good.subarray(0, end));
		for (const bad of [twice, ...damaged, ...cut]) {
			const binary = { data: bad.toString('base64'), mimeType: 'application/octet-stream' };
			await expect(night(opened, binary)).rejects.toThrow(/manifest/i);
		}
		expect(opened.asked()).toEqual([]);
	});
});
