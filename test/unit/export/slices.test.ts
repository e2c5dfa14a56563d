import fc from 'fast-check';

import { sliceRecords } from '../../../nodes/AccountingService/export/slices';

/** The records of an answer, and the answer with their numbers in their place. */
function slice(text: string) {
	const bytes = Buffer.from(text);
	const slices = sliceRecords(bytes);
	if (!slices) return undefined;
	const { places, withStubs } = slices;
	const records: unknown[] = [];
	for (let at = 0; at < places.length; at += 2) {
		records.push(JSON.parse(bytes.toString('utf8', places[at], places[at + 1])));
	}
	return { records, rest: JSON.parse(withStubs(records.map((_, index) => `${index}`))) as unknown };
}

const record = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
const spaces = fc.constantFrom(undefined, 1, '\t');

describe('slicing the records of an answer', () => {
	it('finds every record of a bare list, whatever it holds', () => {
		fc.assert(
			fc.property(fc.array(record), spaces, (records, space) => {
				const answer = JSON.stringify(records, null, space);
				const rest = records.map((_, index) => index);
				expect(slice(answer)).toEqual({ records: JSON.parse(answer), rest });
			}),
		);
	});

	it('finds every record within an envelope, and leaves the envelope', () => {
		const envelope = fc.dictionary(
			fc.string({ unit: 'binary' }).filter((name) => name !== 'list'),
			fc.oneof(
				fc.string({ unit: 'binary' }),
				fc.integer(),
				fc.boolean(),
				fc.constant(null),
				record,
			),
		);
		fc.assert(
			fc.property(fc.array(record), envelope, spaces, (records, around, space) => {
				const answer = JSON.stringify({ ...around, list: records }, null, space);
				const found = slice(answer);
				expect(found?.records).toEqual((JSON.parse(answer) as { list: unknown }).list);
				const list = records.map((_, index) => index);
				expect(found?.rest).toEqual({ ...(JSON.parse(answer) as object), list });
			}),
		);
	});

	it('finds the values of fields, or nothing where a key is written with escapes', () => {
		const names = ['id', 'total', 'currency', 'x'];
		const named = fc.record(
			{ id: fc.jsonValue(), total: fc.jsonValue(), currency: fc.jsonValue() },
			{ requiredKeys: [] },
		);
		const mixed = fc.tuple(record, named, record).map((parts) => Object.assign({}, ...parts));
		fc.assert(
			fc.property(fc.array(mixed), spaces, (records: object[], space) => {
				const bytes = Buffer.from(JSON.stringify({ list: records, pagesCount: 1 }, null, space));
				const slices = sliceRecords(bytes, names);
				const keys = records.flatMap((one) => Object.keys(one));
				if (!slices) {
					expect(keys.some((key) => JSON.stringify(key) !== `"${key}"`)).toBe(true);
					return;
				}
				const found = records.map((_, at) => {
					const place = (n: number) => slices.values[2 * (at * names.length + n)];
					const text = (n: number) =>
						bytes.toString('utf8', place(n), slices.values[2 * (at * names.length + n) + 1]);
					const has = names.map((name, n) => [name, n] as const).filter(([, n]) => place(n) >= 0);
					return Object.fromEntries(has.map(([name, n]) => [name, JSON.parse(text(n)) as unknown]));
				});
				const expected = records.map((one) =>
					Object.fromEntries(
						Object.entries(JSON.parse(JSON.stringify(one)) as object).filter(([key]) =>
							names.includes(key),
						),
					),
				);
				expect(found).toEqual(expected);
			}),
		);
	});

	it('takes no answer that was cut off for a list', () => {
		const answer = JSON.stringify({ list: [{ id: 1, text: '}]"' }, { id: 2 }], pagesCount: 1 });
		for (let length = 0; length < answer.length; length++) {
			expect(sliceRecords(Buffer.from(answer.slice(0, length)))).toBeUndefined();
		}
	});

	it.each(['', 'null', '12', '"[{}]"', '<!doctype html>', '[[{"id":1}]]'])(
		'leaves alone: %s',
		(text) => expect(sliceRecords(Buffer.from(text))).toBeUndefined(),
	);
});
