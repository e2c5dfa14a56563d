import { exactSum } from '../support/exactSum';
import fc from '../../property';

import { numberText, numberInText } from '../../../nodes/AccountingService/export/decimals';
import { Totals } from '../../../nodes/AccountingService/export/totals';

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

	it.each([
		[['1e30', '1'], `1${'0'.repeat(29)}1`],
		[['1.5E3', '-2.5e-7'], '1499.99999975'],
		[['-0.0', '0e9', '0e-9'], '0'],
		[['-90071992547409930.00000001', 0.5], '-90071992547409929.50000001'],
		[[1, null, undefined], '1'],
	])('accept %j, and keep currencies apart', (amounts, sum) => {
		const totals = new Totals();
		totals.add('USD', 2);
		for (const amount of amounts) totals.add('CZK', amount);
		expect(JSON.stringify(totals.byCurrency())).toBe(JSON.stringify({ CZK: sum, USD: '2' }));
		expect(totals.note()).toBeUndefined();
	});

	it('are none, rather than wrong, if an amount is not a number or far too long', () => {
		const long = ['9'.repeat(200_000), `0.${'1'.repeat(200_000)}`];
		for (const amount of ['x', '', '1 210,50', '1e400', ...long, {}]) {
			const totals = new Totals();
			for (const one of [1, amount, 2]) totals.add('CZK', one);
			totals.add('EUR', 3);
			expect(totals.byCurrency()).toEqual({ CZK: null, EUR: '3' });
			expect(totals.note()).toMatch(/^There is no sum for CZK,/);
		}
	});
});

describe('numbers as text', () => {
	it('are written plainly, with all digits', () => {
		const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,39})(\.\d{1,40})?$/);
		fc.assert(
			fc.property(digits, fc.integer({ min: -40, max: 40 }), (mantissa, exponent) => {
				const plain = numberInText(`${mantissa}e${exponent}`, 'number') ?? '';
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

	it('are numbers in a column of numbers, but text elsewhere and if far too long', () => {
		const found = ['-5', '1e5', '=1', '9'.repeat(1001)].map((text) =>
			(['text', 'amount'] as const).map((kind) => numberInText(text, kind)),
		);
		expect(found).toEqual([
			[undefined, '-5'],
			[undefined, '100000'],
			[undefined, undefined],
			[undefined, undefined],
		]);
	});
});
