import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';

import { exportToFile, onlyFile } from '../support/exported';
import { otherService, pageOf, serviceOf } from '../support/otherService';
import type { Parameters } from '../support/withSandbox';

const lines = (changes: Parameters = {}) => exportToFile({ format: 'ndjson', ...changes });

const plain = Array.from(
	{ length: 250 },
	(_, index) => `{"id":${2000 - 2 * index},"currency":"CZK","total":1.50}`,
);

/** The list with one record in the middle of its second page. */
const listWith = (record: string) => [...plain.slice(0, 150), record, ...plain.slice(150)];

describe('Export to File: services that print numbers in their own way', () => {
	const numbers =
		'{"id":1701.0e0,"currency":"CZK","total":-1.25E2,"exchRate":0.10000000000000001,"amountPaid":-90071992547409930.5,"roundingAmount":1E-7,"note":-12345678901234567890}';
	const columns = ['exchRate', 'amountPaid', 'roundingAmount'];
	const options = { columns, exportOptions: { otherColumns: 'note' } };
	const service = async () => await serviceOf(listWith(numbers));

	it('CSV: every digit, in numbers that no spreadsheet mistakes for formulas', async () => {
		const { run } = await service();
		const { content, account } = await onlyFile(await run(exportToFile(options)));
		const row = (parse(content) as string[][])[151];
		expect(row).toEqual([
			'0.10000000000000001',
			'-90071992547409930.5',
			'0.0000001',
			'-12345678901234567890',
		]);
		expect(account).toMatchObject({ totals: { CZK: '250' }, complete: true });
	});

	it.each(['csv', 'ndjson', 'xlsx'])(
		'%s: a number that is too large for a number stays in digits, and has no sum',
		async (format) => {
			const { run } = await serviceOf(listWith('{"id":1701,"currency":"CZK","total":1e400}'));
			const result = await run(exportToFile({ format, columns: ['id', 'total'] }));
			const { content, account } = await onlyFile(result);
			expect(account.totals).toEqual({ CZK: null });
			expect(result.hints.join()).toMatch(/^There is no sum for CZK/);
			const cells =
				format === 'xlsx' ? JSON.stringify(await readSheet(content)) : content.toString();
			expect(cells).toContain('1e400');
			expect(cells).not.toContain('null');
		},
	);

	it('XLSX: numbers if a cell can hold them, else text with every digit', async () => {
		const { run } = await service();
		const { content } = await onlyFile(await run(exportToFile({ ...options, format: 'xlsx' })));
		const row = (await readSheet(content))[151];
		expect(row.slice(0, 2)).toEqual([0.1, '-90071992547409930.5']);
		expect(row.slice(2)).toEqual([1e-7, '-12345678901234567890']);
	});

	it('NDJSON: every digit', async () => {
		const { run } = await service();
		const { content, account } = await onlyFile(await run(lines()));
		const line = content.toString().split('\n')[150];
		expect(line).toBe(
			JSON.stringify({
				...{ id: 1701, currency: 'CZK', total: -125, exchRate: '0.10000000000000001' },
				...{ amountPaid: '-90071992547409930.5' },
				...{ roundingAmount: 1e-7, note: '-12345678901234567890' },
			}),
		);
		expect(account.totals).toEqual({ CZK: '250' });
	});

	it('an amount that cannot be added up leaves no wrong sum', async () => {
		const odd = '{"id":1701,"currency":"CZK","total":"1 210,50"}';
		const { run } = await serviceOf(listWith(odd));
		for (const format of ['csv', 'ndjson']) {
			const result = await run(exportToFile({ format }));
			expect((await onlyFile(result)).account.totals).toEqual({ CZK: null });
			expect(result.hints).toEqual([expect.stringMatching(/^There is no sum for CZK/)]);
		}
	});
});

describe('Export to File: services that write JSON in their own way', () => {
	it.each([
		['a line end at the end', (page: string) => `${page}\n`],
		[
			'spaces and lines around the records',
			(page: string) => page.replace(/([[,])\{/g, '$1\r\n  {'),
		],
		['a bare list', (page: string) => page.slice(page.indexOf('['), page.indexOf(']') + 1)],
	])('%s: every document in a line of its own', async (_, write) => {
		const { run } = await otherService((asked) => write(pageOf(plain, asked)));
		const { content, account } = await onlyFile(await run(exportToFile({ format: 'ndjson' })));
		const lines = plain.map((record) => `${JSON.stringify(JSON.parse(record))}\n`);
		expect(content.toString()).toBe(lines.join(''));
		expect(account).toMatchObject({ documents: 250, totals: { CZK: '375' }, complete: true });
	});

	it('duplicate keys: file and sums agree', async () => {
		const twice = '{"id":1701,"currency":"EUR","total":5,"total":7.25,"currency":"CZK"}';
		const { run } = await serviceOf(listWith(twice));
		for (const format of ['csv', 'ndjson', 'xlsx']) {
			const { account } = await onlyFile(await run(exportToFile({ format })));
			expect(account.totals).toEqual({ CZK: '382.25' });
		}
	});

	const umlaut = '{"id":1701,"currency":"CZK","total":1,"description":"Gebühr für Čeněk"}';

	it('a byte order mark: every document, in UTF-8', async () => {
		const { run } = await otherService((asked) =>
			Buffer.from(`\uFEFF${pageOf(listWith(umlaut), asked)}`),
		);
		for (const format of ['csv', 'ndjson']) {
			const result = await run(exportToFile({ format, columns: ['description'] }));
			const { content, account } = await onlyFile(result);
			expect(result.hints).toEqual([]);
			expect(content.toString()).toContain('Gebühr für Čeněk');
			expect(account).toMatchObject({ documents: 251, totals: { CZK: '376' }, complete: true });
		}
	});

	it.each([
		['a comma too many', '{"id":1701,}'],
		['a line end in a text', '{"id":1701,"description":"a\nb"}'],
		['a number with a zero in front', '{"id":1701,"total":007}'],
		['half an escape', '{"id":1701,"description":"\\u12"}'],
	])('%s within a record: an error, and no file', async (_, record) => {
		const { run } = await serviceOf(listWith(record));
		for (const format of ['csv', 'ndjson', 'xlsx']) {
			const { error, items } = await run(exportToFile({ format, options: { maxTries: 1 } }));
			expect(error?.message).toMatch(/while listing accounting documents \(page 2/);
			expect(items).toEqual([]);
		}
	});
});
