import fc from 'fast-check';

import { scanList } from '../../../nodes/AccountingService/export/scannedList';

const scan = (text: string | Buffer, names: string[] = []) =>
	scanList(Buffer.from(text), 'list', names);

/** The records of an answer, and the answer without them. */
function read(text: string) {
	const bytes = Buffer.from(text);
	const found = scan(bytes);
	if (!found) return undefined;
	const { places, withoutRecords } = found;
	const records: unknown[] = [];
	for (let at = 0; at < places.length; at += 2) {
		records.push(JSON.parse(bytes.toString('utf8', places[at], places[at + 1])));
	}
	return { records, rest: JSON.parse(withoutRecords.toString()) as unknown };
}

/** As JSON has it: without -0, as parsed again. */
const plain = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

const text = fc.string({ unit: 'binary' });
const tellable = text.filter((key) => JSON.stringify(key) === `"${key}"`);
const record = fc.dictionary(tellable, fc.jsonValue());
const spaces = fc.constantFrom(undefined, 1, '\t');

/** What stands in place of the records in the rest of an answer. */
const inPlaceOf = (records: unknown[]) => (records.length > 0 ? [{}] : []);

describe('the records of an answer', () => {
	it('are found in a bare list, whatever they hold', () => {
		fc.assert(
			fc.property(fc.array(record), spaces, (records, space) => {
				const found = read(JSON.stringify(records, null, space));
				expect(found).toEqual({ records: plain(records), rest: inPlaceOf(records) });
			}),
		);
	});

	it('are found in an envelope, alone or within another, which stays', () => {
		const inner = fc.oneof(text, fc.integer(), fc.constant(null), record);
		const envelope = fc.dictionary(
			tellable.filter((name) => name !== 'list'),
			inner,
		);
		const wrapped = fc.boolean();
		fc.assert(
			fc.property(fc.array(record), envelope, spaces, wrapped, (records, around, space, wrap) => {
				const answer = (list: unknown[]) =>
					wrap ? { note: 1, data: { ...around, list } } : { ...around, list };
				const found = read(JSON.stringify(answer(records), null, space));
				expect(found).toEqual({ records: plain(records), rest: plain(answer(inPlaceOf(records))) });
			}),
		);
	});

	it('have their fields found, the last one of a name that comes twice', () => {
		const names = ['id', 'total', 'currency', 'x'];
		const member = fc.tuple(fc.oneof(tellable, fc.constantFrom(...names)), fc.jsonValue());
		fc.assert(
			fc.property(fc.array(fc.array(member)), (lists) => {
				const written = lists.map(
					(members) =>
						`{${members.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(' ,')}}`,
				);
				const bytes = Buffer.from(`{"list":[${written.join(',')}]}`);
				const { values = [] } = scan(bytes, names) ?? {};
				written.forEach((one, index) => {
					const known = JSON.parse(one) as Record<string, unknown>;
					names.forEach((name, field) => {
						const at = 2 * (index * names.length + field);
						const isThere = values[at] >= 0;
						expect(isThere).toBe(Object.hasOwn(known, name));
						if (!isThere) return;
						const found = bytes.toString('utf8', values[at], values[at + 1]);
						expect(JSON.parse(found)).toEqual(known[name]);
					});
				});
			}),
		);
	});

	it('tell which lie over several lines, and where long numbers are', () => {
		const bytes = Buffer.from('\n[\n{"a":"\\n"}\n,{"a":1,\n"b":1e5},{"a":[12345678901234567]}]');
		const { overLines = [], longNumbers = [] } = scan(bytes) ?? {};
		expect(overLines).toEqual([false, true, false]);
		const numbers = [0, 2].map((at) =>
			bytes.toString('utf8', longNumbers[at], longNumbers[at + 1]),
		);
		expect(numbers).toEqual(['1e5', '12345678901234567']);
	});
});

describe('bytes that are no such answer', () => {
	it('cut off anywhere', () => {
		const answer = JSON.stringify({ list: [{ id: 1, text: '}]"ž' }, { id: 2 }], pagesCount: 1 });
		const bytes = Buffer.from(answer);
		for (let length = 0; length < bytes.length; length++) {
			expect(scan(bytes.subarray(0, length))).toBeUndefined();
		}
	});

	/** What no strict parser takes: told by JSON.parse and a strict decoder. */
	const isTaken = (bytes: Buffer) => {
		try {
			JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
			return true;
		} catch {
			return false;
		}
	};

	it('changed in some bytes: what is taken, every parser takes', () => {
		const good = Buffer.from(
			'{"list":[{"id":-12.5e+3,"t":"a\\u00e9\\n\u00e9\u20ac\ud83d\ude00","b":[true,false,null,{}]}],"n":0}',
		);
		const edit = fc.tuple(fc.nat(good.length - 1), fc.oneof(fc.nat(255), fc.constantFrom(...good)));
		let taken = 0;
		fc.assert(
			fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
				const bytes = Buffer.from(good);
				for (const [at, byte] of edits) bytes[at] = byte;
				if (scan(bytes) === undefined) return;
				taken++;
				expect(isTaken(bytes)).toBe(true);
			}),
			{ numRuns: 20_000 },
		);
		expect(taken).toBeGreaterThan(500);
	});

	it('every sequence of bytes in a string that is no UTF-8', () => {
		const byte = fc.oneof(
			fc.integer({ min: 0x80, max: 0xff }),
			fc.constantFrom(0x41, 0xe0, 0xed, 0xf0, 0xf4),
		);
		fc.assert(
			fc.property(fc.array(byte, { maxLength: 5 }), (bytes) => {
				const answer = Buffer.concat(
					['[{"a":"', Buffer.from(bytes), '"}]'].map((part) => Buffer.from(part)),
				);
				expect(scan(answer) !== undefined).toBe(isTaken(answer));
			}),
			{ numRuns: 20_000 },
		);
	});

	it.each([
		'',
		'null',
		'12',
		'"[{}]"',
		'<!doctype html>',
		'[[{"id":1}]]',
		'[1]',
		'[{"a":1}{"a":2}]',
		'[{"a":1},]',
		'[{"a":01}]',
		'[{"a":1.}]',
		'[{"a":\'b\'}]',
		'[{"a":"\t"}]',
		'[{"\\u0061":1}]',
		'[{"a":1}] x',
		'{"list":[{"a":1}],"list":[{"a":2}]}',
		'{"a":[],"b":[{"id":1}]}',
		`[{"a":${'['.repeat(100)}${']'.repeat(100)}}]`,
		`${'['.repeat(1_000_000)}`,
	])('%.40j', (bytes) => expect(scan(bytes)).toBeUndefined());
});
