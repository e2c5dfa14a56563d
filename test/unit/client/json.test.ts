import fc from '../../property';

import {
	ExactNumber,
	parseJsonExactly,
	parseToSend,
	stringifyExactly,
} from '../../../nodes/shared/client/json';

/** Only whole numbers beyond 2^53 are read differently, on purpose. */
const ordinary = fc
	.jsonValue()
	.map((value) =>
		JSON.stringify(value, (_key, member: unknown) =>
			typeof member === 'number' && Number.isInteger(member) && !Number.isSafeInteger(member)
				? 0
				: member,
		),
	);

describe('parseJsonExactly', () => {
	it('reads ordinary JSON as JSON.parse does', () => {
		fc.assert(
			fc.property(ordinary, (text) => {
				expect(parseJsonExactly(text)).toEqual(JSON.parse(text));
			}),
			{ numRuns: 500 },
		);
	});

	it('keeps every digit of whole numbers, as a number if it is exact', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (id) => {
				const [read] = parseJsonExactly(`[${id}]`) as unknown[];
				const isSafe = Number.isSafeInteger(Number(id));
				expect(read).toBe(isSafe ? Number(id) : String(id));
			}),
			{ numRuns: 500 },
		);
	});

	it('keeps every digit of decimals, as a number if it prints as it was sent', () => {
		const places = fc.integer({ min: 1, max: 6 });
		fc.assert(
			fc.property(fc.bigInt(0n, 10n ** 20n), places, fc.boolean(), (digits, count, negative) => {
				const text = String(digits).padStart(count + 1, '0');
				const sign = negative && digits > 0n ? '-' : '';
				const literal = `${sign}${text.slice(0, -count)}.${text.slice(-count)}`;
				const shortest = literal.replace(/0+$/, '').replace(/\.$/, '');
				const { total } = parseJsonExactly(`{"total": ${literal}}`) as { total: unknown };
				const isExact = String(Number(literal)) === shortest;
				expect(total).toBe(isExact ? Number(literal) : literal);
			}),
			{ numRuns: 1000 },
		);
	});

	it.each([
		['{"id":\n 12345678901234567890 }', { id: '12345678901234567890' }],
		['{"total":1.000000000000000e2}', { total: 100 }],
		['[1e308,-1.5E-300,1e007]', [1e308, -1.5e-300, 1e7]],
		['{"token":"a1e400","text":"1e400"}', { token: 'a1e400', text: '1e400' }],
		['[-9007199254740993e1]', ['-9007199254740993e1']],
		['9007199254740993', '9007199254740993'],
		['{"total":1234.1200000000001}', { total: 1234.1200000000001 }],
		['{"total":1234.12000000000011}', { total: '1234.12000000000011' }],
	])('reads %s', (text, expected) => {
		expect(parseJsonExactly(text)).toEqual(expected);
	});

	it('leaves numbers inside strings unchanged, also next to escaped quotes and backslashes', () => {
		const record = {
			id: 1,
			text: ':12345678901234567890, [12345678901234567890',
			quoted: 'said ":12345678901234567890" and \\',
			after: 'x\\":99999999999999999999,',
			'key: 12345678901234567890': ['\\\\', '12345678901234567890'],
		};
		const text = JSON.stringify(record).replace('"id":1', '"id":12345678901234567890');
		expect(parseJsonExactly(text)).toEqual({ ...record, id: '12345678901234567890' });
	});

	it.each([
		'',
		'{',
		'{"id":12345678901234567890',
		'{"id":1234567890.1234567.8}',
		'{"id":12345678901234567890.}',
		'{"id":012345678901234567890}',
		'<!doctype html>',
	])('refuses %p as JSON.parse does', (text) => {
		expect(() => parseJsonExactly(text)).toThrow(SyntaxError);
	});

	/** With quadratic time, each of these would take seconds to minutes. */
	const million = 1_000_000;
	const long = '12345678901234567890';
	it.each([
		['points and digits', `["${'1.'.repeat(million)}",${long}]`],
		['escaped quotes', `["${'\\"'.repeat(million)}",${long}]`],
		['long numbers in strings', `[${`":${long}",`.repeat(50_000)}${long}]`],
		['zeros', `[${`0.${'0'.repeat(900)}1,`.repeat(1000)}1]`],
		['minuses', `["${'-'.repeat(million)}"]`],
		['a decimal', `[0.${'0'.repeat(million)}1]`],
	])('reads a megabyte of %s', (_name, text) => {
		expect(parseJsonExactly(text)).toHaveLength((JSON.parse(text) as unknown[]).length);
	});
});

describe('stringifyExactly', () => {
	it('writes and omits what JSON.stringify writes and omits, dates and circles included', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(stringifyExactly(value)).toBe(JSON.stringify(value));
			}),
		);
		const odd = { a: undefined, b: () => 1, c: [undefined, new Date(0)], d: null };
		expect(stringifyExactly(odd)).toBe(JSON.stringify(odd));
		expect(stringifyExactly(undefined)).toBe('null');
		const circle: Record<string, unknown> = {};
		circle.self = circle;
		expect(() => stringifyExactly(circle)).toThrow(TypeError);
	});

	it('writes exact numbers with their original digits', () => {
		fc.assert(
			fc.property(fc.bigInt(-(2n ** 80n), 2n ** 80n), fc.nat(6), (digits, places) => {
				const text = places === 0 ? String(digits) : `${digits}.${'0'.repeat(places)}`;
				expect(stringifyExactly([new ExactNumber(text)])).toBe(`[${text}]`);
				expect(stringifyExactly({ id: digits })).toBe(`{"id":${digits}}`);
			}),
		);
	});

	it('round-trips: numbers stay numbers, strings of digits stay strings', () => {
		const text =
			'{"id":9223372036854775807,"no":"9223372036854775807","rates":[1.5,9007199254740993.5,1e400,{"a":0}]}';
		expect(stringifyExactly(parseToSend(text))).toBe(text);
		expect(() => parseToSend(`[${'7'.repeat(61)}]`)).toThrow(RangeError);
	});

	it.each(['', ' 1', '1 ', '01', '1.', '.5', '+1', '0x1', '1e', 'NaN', '1,5', '9'.repeat(61)])(
		'%p is no exact number',
		(text) => {
			expect(() => new ExactNumber(text)).toThrow(RangeError);
		},
	);
});
