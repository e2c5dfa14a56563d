import fc from 'fast-check';

import type { ServiceRecord } from '../../../nodes/shared/client/envelope';
import { idOf, idsOf } from '../../../nodes/shared/lists/ids';
import { closeSeam, windowAcross, type PageWindow } from '../../../nodes/shared/lists/seam';

/** Documents that come and go at a place of the list, given as a share of its length. */
interface Change {
	share: number;
	inserts: number;
	deletes: number;
}

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

	change(changes: Change[]): void {
		for (const { share, inserts, deletes } of changes) {
			const place = Math.floor(share * this.records.length);
			const added = Array.from({ length: inserts }, () => ({ id: `new${this.created++}` }));
			const gone = new Set(idsOf(this.records.splice(place, deletes, ...added)));
			this.stayed = this.stayed.filter((id) => !gone.has(id));
		}
	}
}

const share = fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000);
const changes = (times: number, documents: number) =>
	fc.array(fc.record({ share, inserts: fc.nat(documents), deletes: fc.nat(documents) }), {
		maxLength: times,
	});

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
		const between = fc.array(changes(2, 2), { minLength: 30, maxLength: 30 });
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 25, max: 600 }),
				fc.constantFrom(10, 20, 50),
				fc.nat(),
				changes(3, 120),
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
					const stays = (page: ServiceRecord[]) =>
						page.length === 0 || page.some((record) => list.stayed.includes(idOf(record)));
					// A page of which nothing is left gives the chain nothing to hold on to.
					if (stays(left) && stays(right)) expect(joined).toBeDefined();
					if (joined === undefined) return;
					const all = idsOf([...left, ...joined, ...right]);
					// What stood before the left page had its turn with the pages before.
					const own = list.stayed.filter((id) => Number(id) <= Number(left[0].id));
					const got = [...new Set(all)].filter((id) => own.includes(id));
					const last = own.findLastIndex((id) => got.includes(id));
					expect(got).toEqual(own.slice(own.indexOf(got[0]), last + 1));
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
