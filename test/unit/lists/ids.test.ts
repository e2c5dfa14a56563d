import fc from '../../property';

import {
	CreationOrder,
	sameRecords,
	compareIds,
	idOf,
	keyOf,
} from '../../../nodes/shared/lists/ids';
import { Seen } from '../../../nodes/shared/lists/seen';

const safe = fc.integer({ min: 1, max: 60 }).map(String);
const large = fc.bigInt(2n ** 53n, 2n ** 53n + 40n).map(String);
const other = fc.constantFrom('a1', 'b2', 'c3', '01', '1.0', '1e3', ' 7');

it('a record is known by its ID, which may be a number or text, else by all its fields', () => {
	expect([idOf({ id: 7 }), idOf({ id: '7' }), idOf({}), idOf({ id: null } as never)]).toEqual([
		...['7', '7', '', ''],
	]);
	expect(keyOf({ no: 1 })).toBe(keyOf({ no: 1 }));
	expect(keyOf({ no: 1 })).not.toBe(keyOf({ no: 2 }));
	expect(sameRecords([{ no: 1 }], [{ no: 1 }])).toBe(true);
});

it.each<{ id: unknown }>([{ id: { toString: 1 } }, { id: [7] }, { id: {} }, { id: true }])(
	'an ID that is no text and no number is missing: %j',
	({ id }) => {
		const record = { id, no: 1 } as never;
		expect(idOf(record)).toBe('');
		expect(keyOf(record)).toMatch(/^=/);
		expect(sameRecords([record], [{ id, no: 2 } as never])).toBe(false);
		expect(CreationOrder.of([record, { id: 7 }]).holds).toBe(false);
	},
);

it('compareIds orders whole numbers of any size as they are, and no other text', () => {
	const id = fc.bigInt(-(2n ** 63n), 2n ** 63n);
	fc.assert(
		fc.property(id, id, (a, b) => {
			const expected = a < b ? -1 : a > b ? 1 : 0;
			expect(Math.sign(compareIds(String(a), String(b)))).toBe(expected);
		}),
	);
	expect([compareIds('a1', '2'), compareIds('2', '')]).toEqual([NaN, NaN]);
});

it('Seen equals a set, for IDs of any kind in any order, also repeated rising or falling ones', () => {
	const mixed = fc.array(fc.oneof({ weight: 6, arbitrary: safe }, large, other));
	const sorted = fc
		.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 2, maxLength: 80 })
		.chain((numbers) =>
			fc.constantFrom(1, -1).map((sign) => [...numbers].sort((a, b) => sign * (a - b))),
		)
		.map((numbers) => [...numbers, ...numbers].map(String));
	const sameAsSet = (ids: string[]) => {
		const seen = new Seen();
		const set = new Map<string, number>();
		const wrong = ids.filter((id) => {
			const isKnown = set.has(id);
			const isSame = seen.has({ id }) === isKnown && seen.add({ id }) === !isKnown;
			if (!isKnown) set.set(id, set.size);
			return !isSame || !(Number(seen.placeOf({ id })) <= seen.end);
		});
		expect([wrong, seen.count]).toEqual([[], set.size]);
		// Positions rise in the order of insertion.
		const places = [...set.keys()].map((id) => seen.placeOf({ id }) ?? Number.NaN);
		expect(places.every((place, at) => at === 0 || place > places[at - 1])).toBe(true);
	};
	fc.assert(fc.property(fc.oneof(mixed, sorted), sameAsSet), { numRuns: 600 });
});

it('Seen keeps only the first 200 records themselves', () => {
	const seen = new Seen();
	seen.fresh(Array.from({ length: 300 }, (_, at) => ({ id: at })));
	expect([seen.count, seen.start.length]).toEqual([300, 200]);
});

it('CreationOrder is true only while IDs strictly rise or strictly fall, also beyond 2^53', () => {
	const steps = fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 6 });
	fc.assert(
		fc.property(steps, fc.constantFrom(0n, 2n ** 53n), (numbers, base) => {
			const order = CreationOrder.of(
				numbers.map((number) => ({ id: String(base + BigInt(number)) })),
			);
			const pairs = numbers.slice(1).map((number, index) => Math.sign(number - numbers[index]));
			const expected = pairs.every((step) => step === 1) || pairs.every((step) => step === -1);
			expect(order.holds).toBe(expected);
		}),
		{ numRuns: 500 },
	);
});
