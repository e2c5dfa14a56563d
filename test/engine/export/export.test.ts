/** docs/reference/exports.md#formats: the cells of each format. */
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';

import {
	defaultDocumentPaths,
	documentColumns,
	lineItemColumns,
} from '../../../nodes/AccountingService/export/columns';
import { labelledAt } from '../../../nodes/shared/fields/describe';
import { documentFields } from '../../../nodes/shared/documents/documentRecord';
import type { ServiceRecord } from '../../../nodes/shared/client/envelope';
import { documentsOf, exportToFile, onlyFile, recordsIn } from '../support/exported';
import { bench } from '../support/withSandbox';

const computedPaths = ['contactName', 'amountDue', 'paid'];

/** All fields but the one that the service sends only on request. */
const documentPaths = documentColumns
	.map(({ path }) => path)
	.filter((path) => path !== 'connectableAmount' && !computedPaths.includes(path));

const valueIn = (record: ServiceRecord, path: string) =>
	path
		.split('.')
		.reduce<unknown>((here, step) => (here as Record<string, unknown> | null)?.[step], record);

/** The expected content of a cell, independent of the package's own code. */
function expectedCell(record: ServiceRecord, path: string, labels: boolean): string {
	const value = valueIn(record, path);
	if (value === undefined || value === null) return '';
	if (labels && documentFields[path]?.choices)
		return String(labelledAt(record, documentFields, path));
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const rowsOf = (content: Buffer, delimiter = ',') =>
	parse(content, { bom: true, delimiter, relax_column_count: false }) as string[][];

const beyondDoubles = { documents: 400, idBase: 2n ** 53n + 1n };

describe('Export to File: CSV', () => {
	it('a standard parser reads every field of every document', async () => {
		const { run, sandbox } = await bench(beyondDoubles);
		const result = await run(
			exportToFile({
				columns: documentPaths,
				options: { enumLabels: false, formulaProtection: false },
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

	it('writes the default columns, labels, and no cell that a spreadsheet would run', async () => {
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

	it('for Excel has semicolons, decimal commas and a byte order mark', async () => {
		const { run, sandbox } = await bench();
		const columns = ['id', 'total'];
		const options = { delimiter: '|' };
		const { content, account } = await onlyFile(
			await run(exportToFile({ format: 'csvForExcel', columns, options })),
		);
		expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		expect(rowsOf(content, ';').slice(1)).toEqual(
			documentsOf(sandbox).map(({ id, total }) => [String(id), String(total).replace('.', ',')]),
		);
		expect(account).toMatchObject({ format: 'csv' });
		expect(account.fileName).toMatch(/\.csv$/);
		const piped = await onlyFile(await run(exportToFile({ columns, options })));
		expect(rowsOf(piped.content, '|')[0]).toEqual(columns);
	});

	it('for Excel has labels as headings, and is no SYLK file to it', async () => {
		const { run } = await bench();
		const columns = ['id', 'contact.taxId', 'total'];
		const format = 'csvForExcel';
		const options = { otherColumns: 'own.field' };
		const labels = ['ID', 'Contact: Tax ID', 'Total', 'own.field'];
		const csv = await onlyFile(await run(exportToFile({ format, columns, options })));
		expect(rowsOf(csv.content, ';')[0]).toEqual(labels);
		expect(csv.content.toString()).toMatch(/^\uFEFF"ID";/);
		const lines = { format, rowsPer: 'lineItem', columns: ['lineItems.qt', 'id'], options };
		const perLine = await onlyFile(await run(exportToFile(lines)));
		expect(rowsOf(perLine.content, ';')[0]).toEqual(['Line Items: Quantity', 'ID', 'own.field']);
	});

	it('a row per line item repeats the document; a document without lines keeps its row', async () => {
		const { run, sandbox } = await bench();
		const [empty] = sandbox.admin.createDocuments({ fields: { lineItems: [] } });
		const columns = ['id', 'total', 'lineItems.description', 'lineItems.total'];
		const result = await run(
			exportToFile({ rowsPer: 'lineItem', columns, options: { formulaProtection: false } }),
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
		expect(lineItemColumns.map(({ path }) => path)).toEqual(expect.arrayContaining(columns));
	});

	it('writes the contact in one column, what is due, and whether it is paid', async () => {
		const { run, sandbox } = await bench({ documents: 0 });
		const company = { companyName: 'Example Ltd' };
		const person = { companyName: null, firstname: 'Jana', lastname: 'Nová' };
		const rows = [
			{ contact: company, total: 121.1, amountPaid: 21, payments: { paid: false } },
			{ contact: person, total: 50, amountPaid: 0, payments: { paid: true } },
		];
		for (const fields of rows) sandbox.admin.createDocuments({ fields });
		const { content } = await onlyFile(await run(exportToFile({ columns: computedPaths })));
		expect(rowsOf(content)).toEqual([
			computedPaths,
			['Jana Nová', '0', 'true'],
			['Example Ltd', '100.1', 'false'],
		]);
	});

	it('takes columns by their names in the form', async () => {
		const { run } = await bench();
		const items = [{ columns: ['Amount Due', 'Total', 'currency'] }];
		const result = await run(exportToFile({ columns: '={{ $json.columns }}' }), { items });
		const [heading] = rowsOf((await onlyFile(result)).content);
		expect([heading, result.hints]).toEqual([['amountDue', 'total', 'currency'], []]);
	});

	it('writes unknown fields, inside objects and lists too', async () => {
		const { run, sandbox } = await bench();
		const otherColumns = 'contact.city, lineItems.unitName,nothing.there';
		const result = await run(exportToFile({ columns: ['id'], options: { otherColumns } }));
		const [heading, first] = rowsOf((await onlyFile(result)).content);
		const newest = sandbox.admin.documentAt(119);
		expect(heading).toEqual(['id', 'contact.city', 'lineItems.unitName', 'nothing.there']);
		const units = JSON.stringify(newest.lineItems?.map(({ unitName }) => unitName));
		expect(first).toEqual([String(newest.id), newest.contact?.city, units, '']);
		expect(result.hints).toEqual([
			'No exported document has a field "nothing.there". If a name is mistyped, look it up in the Raw output of Get Many.',
		]);
	});

	it.each([
		['csv', 'document', 'lineItems.units'],
		['xlsx', 'lineItem', 'lineItems.units'],
		['csv', 'lineItem', 'totall'],
	])('names a field that no document has: %s, a row per %s', async (format, rowsPer, typo) => {
		const { run } = await bench();
		const options = { otherColumns: `lineItems.unitName, ${typo}` };
		const result = await run(exportToFile({ format, rowsPer, columns: ['id'], options }));
		expect(result.hints).toEqual([expect.stringContaining(`has a field "${typo}". If`)]);
	});

	it('says nothing about fields if there is no document', async () => {
		const { run } = await bench({ documents: 0 });
		const options = { otherColumns: 'totall' };
		const result = await run(exportToFile({ columns: ['id'], options }));
		expect(result.hints).toEqual([]);
	});
});

describe('Export to File: columns by any name', () => {
	const names = [
		...['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'],
		...['contact.constructor', 'contact.__proto__.toString', 'lineItems.constructor'],
	];
	it.each(['csv', 'xlsx'])('%s: a field that no document has is an empty cell', async (format) => {
		const { run } = await bench();
		const options = { otherColumns: names.join(',') };
		const result = await run(exportToFile({ format, columns: ['id'], options }));
		expect(result.error).toBeUndefined();
		if (format === 'xlsx') return;
		const [heading, first] = rowsOf((await onlyFile(result)).content);
		expect(heading).toEqual(['id', ...names]);
		expect(first.slice(1, -1).join('')).toBe('');
		expect(first.at(-1)).not.toMatch(/function|native/);
	});
});

describe('Export to File: NDJSON', () => {
	it('contains every record exactly, one per line', async () => {
		const { run, sandbox } = await bench(beyondDoubles);
		const { content, binary } = await onlyFile(await run(exportToFile({ format: 'ndjson' })));
		const lines = content.toString().split('\n');
		expect(lines.pop()).toBe('');
		expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(documentsOf(sandbox));
		expect(binary).toMatchObject({ mimeType: 'application/x-ndjson', fileExtension: 'ndjson' });
	});

	it('a row per line item repeats the document; a document without lines keeps its row', async () => {
		const { run, sandbox } = await bench();
		sandbox.admin.createDocuments({ fields: { lineItems: [] } });
		const form = exportToFile({ format: 'ndjson', rowsPer: 'lineItem' });
		const { content, account } = await onlyFile(await run(form));
		const expected = documentsOf(sandbox).flatMap((record) => {
			const lines = record.lineItems as unknown[];
			return (lines.length > 0 ? lines : [null]).map((line) => ({ ...record, lineItems: line }));
		});
		expect(expected.length).toBeGreaterThan(account.documents);
		expect(recordsIn(content)).toEqual(expected);
		expect(account.rows).toBe(expected.length);
	});
});

const datePaths = ['issueDate', 'dueDate', 'taxDate', 'bookingDate', 'taxReturnDate'];

/** Dates as dates, amounts as numbers, IDs that Excel would round as text. */
function typedCell(record: ServiceRecord, path: string): unknown {
	const value = valueIn(record, path);
	if (value === undefined || value === null || value === '') return null;
	if (datePaths.includes(path)) return new Date(`${String(value)}T00:00:00Z`);
	return typeof value === 'object' ? JSON.stringify(value) : value;
}

const readBack = async (content: Buffer) => await readSheet(content, { trim: false });

describe('Export to File: XLSX', () => {
	it('a standard reader reads every field of every document, with its type', async () => {
		const { run, sandbox } = await bench(beyondDoubles);
		const result = await run(
			exportToFile({
				format: 'xlsx',
				columns: documentPaths,
				options: { enumLabels: false },
			}),
		);
		const { content, account, binary } = await onlyFile(result);
		const [heading, ...rows] = await readBack(content);
		expect(heading).toHaveLength(documentPaths.length);
		expect(heading).toEqual(expect.arrayContaining(['ID', 'Contact: Tax ID', 'Total']));
		expect(rows).toEqual(
			documentsOf(sandbox).map((record) => documentPaths.map((path) => typedCell(record, path))),
		);
		expect(rows[0][0]).toMatch(/^9007199254\d{6}$/);
		expect(account).toMatchObject({ documents: 400, rows: 400, complete: true });
		expect(binary.mimeType).toBe(
			'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		);
	});

	it('freezes the headings, and keeps text as text, however it begins', async () => {
		const { run } = await bench({ documents: 200 });
		const { content } = await onlyFile(await run(exportToFile({ format: 'xlsx' })));
		const sheet = strFromU8(unzipSync(content)['xl/worksheets/sheet1.xml']);
		expect(sheet).toContain(
			'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
		);
		expect(sheet).not.toContain('<f>');
	});

	it('reports text that is longer than a cell can hold', async () => {
		const { run, sandbox } = await bench({ documents: 20 });
		const description = `${'x'.repeat(32_765)}😀${'y'.repeat(10)}`;
		sandbox.admin.createDocuments({ fields: { description } });
		const result = await run(exportToFile({ format: 'xlsx', columns: ['description'] }));
		const { content } = await onlyFile(result);
		expect((await readBack(content))[1][0]).toBe(`${'x'.repeat(32_765)}…`);
		expect(result.hints).toEqual([
			'Text longer than 32767 characters, the limit of an Excel cell, is cut and ends with "…". Use CSV or NDJSON for the full text.',
		]);
	});
});
