import { parse } from 'csv-parse/sync';

import { defaultDocumentPaths, documentPaths, lineItemPaths } from '../../nodes/export/columns';
import { enumLabel, enums, type EnumField } from '../../nodes/service/dialect';
import type { ServiceRecord } from '../../nodes/service/envelope';
import { documentsOf, exportToFile, filesOf, onlyFile } from './support/exported';
import { bench, secretsIn } from './support/withSandbox';

/** What a cell has to hold, told from the record by other means than the package's own. */
function expectedCell(record: ServiceRecord, path: string, labels: boolean): string {
	const value = path
		.split('.')
		.reduce<unknown>((here, step) => (here as Record<string, unknown> | null)?.[step], record);
	if (value === undefined || value === null) return '';
	if (labels && path in enums) return String(enumLabel(path as EnumField, value));
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const rowsOf = (content: Buffer, delimiter = ',') =>
	parse(content, { bom: true, delimiter, relax_column_count: false }) as string[][];

const beyondDoubles = { documents: 400, idBase: 2n ** 53n + 1n };

describe('Export to File: CSV', () => {
	it('read back by a standard parser equals every field of every document', async () => {
		const { run, sandbox } = await bench(beyondDoubles);
		const result = await run(
			exportToFile({
				columns: documentPaths,
				exportOptions: { enumLabels: false, formulaProtection: false },
			}),
		);
		const { content, account } = await onlyFile(result);
		const [heading, ...rows] = rowsOf(content);
		expect(heading).toEqual(documentPaths);
		expect(rows).toEqual(
			documentsOf(sandbox).map((record) =>
				documentPaths.map((path) => expectedCell(record, path, false)),
			),
		);
		expect(rows[0][0]).toMatch(/^9007199254\d{6}$/);
		expect(account).toMatchObject({ documents: 400, rows: 400, complete: true, part: 1, parts: 1 });
	});

	it('writes the usual columns, labels, and no cell that a spreadsheet would run', async () => {
		const { run, sandbox } = await bench({ documents: 400 });
		const { content } = await onlyFile(await run(exportToFile({ columns: ['description', 'id'] })));
		const rows = rowsOf(content).slice(1);
		const expected = documentsOf(sandbox).map(({ description }) => String(description));
		expect(rows.map(([text]) => text)).toEqual(
			expected.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)),
		);
		expect(rows.filter(([text]) => text.startsWith("'")).length).toBeGreaterThan(5);

		const usual = rowsOf((await onlyFile(await run(exportToFile()))).content);
		expect(usual[0]).toEqual(defaultDocumentPaths);
		expect(usual.slice(1)).toEqual(
			documentsOf(sandbox).map((record) =>
				defaultDocumentPaths.map((path) => expectedCell(record, path, true)),
			),
		);
	});

	it('speaks the spreadsheets of other countries: semicolons, decimal commas, the mark for UTF-8', async () => {
		const { run, sandbox } = await bench();
		const format = { delimiter: ';', decimalSeparator: ',', byteOrderMark: true };
		const result = await run(exportToFile({ columns: ['id', 'total'], exportOptions: format }));
		const { content } = await onlyFile(result);
		expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		expect(rowsOf(content, ';').slice(1)).toEqual(
			documentsOf(sandbox).map(({ id, total }) => [String(id), String(total).replace('.', ',')]),
		);
		const quoted = await run(
			exportToFile({ columns: ['id', 'total'], exportOptions: { decimalSeparator: ',' } }),
		);
		expect(rowsOf((await onlyFile(quoted)).content)).toEqual(rowsOf(content, ';'));
	});

	it('a row per line item repeats the document; a document without lines keeps its row', async () => {
		const { run, sandbox } = await bench();
		const [empty] = sandbox.admin.createDocuments({ fields: { lineItems: [] } });
		const columns = ['id', 'total', 'lineItems.description', 'lineItems.total'];
		const result = await run(
			exportToFile({ rowsPer: 'lineItem', columns, exportOptions: { formulaProtection: false } }),
		);
		const { content, account } = await onlyFile(result);
		const expected = documentsOf(sandbox).flatMap((record) => {
			const { id, total, lineItems } = record as ReturnType<typeof sandbox.admin.documentAt>;
			const head = [String(id), String(total)];
			if (!lineItems?.length) return [[...head, '', '']];
			return lineItems.map((line) => [...head, String(line.description), String(line.total)]);
		});
		expect(expected[0]).toEqual([String(empty.id), String(empty.total), '', '']);
		expect(rowsOf(content).slice(1)).toEqual(expected);
		expect(account).toMatchObject({ documents: 121, rows: expected.length });
		expect(lineItemPaths).toEqual(expect.arrayContaining(columns));
	});

	it('reaches fields that the package does not know, through objects and lists', async () => {
		const { run, sandbox } = await bench();
		const otherColumns = 'contact.city, lineItems.unitName,nothing.there';
		const result = await run(exportToFile({ columns: ['id'], exportOptions: { otherColumns } }));
		const [heading, first] = rowsOf((await onlyFile(result)).content);
		const newest = sandbox.admin.documentAt(119);
		expect(heading).toEqual(['id', 'contact.city', 'lineItems.unitName', 'nothing.there']);
		const units = JSON.stringify(newest.lineItems?.map(({ unitName }) => unitName));
		expect(first).toEqual([String(newest.id), newest.contact?.city, units, '']);
	});
});

describe('Export to File: NDJSON', () => {
	it('holds every record exactly, one in a line', async () => {
		const { run, sandbox } = await bench(beyondDoubles);
		const { content, binary } = await onlyFile(await run(exportToFile({ format: 'ndjson' })));
		const lines = content.toString().split('\n');
		expect(lines.pop()).toBe('');
		expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(documentsOf(sandbox));
		expect(binary).toMatchObject({ mimeType: 'application/x-ndjson', fileExtension: 'ndjson' });
	});
});

describe('Export to File: source, files and account', () => {
	it('exports what Search finds, in its order', async () => {
		const { run, sandbox } = await bench({ documents: 500 });
		const period = { issueDateFrom: '2026-01-01', issueDateTo: '2026-06-30' };
		const result = await run(
			exportToFile({
				source: 'search',
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

	it('sums per currency are exact to the last digit', async () => {
		const { run, sandbox } = await bench({ documents: 3000 });
		const { account } = await onlyFile(await run(exportToFile()));
		expect(account.totals).toEqual(sandbox.admin.totals().totals);
		expect(Object.keys(account.totals).length).toBeGreaterThan(3);
	});

	it('splits into numbered files, an item each, with nothing lost at the seams', async () => {
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
		const lines = files.flatMap(({ content }) => content.toString().trim().split('\n'));
		expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(documentsOf(sandbox));
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			files.map(() => ({ item: 0 })),
		);
	});

	it('an export that fills its files exactly makes no empty one', async () => {
		const { run } = await bench({ documents: 200 });
		const files = await filesOf(
			await run(exportToFile({ exportOptions: { maxDocumentsPerFile: 100 } })),
		);
		expect(files.map(({ account }) => account.documents)).toEqual([100, 100]);
	});

	it('nothing to export is a file with nothing but its heading', async () => {
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

	it('keeps the saved execution below 10 kB and free of secrets', async () => {
		const opened = await bench({ documents: 2000 });
		const result = await opened.run(exportToFile());
		await onlyFile(result);
		expect(JSON.stringify(result.run).length).toBeLessThan(10_000);
		expect(secretsIn(result, opened)).toEqual([]);
	});

	it.each([
		[{ format: '={{ "pdf" }}' }, /^The format "pdf" is unknown/],
		[{ fileName: ' ' }, /^File Name is empty/],
		[{ fileName: 'x-{year}' }, /^File Name has the placeholder \{year\}/],
		[{ binaryPropertyName: '' }, /^Put Output File in Field is empty/],
		[{ exportOptions: { maxDocumentsPerFile: 0 } }, /^Max Documents per File must be/],
		[{ exportOptions: { delimiter: '={{ "::" }}' } }, /^The delimiter "::" cannot be used/],
		[{ options: { fromPage: 3, toPage: 2 } }, /^From Page \(3\) is after To Page \(2\)/],
		[{ options: { fromPage: 0 } }, /^From Page must be a whole number, 1 or more/],
		[{ options: { resumeAfterId: 'x' } }, /^Resume After ID must be a positive whole number/],
		[{ options: { resumeAfterId: '5', toPage: 2 } }, /^Resume After ID cannot be combined/],
	])('refuses %j before anything is asked of the service', async (changes, message) => {
		const { run, asked } = await bench();
		const { error } = await run(exportToFile(changes));
		expect(error?.message).toMatch(message);
		expect(asked()).toEqual([]);
	});
});
