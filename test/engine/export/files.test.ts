/** docs/reference/exports.md#output: the output item, and several files. */
import type { IBinaryData } from 'n8n-workflow';
import { gunzipSync } from 'node:zlib';

import {
	contentOf,
	documentsOf,
	exportToFile,
	filesOf,
	onlyFile,
	recordsIn,
} from '../support/exported';
import { bench } from '../support/withSandbox';

describe('Export to File: source, files and output item', () => {
	it('exports what Search finds, in the same order', async () => {
		const { run, sandbox } = await bench({ documents: 500 });
		const period = { issueDateFrom: '2026-01-01', issueDateTo: '2026-06-30' };
		const result = await run(
			exportToFile({
				format: 'ndjson',
				filters: { direction: 1, type: [0], ...period, valueFrom: '100' },
				options: { scope: ['CA'], sortDirection: 'ASC' },
			}),
		);
		const { content, account } = await onlyFile(result);
		const records = recordsIn(content);
		const wanted = { direction: '1', type: '0', valueFrom: 100, ...period };
		const { count, totals } = sandbox.admin.totals(wanted);
		expect(count).toBeGreaterThan(10);
		expect(account).toMatchObject({ documents: count, totals, complete: true });
		const ids = records.map(({ id }) => Number(id));
		expect(ids).toEqual([...ids].sort((a, b) => a - b));
		expect(records.every((record) => 'connectableAmount' in record)).toBe(true);
		expect([account.firstId, account.lastId]).toEqual([ids[0], ids.at(-1)]);
	});

	it.each([
		{ columns: ['connectableAmount'] },
		{ columns: ['id'], options: { otherColumns: 'connectableAmount' } },
		{ columns: ['id'], options: { scope: ['CA'] } },
		{ rowsPer: 'lineItem', columns: ['connectableAmount'] },
	])('the connectable amount is asked for and written by %j', async (changes) => {
		const { run } = await bench({ documents: 30 });
		// Export Changes has no row per line item.
		const operations = ['exportToFile', ...('rowsPer' in changes ? [] : ['exportChanges'])];
		for (const operation of operations) {
			const { content } = await onlyFile(await run(exportToFile({ operation, ...changes })));
			const [heading, ...rows] = content.toString().trim().split('\r\n');
			const column = heading.split(',').indexOf('connectableAmount');
			expect(rows.length).toBeGreaterThanOrEqual(30);
			for (const row of rows) expect(row.split(',')[column]).toMatch(/^-?\d/);
		}
	});

	it('splits into numbered files, with an item for each, and loses nothing between them', async () => {
		const { run, sandbox } = await bench({ documents: 1234 });
		const result = await run(
			exportToFile({
				format: 'ndjson',
				options: {
					...{ fileNamePattern: 'all', outputBinaryField: 'file', maxDocumentsPerFile: 100 },
				},
			}),
		);
		const files = await filesOf(result, 'file');
		expect(files.map(({ account }) => account.fileName)).toEqual(
			Array.from({ length: 13 }, (_, part) => `all-${String(part + 1).padStart(2, '0')}.ndjson`),
		);
		expect(files.map(({ account }) => account.documents)).toEqual([...Array(12).fill(100), 34]);
		expect(files.map(({ account }) => account.part)).toEqual(files.map((_, part) => part + 1));
		expect(files.flatMap(({ content }) => recordsIn(content))).toEqual(documentsOf(sandbox));
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			files.map(() => ({ item: 0 })),
		);
	});

	it('writes files with only the headings if there are no documents', async () => {
		const { run } = await bench({ documents: 0 });
		const csv = await run(exportToFile({ columns: ['id'], rowsPer: 'both' }));
		const { content, account } = await onlyFile(csv);
		expect(content.toString()).toBe('id\r\n');
		const nothing = { documents: 0, rows: 0, firstId: null, lastId: null, totals: {} };
		expect(account).toMatchObject({ ...nothing, complete: true });
		const lines = await contentOf(csv.items[0].binary?.dataLineItems as IBinaryData);
		expect(lines.toString()).toMatch(/^id,accountingDocumentNo,lineItems\.id,[^\n]*\r\n$/);
		const ndjson = exportToFile({ format: 'ndjson', options: { compress: true } });
		expect(gunzipSync((await onlyFile(await run(ndjson))).content).length).toBe(0);
	});

	it('names the file by the date in the time zone of the workflow', async () => {
		const { run } = await bench({ documents: 10 });
		const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' });
		const form = exportToFile({ options: { fileNamePattern: 'a/b {yyyy-MM-dd}.CSV' } });
		// The clock stands still during a test.
		const { account } = await onlyFile(await run(form));
		expect(account.fileName).toBe(`a-b ${today.format(Date.now())}.csv`);
	});

	it('gives the files of items with different values different names', async () => {
		const { run } = await bench({ documents: 30 });
		const filters = { currency: '={{ $json.currency }}' };
		const items = [{ currency: 'CZK' }, { currency: 'EUR' }, { currency: 'USD' }];
		for (const operation of ['exportToFile', 'exportChanges']) {
			const { json } = await run(exportToFile({ operation, filters }), { items });
			expect(json.map(({ fileName }) => /_\d/.exec(String(fileName))?.[0])).toEqual([
				...[undefined, '_2', '_3'],
			]);
		}
	});
});
