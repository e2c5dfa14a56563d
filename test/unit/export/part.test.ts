import { unzipSync } from 'fflate';
import { createHash, randomBytes } from 'node:crypto';

import {
	columnsFor,
	onePerDocument,
	onePerLine,
} from '../../../nodes/AccountingService/export/columns';
import { csvFormat } from '../../../nodes/AccountingService/export/csv';
import { encoded, RecordFeed } from '../../../nodes/AccountingService/export/feed';
import type { FileFormat } from '../../../nodes/AccountingService/export/format';
import { ndjsonFormat } from '../../../nodes/AccountingService/export/ndjson';
import { Part } from '../../../nodes/AccountingService/export/part';
import { xlsxFormat } from '../../../nodes/AccountingService/export/xlsx';

const columns = columnsFor(['id', 'description'], {
	perLineItem: false,
	enumLabels: true,
	headingLabels: false,
});
const asCsv = csvFormat({
	...{ columns, rowsOf: onePerDocument, delimiter: ',' },
	...{ forExcel: true, formulaProtection: true },
});
const formats: Record<string, FileFormat> = {
	csv: asCsv,
	ndjson: ndjsonFormat,
	xlsx: xlsxFormat({ columns, rowsOf: onePerDocument }),
};
const lineColumns = columnsFor(['id', 'lineItems.description'], {
	...{ perLineItem: true, enumLabels: true, headingLabels: false },
});
const withLines: FileFormat = {
	...formats.xlsx,
	lineItems: xlsxFormat({ columns: lineColumns, rowsOf: onePerLine }),
};

/** One batch of documents with text that does not compress. */
function feedOf(format: FileFormat, count: number, length: number): RecordFeed {
	const records = Array.from({ length: count }, (_, index) => {
		const record = { id: index + 1, currency: 'CZK', total: 1 };
		const description = randomBytes(length).toString('base64').slice(0, length);
		return encoded({ ...record, description }, format);
	});
	return new RecordFeed(
		(async function* () {
			yield records;
		})(),
	);
}

async function filesOf(format: FileFormat, feed: RecordFeed, maxBytes?: number) {
	const files: Array<{ part: Part; content: Buffer }> = [];
	while (await feed.load()) {
		const part = new Part(feed, format, Number.POSITIVE_INFINITY);
		const chunks: Buffer[] = [];
		for await (const chunk of part.bytes(maxBytes)) chunks.push(chunk);
		files.push({ part, content: Buffer.concat(chunks) });
	}
	return files;
}

describe.each(Object.keys(formats))('files with a maximum size: %s', (name) => {
	const format = formats[name];
	const maxBytes = 3 * 1024 * 1024;

	it('are filled up to it, contain every document once, and match their output item', async () => {
		const files = await filesOf(format, feedOf(format, 4000, 2000), maxBytes);
		const room = name === 'xlsx' ? 1.5 * 1024 * 1024 : 4000;
		expect(files.length).toBeGreaterThan(2);
		for (const [index, { part, content }] of files.entries()) {
			expect(content.length).toBeLessThanOrEqual(maxBytes);
			if (index < files.length - 1) expect(content.length).toBeGreaterThan(maxBytes - room);
			expect(part.table.byteLength).toBe(content.length);
			expect(part.table.sha256).toBe(createHash('sha256').update(content).digest('hex'));
			if (name === 'xlsx') expect(Object.keys(unzipSync(content))).toHaveLength(6);
		}
		expect(files.reduce((sum, { part }) => sum + part.documents, 0)).toBe(4000);
		const ends = files.map(({ part }) => [part.firstId, part.lastId]);
		expect(ends[0][0]).toBe(1);
		expect(ends.at(-1)?.[1]).toBe(4000);
		ends.slice(1).forEach(([first], index) => expect(first).toBe(Number(ends[index][1]) + 1));
	});

	it('accept a single document that is larger', async () => {
		const large = await filesOf(format, feedOf(format, 3, 20_000), 1000);
		expect(large.map(({ part }) => part.documents)).toEqual([1, 1, 1]);
	});

	it('yield to other work, even for large batches', async () => {
		const feed = feedOf(format, 2000, 2000);
		let [turns, isDone] = [0, false];
		const other = () => {
			turns++;
			if (!isDone) setImmediate(other);
		};
		setImmediate(other);
		// As if every chunk took longer than other work may wait.
		let now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
		const files = await filesOf(format, feed);
		clock.mockRestore();
		isDone = true;
		expect(files).toHaveLength(1);
		expect(turns).toBeGreaterThan(10);
	});
});

it('a record of NDJSON is one line, also for readers that end lines at other characters', () => {
	const record = { id: 1, note: 'a\u0085b\u2028c\u2029d\ne' };
	const { text } = ndjsonFormat.encode(record);
	expect(text).toMatch(/^[^\n\v\f\r\u0085\u2028\u2029]+\n$/);
	expect(JSON.parse(text)).toEqual(record);
});

describe('a second sheet, kept in memory until the first ends', () => {
	/** A short row for each document, and a long one for its line. */
	const feedWithLines = (count: number) =>
		new RecordFeed(
			(async function* () {
				for (let id = 1; id <= count; id++) {
					const description = randomBytes(22_500 + (id % 7)).toString('base64');
					yield [encoded({ id, lineItems: [{ description }] }, withLines)];
				}
			})(),
		);

	it('ends the file before it exceeds 32 MB, and contains every line once', async () => {
		const count = 1450;
		const files = await filesOf(withLines, feedWithLines(count));
		expect(files.length).toBe(2);
		const lines: number[] = [];
		for (const { part, content } of files) {
			expect(part.lineItems?.byteLength).toBeLessThanOrEqual(32 * 1024 * 1024);
			expect(part.lineItems?.rows).toBe(part.documents);
			const sheets = unzipSync(content);
			const second = Buffer.from(sheets['xl/worksheets/sheet2.xml']).toString();
			lines.push(
				...[...second.matchAll(/<c r="A\d+" s="4"><v>(\d+)</g)].map(([, id]) => Number(id)),
			);
		}
		expect(lines).toEqual(Array.from({ length: count }, (_, index) => index + 1));
		expect(files[0].part.lineItems?.byteLength).toBeGreaterThan(30 * 1024 * 1024);
	});

	it('keeps both sheets together below the limit of the storage', async () => {
		const maxBytes = 4 * 1024 * 1024;
		const files = await filesOf(withLines, feedWithLines(400), maxBytes);
		expect(files.length).toBeGreaterThan(2);
		for (const { content } of files) expect(content.length).toBeLessThanOrEqual(maxBytes);
	});
});
