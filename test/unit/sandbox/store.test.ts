import fc from '../../property';

import { ExactSum, toDecimalText, toTenThousandths } from '../../../sandbox/decimal';
import { Records } from '../../../sandbox/generated/records';
import { Store } from '../../../sandbox/resources/accountingDocuments/store';

describe('the store', () => {
	it('gives the same documents at the same positions as a plain sorted list, whatever is created and deleted', () => {
		const step = fc.oneof(
			fc.record({ kind: fc.constant('create' as const), count: fc.integer({ min: 1, max: 4 }) }),
			fc.record({
				kind: fc.constant('outOfOrder' as const),
				count: fc.integer({ min: 1, max: 2 }),
			}),
			fc.record({ kind: fc.constant('remove' as const), count: fc.nat(1000) }),
		);
		fc.assert(
			fc.property(
				fc.integer({ min: 12, max: 30 }),
				fc.array(step, { maxLength: 25 }),
				(documents, steps) => {
					const store = new Store(new Records(1, documents, 1000n), documents);
					let plain = Array.from({ length: documents }, (_, ordinal) => ordinal * 2);
					for (const { kind, count } of steps) {
						if (kind === 'remove' && plain.length > 4) {
							const key = plain[count % plain.length];
							store.remove(key);
							plain = plain.filter((other) => other !== key);
							expect(store.has(key)).toBe(false);
						} else if (kind !== 'remove') {
							const newest = Math.max(...plain);
							let created: number[];
							try {
								created = store.create(count, {}, kind === 'outOfOrder');
							} catch {
								continue;
							}
							if (kind === 'outOfOrder') expect(created.every((key) => key < newest)).toBe(true);
							plain = [...plain, ...created].sort((a, b) => a - b);
						}
					}
					expect(store.count).toBe(plain.length);
					expect(plain.map((_, position) => store.keyAt(position))).toEqual(plain);
					const visited: number[] = [];
					store.forEachKey((key) => visited.push(key));
					expect(visited).toEqual(plain);
					expect(plain.every((key) => store.findById(store.records.idOf(key)) === key)).toBe(true);
				},
			),
			{ numRuns: 100 },
		);
	});
});

describe('exact decimals', () => {
	it.each([
		[0, '0'],
		[1, '1'],
		[-0.3001, '-0.3001'],
		[1234.5, '1234.5'],
		[0.0001, '0.0001'],
	])('keep %d', (amount, text) => {
		expect(toDecimalText(toTenThousandths(amount))).toBe(text);
	});

	it('refuse what four decimals cannot hold', () => {
		for (const amount of [0.00001, 1e21, Number.NaN, Infinity])
			expect(() => toTenThousandths(amount)).toThrow();
	});

	it('sum beyond 2^53 without loss', () => {
		const sum = new ExactSum();
		for (let index = 0; index < 5000; index++) sum.add(2 ** 50 - 1);
		expect(sum.text()).toBe(toDecimalText(5000n * (2n ** 50n - 1n)));
	});
});
