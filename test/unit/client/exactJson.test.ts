import fc from '../../property';

import { ExactNumber, stringifyExactly } from '../../../nodes/shared/client/exactJson';
import { parseJsonExactly } from '../../../nodes/shared/client/json';

describe('stringifyExactly', () => {
	it('writes what JSON.stringify writes', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(stringifyExactly(value)).toBe(JSON.stringify(value));
			}),
		);
	});

	it('writes exact numbers with the digits that were given', () => {
		fc.assert(
			fc.property(fc.bigInt(-(2n ** 80n), 2n ** 80n), fc.nat(6), (digits, places) => {
				const text = places === 0 ? String(digits) : `${digits}.${'0'.repeat(places)}`;
				expect(stringifyExactly([new ExactNumber(text)])).toBe(`[${text}]`);
				expect(stringifyExactly({ id: digits })).toBe(`{"id":${digits}}`);
			}),
		);
	});

	it('sends back what came in', () => {
		const text = '{"id":9223372036854775807,"total":10.10}';
		const { id } = parseJsonExactly(text) as { id: string };
		expect(stringifyExactly({ id: new ExactNumber(id), total: new ExactNumber('10.10') })).toBe(
			text,
		);
	});

	it('leaves out what JSON leaves out, and takes dates as it does', () => {
		const date = new Date(0);
		const value = { a: undefined, b: () => 1, c: [undefined, date], d: null };
		expect(stringifyExactly(value)).toBe(JSON.stringify(value));
		expect(stringifyExactly(undefined)).toBe('null');
	});

	it.each(['', ' 1', '1 ', '01', '1.', '.5', '+1', '0x1', '1e', 'NaN', '1,5', '9'.repeat(61)])(
		'%p is no exact number',
		(text) => {
			expect(() => new ExactNumber(text)).toThrow(RangeError);
		},
	);

	it('refuses what no body holds', () => {
		const circle: Record<string, unknown> = {};
		circle.self = circle;
		for (const value of [NaN, Infinity, circle]) {
			expect(() => stringifyExactly({ value })).toThrow(RangeError);
		}
	});
});
