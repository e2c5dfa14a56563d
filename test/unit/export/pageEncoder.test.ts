import { Chunks } from '../../../nodes/AccountingService/export/chunks';
import { isEncoded } from '../../../nodes/AccountingService/export/encodedPage';
import { ndjsonFormat } from '../../../nodes/AccountingService/export/ndjson';
import { PageEncoder } from '../../../nodes/AccountingService/export/pageEncoder';
import type { ServiceRecord } from '../../../nodes/shared/client/envelope';

const answerTo = (body: string | Buffer, type = 'application/json') => ({
	statusCode: 200,
	headers: { 'content-type': type },
	body: Buffer.from(body),
});

/** The lines of a file for one answer of the service. */
function linesOf(answer: string | Buffer, wanted: (record: ServiceRecord) => boolean = () => true) {
	const encoder = new PageEncoder(ndjsonFormat, wanted);
	const { records, pagesCount } = encoder.read(answerTo(answer), 'reading');
	const chunks = new Chunks();
	const encoded = records.filter(isEncoded);
	for (const { page, place } of encoded) chunks.addPlace(page, place);
	return {
		text: Buffer.concat(chunks.take()).toString(),
		ids: records.map(({ id }) => id),
		totals: encoded.map(({ page, place }) => page.totals[place]),
		pagesCount,
		notices: [...encoder.notices],
	};
}

const answerOf = (...records: string[]) =>
	`{"accountingDocuments":[${records.join(',')}],"pagesCount":3,"note":"after"}`;

describe('documents of a page as lines of a file', () => {
	const records = [
		'{"id":1, "total":1.50,"text":"Kč \\u003c \u2028"}',
		'{"currency":"EUR","id":2,"list":[{"id":9}]}',
	];

	it.each(['', '\n', '\r\n\r\n', ' ', '\t\n '])(
		'are the very bytes that were sent, with numbers as they were written, also before %j',
		(end) => {
			const { text, ids, pagesCount } = linesOf(`${end}${answerOf(...records)}${end}`);
			expect(text).toBe(`${records.join('\n')}\n`);
			expect(ids).toEqual([1, 2]);
			expect(pagesCount).toBe(3);
		},
	);

	it('are the same when the list alone is laid out over lines', () => {
		const answer = `[\n  ${records.join(' ,\n  ')}\n]\n`;
		expect(linesOf(answer).text).toBe(`${records.join('\n')}\n`);
	});

	it.each([
		[
			'over lines',
			'{\n  "id": 1,\r\n  "total": 1.50,\n "t": "a b" }',
			'{"id":1,"total":1.50,"t":"a b"}',
		],
		['beyond 2^53', '{"id":1, "n":-9007199254740993}', '{"id":1,"n":"-9007199254740993"}'],
		['beyond doubles', '{"id":1,"n":[1e400,1.50]}', '{"id":1,"n":["1e400",1.50]}'],
		['with 17 digits', '{"id":1,"n":0.10000000000000001}', '{"id":1,"n":"0.10000000000000001"}'],
		['with a key in escapes', '{"\\u0069d":1,"total":1.50}', '{"id":1,"total":1.5}'],
	])('stay token by token what was sent where they come %s', (_, sent, line) => {
		const { text, ids } = linesOf(answerOf(sent, '{"id":2}'));
		expect(text).toBe(`${line}\n{"id":2}\n`);
		expect(ids).toEqual([1, 2]);
	});

	it('count what every parser reads where a key comes twice', () => {
		const twice = '{"id":7,"total":5,"currency":"CZK","id":1,"total":7.25}';
		const { text, ids, totals } = linesOf(answerOf(twice));
		expect(JSON.parse(text)).toMatchObject({ id: ids[0], total: totals[0] });
		expect([ids, totals]).toEqual([[1], [7.25]]);
	});

	it('leaves out the others, which are listed all the same', () => {
		const typed = ['{"id":1,"type":0}', '{"type":5,"id":2}', '{"id":3,"type":0}'];
		const { text, ids } = linesOf(answerOf(...typed), ({ type }) => type === 0);
		expect(text).toBe(`${typed[0]}\n${typed[2]}\n`);
		expect(ids).toEqual([1, 2, 3]);
	});

	it('are text that every parser takes where the service sent bytes that are none, which is told', () => {
		const answer = Buffer.concat([answerOf('{"id":1,"t":"a?b"}')].map((one) => Buffer.from(one)));
		answer[answer.indexOf('?')] = 0xff;
		const { text, notices } = linesOf(answer);
		expect(JSON.parse(text)).toEqual({ id: 1, t: 'a\uFFFDb' });
		expect(notices).toEqual([
			expect.stringMatching(/^Some texts of the service are not valid UTF-8/),
		]);
	});

	it.each(['[{"id":1,"t":"a\nb"}]', '[{"id":1,"n":01}]', '[{"id":1}{"id":2}]', '[{"id":1}', 'no'])(
		'are none of an answer that is no JSON: %j',
		(answer) => expect(() => linesOf(answer)).toThrow(/while reading$/),
	);

	it.each(['[{"message":"no"}]', '{"accountingDocuments":[],"pagesCount":0}'])(
		'%s is read as any answer',
		(answer) => {
			const { ids } = linesOf(answer);
			expect(ids.every((id) => id === undefined)).toBe(true);
		},
	);

	it('are none of a refusal', () => {
		expect(() => linesOf('[{"message":"no","code":"x"}]')).toThrow(/refusal inside .*: no$/);
	});
});
