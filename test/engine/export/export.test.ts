import { parse } from 'csv-parse/sync';

import {
	defaultDocumentPaths,
	documentColumns,
	lineItemColumns,
} from '../../../nodes/AccountingService/export/columns';
import { labelledAt } from '../../../nodes/shared/fields/describe';
import { documentFields } from '../../../nodes/shared/documents/fields';
import type { ServiceRecord } from '../../../nodes/shared/client/envelope';
import { documentsOf, exportToFile, onlyFile } from '../support/exported';
import { bench } from '../support/withSandbox';

/** All fields but the one that the service sends only on request. */
const documentPaths = documentColumns
	.map(({ path }) => path)
	.filter((path) => path !== 'connectableAmount');

/** The expected content of a cell, independent of the package's own code. */
function expectedCell(record: ServiceRecord, path: string, labels: boolean): string {
	const value = path
		.split('.')
		.reduce<unknown>((here, step) => (here as Record<string, unknown> | null)?.[step], record);
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
				exportOptions: { enumLabels: false },
				options: { formulaProtection: false },
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

	it('supports spreadsheets of other countries: semicolons, decimal commas, byte order mark', async () => {
		const { run, sandbox } = await bench();
		const result = await run(
			exportToFile({
				columns: ['id', 'total'],
				exportOptions: { delimiter: ';', decimalSeparator: ',' },
				options: { byteOrderMark: true },
			}),
		);
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

	it('CSV for Excel sets all of these: no other option applies', async () => {
		const { run } = await bench();
		const columns = ['id', 'total', 'description'];
		const exportOptions = { headings: 'labels', delimiter: ';', decimalSeparator: ',' };
		const options = { byteOrderMark: true };
		const expected = await run(exportToFile({ columns, options, exportOptions }));
		const other = {
			exportOptions: { delimiter: '|', decimalSeparator: '.' },
			options: { byteOrderMark: false },
		};
		const excel = await onlyFile(
			await run(exportToFile({ format: 'csvForExcel', columns, ...other })),
		);
		expect(excel.content.equals((await onlyFile(expected)).content)).toBe(true);
		expect(excel.account).toMatchObject({ format: 'csv' });
		expect(excel.account.fileName).toMatch(/\.csv$/);
	});

	it('has labels as headings on request, and a file that Excel accepts as CSV', async () => {
		const { run } = await bench();
		const columns = ['id', 'contact.taxId', 'total'];
		const exportOptions = { headings: 'labels', otherColumns: 'own.field' };
		const labels = ['ID', 'Contact: Tax ID', 'Total', 'own.field'];
		const csv = await onlyFile(await run(exportToFile({ columns, exportOptions })));
		expect(rowsOf(csv.content)[0]).toEqual(labels);
		expect(csv.content.toString()).toMatch(/^"ID",/);
		const lines = { rowsPer: 'lineItem', columns: ['lineItems.qt', 'id'], exportOptions };
		const perLine = await onlyFile(await run(exportToFile(lines)));
		expect(rowsOf(perLine.content)[0]).toEqual(['Line Items: Quantity', 'ID', 'own.field']);
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

	it('writes unknown fields, inside objects and lists too', async () => {
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

describe('Export to File: columns by any name', () => {
	const names = [
		...['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'],
		...['contact.constructor', 'contact.__proto__.toString', 'lineItems.constructor'],
	];
	it.each(['csv', 'xlsx'])('%s: a field that no document has is an empty cell', async (format) => {
		const { run } = await bench();
		const exportOptions = { otherColumns: names.join(',') };
		const result = await run(exportToFile({ format, columns: ['id'], exportOptions }));
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
});
