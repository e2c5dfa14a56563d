import { documentsOf, exportToFile, filesOf, onlyFile, recordsIn } from '../support/exported';
import { bench, secretsIn } from '../support/withSandbox';

describe('Export to File: source, files and output item', () => {
	it('exports what Search finds, in the same order', async () => {
		const { run, sandbox } = await bench({ documents: 500 });
		const period = { issueDateFrom: '2026-01-01', issueDateTo: '2026-06-30' };
		const result = await run(
			exportToFile({
				format: 'ndjson',
				sortDirection: 'ASC',
				filters: { direction: 1, type: [0], ...period, valueFrom: '100' },
				options: { scope: ['CA'] },
			}),
		);
		const { content, account } = await onlyFile(result);
		const records = content.toString().trim().split('\n');
		const wanted = { direction: '1', type: '0', valueFrom: 100, ...period };
		const { count, totals } = sandbox.admin.totals(wanted);
		expect(count).toBeGreaterThan(10);
		expect(account).toMatchObject({ documents: count, totals, complete: true });
		const ids = records.map((line) => (JSON.parse(line) as { id: number }).id);
		expect(ids).toEqual([...ids].sort((a, b) => a - b));
		expect(records.every((line) => line.includes('"connectableAmount":'))).toBe(true);
		expect([account.firstId, account.lastId]).toEqual([ids[0], ids.at(-1)]);
	});

	it.each([
		{ columns: ['connectableAmount'] },
		{ columns: ['id'], exportOptions: { otherColumns: 'connectableAmount' } },
		{ columns: ['id'], options: { scope: ['CA'] } },
		{ rowsPer: 'lineItem', columns: ['connectableAmount'] },
	])('the connectable amount is asked for and written by %j', async (changes) => {
		const { run } = await bench({ documents: 30 });
		for (const operation of ['exportToFile', 'exportChanges']) {
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
				fileName: 'all',
				binaryPropertyName: 'file',
				exportOptions: { maxDocumentsPerFile: 100 },
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

	it('writes a file with only the headings if there are no documents', async () => {
		const { run } = await bench({ documents: 0 });
		const { content, account } = await onlyFile(await run(exportToFile({ columns: ['id'] })));
		expect(content.toString()).toBe('id\r\n');
		const nothing = { documents: 0, rows: 0, firstId: null, lastId: null, totals: {} };
		expect(account).toMatchObject({ ...nothing, complete: true });
		const lines = await onlyFile(await run(exportToFile({ format: 'ndjson' })));
		expect(lines.content.length).toBe(0);
	});

	it('names the file by the date in the time zone of the workflow', async () => {
		const { run } = await bench({ documents: 10 });
		const now = new Date();
		const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' });
		const before = today.format(now);
		const { account } = await onlyFile(
			await run(exportToFile({ fileName: 'a/b {yyyy-MM-dd}.CSV' })),
		);
		expect([before, today.format(new Date())].map((day) => `a-b ${day}.csv`)).toContain(
			account.fileName,
		);
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

	it('keeps the saved execution below 10 kB and without secrets', async () => {
		const opened = await bench({ documents: 2000 });
		const result = await opened.run(exportToFile());
		await onlyFile(result);
		expect(JSON.stringify(result.run).length).toBeLessThan(10_000);
		expect(secretsIn(result, opened)).toEqual([]);
	});
});
