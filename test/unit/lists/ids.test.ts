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

describe('idOf', () => {
	it('is the same for a number and a string of the same digits, and empty without an ID', () => {
		expect(idOf({ id: 7 })).toBe(idOf({ id: '7' }));
		expect(idOf({})).toBe('');
		expect(idOf({ id: null } as never)).toBe('');
	});

	it('distinguishes records without an ID by all their fields', () => {
		expect(keyOf({ no: 1 })).toBe(keyOf({ no: 1 }));
		expect(keyOf({ no: 1 })).not.toBe(keyOf({ no: 2 }));
		expect(sameRecords([{ no: 1 }], [{ no: 1 }])).toBe(true);
	});
});

describe('compareIds', () => {
	it('orders whole numbers of any size as they are', () => {
		const id = fc.bigInt(-(2n ** 63n), 2n ** 63n);
		fc.assert(
			fc.property(id, id, (a, b) => {
				const expected = a < b ? -1 : a > b ? 1 : 0;
				expect(Math.sign(compareIds(String(a), String(b)))).toBe(expected);
			}),
		);
	});

	it('does not order other text', () => {
		expect(compareIds('a1', '2')).toBeNaN();
		expect(compareIds('2', '')).toBeNaN();
	});
});

describe('Seen', () => {
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

	it('equals a set, for IDs of any kind in any order', () => {
		const mixed = fc.array(fc.oneof({ weight: 6, arbitrary: safe }, large, other));
		fc.assert(fc.property(mixed, sameAsSet), { numRuns: 500 });
	});

	it('equals a set while IDs rise or fall, some of them repeated', () => {
		const rising = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 2, maxLength: 80 });
		fc.assert(
			fc.property(rising, fc.boolean(), fc.nat(), (numbers, falls, at) => {
				const sorted = [...numbers].sort((a, b) => (falls ? b - a : a - b)).map(String);
				sameAsSet([...sorted, sorted[at % sorted.length], ...sorted]);
			}),
		);
	});

	it('grows beyond its initial size', () => {
		const falling = Array.from({ length: 5_000 }, (_, index) => String(90_000 - index * 3));
		sameAsSet([...falling, ...falling.slice(2_000, 2_100), '89999', '1']);
	});
});

describe('CreationOrder', () => {
	const holds = (ids: Array<number | string>) => {
		const order = new CreationOrder();
		for (const id of ids) order.add({ id });
		return order.holds;
	};

	it('is true only while IDs strictly rise or strictly fall', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 6 }), (ids) => {
				const pairs = ids.slice(1).map((id, index) => Math.sign(id - ids[index]));
				const expected = pairs.every((step) => step === 1) || pairs.every((step) => step === -1);
				expect(holds(ids)).toBe(expected);
			}),
			{ numRuns: 500 },
		);
	});

	it('is exact beyond 2^53, where neighbours are equal as numbers', () => {
		expect(holds(['9007199254740995', '9007199254740994', '9007199254740993'])).toBe(true);
		expect(holds(['9007199254740995', '9007199254740993', '9007199254740994'])).toBe(false);
	});
});
