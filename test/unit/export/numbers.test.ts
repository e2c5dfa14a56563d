import fc from 'fast-check';

import { decimalText } from '../../../nodes/AccountingService/export/format';
import { Totals } from '../../../nodes/AccountingService/export/totals';

/** Sum of plain decimals by whole numbers of their smallest unit; another way than the package's. */
function exactSum(texts: string[]): string {
	const decimals = Math.max(0, ...texts.map((text) => (text.split('.')[1] ?? '').length));
	const units = texts.reduce((sum, text) => {
		const [whole, fraction = ''] = text.split('.');
		return sum + BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
	}, 0n);
	const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
	const whole = digits.slice(0, digits.length - decimals);
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
	return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

describe('decimals', () => {
	it('are plain, and give the same number back', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
				const text = decimalText(value);
				expect(text).toMatch(/^-?\d+(\.\d+)?$/);
				expect(Number(text)).toBe(value === 0 ? 0 : value);
			}),
		);
	});

	it.each([
		[1e21, '1000000000000000000000'],
		[-1.5e-7, '-0.00000015'],
		[1.2345e22, '12345000000000000000000'],
		[0.1, '0.1'],
		[-1234.5678, '-1234.5678'],
	])('%d is %s', (value, text) => expect(decimalText(value)).toBe(text));
});

describe('totals', () => {
	it('do not drift, whatever the amounts', () => {
		const money = fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 10_000);
		const any = fc.oneof(money, fc.double({ noNaN: true, min: -1e15, max: 1e15 }));
		fc.assert(
			fc.property(fc.array(any, { maxLength: 200 }), (amounts) => {
				const totals = new Totals();
				for (const amount of amounts) totals.add('CZK', amount);
				const expected = exactSum(amounts.map(decimalText));
				expect(totals.byCurrency()).toEqual(amounts.length > 0 ? { CZK: expected } : {});
			}),
		);
	});

	it('a million times ten cents is a hundred thousand', () => {
		const totals = new Totals();
		for (let count = 0; count < 1_000_000; count++) totals.add('EUR', 0.1);
		expect(totals.byCurrency()).toEqual({ EUR: '100000' });
	});

	it('take amounts that came as text, keep currencies apart and pass over what is no amount', () => {
		const totals = new Totals();
		totals.add('USD', '-90071992547409930.00000001');
		totals.add('USD', 0.5);
		totals.add('CZK', 1);
		for (const nothing of [null, undefined, 'x', {}]) totals.add('CZK', nothing);
		expect(totals.byCurrency()).toEqual({ CZK: '1', USD: '-90071992547409929.50000001' });
		expect(Object.keys(totals.byCurrency())).toEqual(['CZK', 'USD']);
	});
});
