/** docs/reference/exports.md#formats: a compressed file has the same content. */
import { gunzipSync } from 'node:zlib';

import { exportToFile, onlyFile } from '../support/exported';
import { bench, type Parameters } from '../support/withSandbox';

const compressed = (changes: Parameters): Parameters => ({
	...changes,
	options: { ...(changes.options as object), compress: true },
});

describe('Export with Compress', () => {
	it.each([
		[{ format: 'csv', options: { fileNamePattern: 'all.csv' } }, 'all.csv.gz'],
		[{ format: 'csvForExcel', options: { fileNamePattern: 'all' } }, 'all.csv.gz'],
		[{ format: 'ndjson', options: { fileNamePattern: 'all.ndjson.gz' } }, 'all.ndjson.gz'],
	])('writes the same file, compressed: %j', async (changes, fileName) => {
		const { run } = await bench({ documents: 300 });
		const plain = await onlyFile(await run(exportToFile(changes)));
		const packed = await onlyFile(await run(exportToFile(compressed(changes))));
		expect(packed.account.fileName).toBe(fileName);
		expect(packed.binary.mimeType).toBe('application/gzip');
		expect(packed.content.length).toBeLessThan(plain.content.length / 2);
		expect(gunzipSync(packed.content).equals(plain.content)).toBe(true);
		const { documents, totals, lastId, complete } = plain.account;
		expect(packed.account).toMatchObject({ documents, totals, lastId, complete });
	});

	it('does not change XLSX', async () => {
		const { run } = await bench({ documents: 30 });
		const { account, content } = await onlyFile(
			await run(exportToFile(compressed({ format: 'xlsx', options: { fileNamePattern: 'all' } }))),
		);
		expect(account.fileName).toBe('all.xlsx');
		expect(content.subarray(0, 2).toString()).toBe('PK');
	});

	it('compresses changes too, next to the manifest', async () => {
		const { run } = await bench({ documents: 40 });
		const options = { fileNamePattern: 'new' };
		const operation = { operation: 'exportChanges', options, manifestField: 'manifest' };
		for (const format of ['csv', 'ndjson']) {
			const result = await run(exportToFile(compressed({ ...operation, format })));
			const { account, content } = await onlyFile(result);
			expect(account.fileName).toBe(`new.${format}.gz`);
			expect(gunzipSync(content).toString().trim().split('\n').length).toBeGreaterThanOrEqual(40);
			expect(result.items[0].binary?.manifest.fileName).toBe('new.manifest');
		}
	});
});
