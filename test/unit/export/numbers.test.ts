import { exactSum } from '../support/exactSum';
import fc from '../../property';

import {
	numberText,
	numberInText,
	plainDecimal,
} from '../../../nodes/AccountingService/export/decimals';
import { Totals } from '../../../nodes/AccountingService/export/totals';

describe('decimals', () => {
	it('are plain, and round-trip', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, min: -1e40, max: 1e40 }), (value) => {
				fc.pre(value === 0 || Math.abs(value) >= 1e-40);
				const text = numberText(value);
				expect(text).toMatch(/^-?\d+(\.\d+)?$/);
				expect(Number(text)).toBe(value === 0 ? 0 : value);
			}),
		);
	});
});

describe('totals', () => {
	it('are exact for all amounts', () => {
		const money = fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 10_000);
		const any = fc.oneof(
			money,
			fc.integer({ min: -(2 ** 53), max: 2 ** 53 }).map((units) => units / 2 ** 20),
		);
		fc.assert(
			fc.property(fc.array(any, { maxLength: 200 }), (amounts) => {
				const totals = new Totals();
				for (const amount of amounts) totals.add('CZK', amount);
				const expected = exactSum(amounts.map(numberText));
				expect(totals.byCurrency()).toEqual(amounts.length > 0 ? { CZK: expected } : {});
			}),
		);
	});

	it('accept amounts as text, separate currencies, and skip documents without one', () => {
		const totals = new Totals();
		totals.add('USD', '-90071992547409930.00000001');
		totals.add('USD', 0.5);
		totals.add('CZK', 1);
		for (const nothing of [null, undefined]) totals.add('CZK', nothing);
		expect(totals.byCurrency()).toEqual({ CZK: '1', USD: '-90071992547409929.50000001' });
		expect(Object.keys(totals.byCurrency())).toEqual(['CZK', 'USD']);
	});

	it.each([
		[['1e30', '1'], `1${'0'.repeat(29)}1`],
		[['1.5E3', '-2.5e-7'], '1499.99999975'],
		[['-0.0', '0e9', '0e-9'], '0'],
		[['0.10000000000000001', '0.2'], '0.30000000000000001'],
	])('count the exponents of %j', (amounts, sum) => {
		const totals = new Totals();
		for (const amount of amounts) totals.add('CZK', amount);
		expect(totals.byCurrency()).toEqual({ CZK: sum });
		expect(totals.note()).toBeUndefined();
	});

	it.each(['x', '', '1 210,50', '1e400', '9'.repeat(200_000), `0.${'1'.repeat(200_000)}`, {}])(
		'are none, rather than wrong, where an amount is %.20p',
		(amount) => {
			const totals = new Totals();
			for (const one of [1, amount, 2]) totals.add('CZK', one);
			totals.add('EUR', 3);
			expect(totals.byCurrency()).toEqual({ CZK: null, EUR: '3' });
			expect(totals.note()).toMatch(/^There is no sum for CZK,/);
		},
	);
});

describe('numbers as text', () => {
	it('are written plainly, with all digits', () => {
		const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,39})(\.\d{1,40})?$/);
		fc.assert(
			fc.property(digits, fc.integer({ min: -40, max: 40 }), (mantissa, exponent) => {
				const plain = plainDecimal(`${mantissa}e${exponent}`) ?? '';
				expect(plain).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
				// Both as whole numbers of the same smallest unit.
				const units = (text: string, shift: number) => {
					const [whole, fraction = ''] = text.split('.');
					return BigInt(`${whole}${fraction}${'0'.repeat(200 + shift - fraction.length)}`);
				};
				expect(units(plain, 0)).toBe(units(mantissa, exponent));
			}),
		);
	});

	it.each([
		['-90071992547409930.5', 'text', '-90071992547409930.5'],
		['1e400', 'text', undefined],
		['-5', 'text', undefined],
		['-5', 'amount', '-5'],
		['1e5', 'text', undefined],
		['00042', 'text', undefined],
		['12345678901234567890', 'id', '12345678901234567890'],
		['=1', 'amount', undefined],
		['9'.repeat(1001), 'amount', undefined],
	] as const)('%.30p in a column of the kind %s: %.30p', (text, kind, number) => {
		expect(numberInText(text, kind)).toBe(number);
	});
});
