import fc from 'fast-check';

import type { ServiceRecord } from '../../../nodes/service/envelope';
import { idOf, idsOf } from '../../../nodes/service/identity';
import { closeSeam, windowAcross, type PageWindow } from '../../../nodes/service/seam';

/** A list that changes while it is read. */
class MovingList {
	records: ServiceRecord[];

	/** Ids that were there all the time, in order. */
	stayed: string[];

	private created = 0;

	constructor(length: number) {
		this.records = Array.from({ length }, (_, index) => ({ id: length - index }));
		this.stayed = idsOf(this.records);
	}

	read({ page, size }: PageWindow) {
		const records = this.records.slice(page * size, (page + 1) * size);
		const isLast = records.length < size && (page + 1) * size >= this.records.length;
		return { records, isLast };
	}

	/** @param changes each inserts (even) or deletes (odd) at a place given as a share of the list */
	change(changes: Array<[number, number]>): void {
		for (const [kind, share] of changes) {
			const place = Math.floor(share * this.records.length);
			if (kind % 2 === 0) {
				this.records.splice(place, 0, { id: `new${this.created++}` });
			} else if (this.records.length > 0) {
				const [gone] = this.records.splice(place, 1);
				this.stayed = this.stayed.filter((id) => id !== idOf(gone));
			}
		}
	}
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const changes = (most: number) =>
	fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), share), { maxLength: most });

describe('windowAcross', () => {
	it('contains the position away from its edges, within the sizes that the service allows', () => {
		const spans = fc.integer({ min: 10, max: 89 });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 10 ** 7 }), spans, (position, span) => {
				const { page, size } = windowAcross(position, span, 100);
				expect(size).toBeGreaterThanOrEqual(10);
				expect(size).toBeLessThanOrEqual(100);
				expect(Number.isInteger(page)).toBe(true);
				expect(position - page * size).toBeGreaterThan(0);
				expect(position).toBeLessThan((page + 1) * size);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('closeSeam', () => {
	it('brings back all that existed throughout, in order, whatever came and went', async () => {
		const between = fc.array(changes(4), { minLength: 30, maxLength: 30 });
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 25, max: 260 }),
				fc.constantFrom(10, 20, 50),
				fc.nat(),
				changes(12),
				between,
				async (length, size, at, first, later) => {
					const list = new MovingList(length);
					const pages = Math.ceil(length / size);
					const page = at % (pages - 1 || 1);
					const left = list.read({ page, size }).records;
					list.change(first);
					const right = list.read({ page: page + 1, size }).records;
					let reads = 0;
					const joined = await closeSeam(left, right, (page + 1) * size, 100, async (window) => {
						list.change(later[reads++] ?? []);
						return list.read(window);
					});
					// A few changes per read are far within what the chain is built for.
					expect(joined).toBeDefined();
					const all = idsOf([...left, ...(joined ?? []), ...right]);
					const survivors = list.stayed.filter((id) => all.includes(id));
					const [from, to] = [survivors[0], survivors[survivors.length - 1]];
					const expected = list.stayed.slice(
						list.stayed.indexOf(from),
						list.stayed.indexOf(to) + 1,
					);
					const once = [...new Set(all)].filter((id) => list.stayed.includes(id));
					if (survivors.length > 0) expect(once).toEqual(expected);
				},
			),
			{ numRuns: 400 },
		);
	});

	it('needs one look at a boundary where nothing moved', async () => {
		const list = new MovingList(200);
		let reads = 0;
		const left = list.read({ page: 0, size: 100 }).records;
		const right = list.read({ page: 1, size: 100 }).records;
		const joined = await closeSeam(left, right, 100, 100, async (window) => {
			reads++;
			expect(window.size).toBeLessThan(25);
			return list.read(window);
		});
		expect([joined, reads]).toEqual([[], 1]);
	});

	it('finds what slipped through when documents before the boundary were deleted', async () => {
		const list = new MovingList(200);
		const left = list.read({ page: 0, size: 50 }).records;
		const lost = idsOf(list.records.slice(50, 53));
		list.records.splice(5, 3);
		const right = list.read({ page: 1, size: 50 }).records;
		const read = async (window: PageWindow) => list.read(window);
		const joined = await closeSeam(left, right, 50, 100, read);
		expect(idsOf(joined ?? [])).toEqual(lost);
	});

	it('says so when no chain can be built, after a bounded number of looks', async () => {
		const left = [{ id: 'a' }];
		const right = [{ id: 'b' }];
		let reads = 0;
		const strangers = async ({ size }: PageWindow) => ({
			records: Array.from({ length: size }, (_, index) => ({ id: `x${reads++}-${index}` })),
			isLast: false,
		});
		let looks = 0;
		const joined = await closeSeam(left, right, 5_000, 100, async (window) => {
			looks++;
			return await strangers(window);
		});
		expect(joined).toBeUndefined();
		expect(looks).toBeLessThanOrEqual(24);
	});
});
