import { Chunks } from '../../../nodes/AccountingService/export/chunks';
import { isEncoded } from '../../../nodes/AccountingService/export/encodedPage';
import { ndjsonFormat } from '../../../nodes/AccountingService/export/ndjson';
import { PageEncoder } from '../../../nodes/AccountingService/export/pageEncoder';
import { readList, type ServiceRecord } from '../../../nodes/shared/client/envelope';
import { parseJsonExactly } from '../../../nodes/shared/client/json';

/** The lines of a file for one answer of the service. */
async function linesOf(answer: string, wanted: (record: ServiceRecord) => boolean = () => true) {
	const encoder = new PageEncoder(ndjsonFormat, wanted);
	const raw = { statusCode: 200, headers: {}, body: Buffer.from(answer) };
	const source = encoder.source({
		what: 'reading the answer of the test',
		fetch: async () => readList(parseJsonExactly(String(encoder.transform(raw).body)), 'reading'),
	});
	const { records, pagesCount } = await source.fetch(0, 100);
	const chunks = new Chunks();
	for (const record of records) {
		if (isEncoded(record)) chunks.addPlace(record.page, record.place);
	}
	const text = Buffer.concat(chunks.take()).toString();
	return { text, ids: records.map(({ id }) => id), pagesCount };
}

const answerOf = (...records: string[]) =>
	`{"accountingDocuments":[${records.join(',')}],"pagesCount":3,"note":"after"}`;

describe('documents of a page as lines of a file', () => {
	it('are the very bytes that were sent, with numbers as they were written', async () => {
		const records = [
			'{"id":1, "total":1.50,"text":"Kč \\u003c \u2028"}',
			'{"currency":"EUR","id":2,"list":[{"id":9}]}',
		];
		const { text, ids, pagesCount } = await linesOf(answerOf(...records));
		expect(text).toBe(`${records.join('\n')}\n`);
		expect(ids).toEqual([1, 2]);
		expect(pagesCount).toBe(3);
	});

	it.each([
		['laid out over lines', '{\n  "id": 1,\r\n  "total": 1.50\n}', '{"id":1,"total":1.5}'],
		['with digits beyond 2^53', '{"id":1,"n":9007199254740993}', '{"id":1,"n":"9007199254740993"}'],
		['with a key in escapes', '{"\\u0069d":1,"total":1.50}', '{"id":1,"total":1.5}'],
	])('are written anew when they come %s', async (_, sent, line) => {
		const { text, ids } = await linesOf(answerOf(sent, '{"id":2}'));
		expect(text).toBe(`${line}\n{"id":2}\n`);
		expect(ids).toEqual([1, 2]);
	});

	it('leaves out the others, which are listed all the same', async () => {
		const records = ['{"id":1,"type":0}', '{"type":5,"id":2}', '{"id":3,"type":0}'];
		const { text, ids } = await linesOf(answerOf(...records), ({ type }) => type === 0);
		expect(text).toBe(`${records[0]}\n${records[2]}\n`);
		expect(ids).toEqual([1, 2, 3]);
	});

	it.each(['[]', '{"errors":[{"message":"no"}]}', '{"accountingDocuments":[{"id":1}', 'no JSON'])(
		'leaves to the reader of answers: %s',
		(answer) => {
			const encoder = new PageEncoder(ndjsonFormat, () => true);
			const raw = { statusCode: 200, headers: {}, body: Buffer.from(answer) };
			expect(encoder.transform(raw)).toEqual({ ...raw, body: Buffer.from(answer) });
		},
	);
});
