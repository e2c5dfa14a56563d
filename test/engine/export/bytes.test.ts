/** docs/reference/exports.md#formats: numbers and texts arrive in the file as the service wrote them. */
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';

import { exportToFile, onlyFile, recordsIn } from '../support/exported';
import { otherService, pageOf, serviceOf } from '../support/otherService';

const plain = Array.from(
	{ length: 250 },
	(_, index) => `{"id":${2000 - 2 * index},"currency":"CZK","total":1.50}`,
);

/** The list with one record in the middle of its second page. */
const listWith = (record: string) => [...plain.slice(0, 150), record, ...plain.slice(150)];

describe('Export to File: services that print numbers in their own way', () => {
	const numbers =
		'{"id":1701.0e0,"currency":"CZK","total":-1.25E2,"exchRate":0.10000000000000001,"amountPaid":-90071992547409930.5,"roundingAmount":1E-7,"note":-12345678901234567890,"orderNo":"12345678901234567E8"}';
	const columns = ['exchRate', 'amountPaid', 'roundingAmount', 'orderNo'];
	const options = { columns, options: { otherColumns: 'note' } };

	it('every digit: in CSV numbers that are no formulas, in XLSX text if a cell cannot hold them; text stays', async () => {
		const { run } = await serviceOf(listWith(numbers));
		const csv = await onlyFile(await run(exportToFile(options)));
		expect((parse(csv.content) as string[][])[151]).toEqual([
			'0.10000000000000001',
			'-90071992547409930.5',
			'0.0000001',
			'12345678901234567E8',
			// Not a published field, so its column has text.
			"'-12345678901234567890",
		]);
		const xlsx = await onlyFile(await run(exportToFile({ ...options, format: 'xlsx' })));
		const text = ['-90071992547409930.5', '-12345678901234567890'];
		const cells = [0.1, text[0], 1e-7, '12345678901234567E8', text[1]];
		expect((await readSheet(xlsx.content))[151]).toEqual(cells);
		const ndjson = await onlyFile(await run(exportToFile({ format: 'ndjson' })));
		expect(recordsIn(ndjson.content)[150]).toEqual({
			...{ id: 1701, currency: 'CZK', total: -125, exchRate: '0.10000000000000001' },
			...{ amountPaid: text[0], roundingAmount: 1e-7, note: text[1] },
			orderNo: '12345678901234567E8',
		});
		for (const { account } of [csv, xlsx, ndjson])
			expect(account).toMatchObject({ totals: { CZK: '250' }, complete: true });
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

	it('a comma too many within a record: an error, and no file', async () => {
		const { run } = await serviceOf(listWith('{"id":1701,}'));
		for (const format of ['csv', 'ndjson', 'xlsx']) {
			const { error, items } = await run(exportToFile({ format, options: { maxTries: 1 } }));
			expect(error?.message).toMatch(/while listing accounting documents \(page 2/);
			expect(items).toEqual([]);
		}
	});
});
