import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';

import { documentColumns } from '../../../nodes/AccountingService/export/columns';
import type { ServiceRecord } from '../../../nodes/shared/client/envelope';
import { documentsOf, exportToFile, onlyFile } from '../support/exported';
import { bench } from '../support/withSandbox';

const datePaths = ['issueDate', 'dueDate', 'taxDate', 'bookingDate', 'taxReturnDate'];

/** All fields but the one that the service sends only on request. */
const documentPaths = documentColumns
	.map(({ path }) => path)
	.filter((path) => path !== 'connectableAmount');

/** The expected content: dates as dates, amounts as numbers, IDs that Excel would round as text. */
function expectedCell(record: ServiceRecord, path: string): unknown {
	const value = path
		.split('.')
		.reduce<unknown>((here, step) => (here as Record<string, unknown> | null)?.[step], record);
	if (value === undefined || value === null || value === '') return null;
	if (datePaths.includes(path)) return new Date(`${String(value)}T00:00:00Z`);
	return typeof value === 'object' ? JSON.stringify(value) : value;
}

const readBack = async (content: Buffer) => await readSheet(content, { trim: false });

describe('Export to File: XLSX', () => {
	it('a standard reader reads every field of every document, with its type', async () => {
		const { run, sandbox } = await bench({ documents: 400, idBase: 2n ** 53n + 1n });
		const result = await run(
			exportToFile({
				format: 'xlsx',
				columns: documentPaths,
				exportOptions: { enumLabels: false, headings: 'names' },
			}),
		);
		const { content, account, binary } = await onlyFile(result);
		const [heading, ...rows] = await readBack(content);
		expect(heading).toEqual(documentPaths);
		expect(rows).toEqual(
			documentsOf(sandbox).map((record) => documentPaths.map((path) => expectedCell(record, path))),
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
