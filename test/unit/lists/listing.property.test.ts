import fc from 'fast-check';

import type { ListAnswer, ServiceRecord } from '../../../nodes/shared/client/envelope';
import { Listing, type PageSource } from '../../../nodes/shared/lists/listing';

/** A change to the list, applied just before the n-th request is answered. */
interface Change {
	atRequest: number;
	kind: 'insert' | 'burst' | 'delete' | 'comeAndGo';
	/** Where a deletion strikes, in thousandths of the list. */
	where: number;
	/** For comeAndGo: after how many more requests the new document is deleted again. */
	stays: number;
}

/** A list as the service keeps it: newest first or oldest first, paged by number. */
class LiveList {
	readonly everDeleted = new Set<number>();

	records: ServiceRecord[] = [];

	requests = 0;

	private nextId = 1;

	private leaving: Array<{ id: number; at: number }> = [];

	constructor(
		count: number,
		private readonly newestFirst: boolean,
		private readonly changes: Change[],
		private readonly counted: boolean,
	) {
		for (let index = 0; index < count; index++) this.insert();
	}

	readonly source: PageSource = {
		what: 'reading the list of the test',
		fetch: async (page, size) => {
			// Answers of parallel requests come in another order than they were asked for.
			for (let turns = (page * 7 + size) % 4; turns > 0; turns--) await Promise.resolve();
			this.change();
			const answer: ListAnswer = { records: this.records.slice(page * size, (page + 1) * size) };
			if (!this.counted) return answer;
			return { ...answer, pagesCount: Math.ceil(this.records.length / size) };
		},
	};

	ids(): number[] {
		return this.records.map((record) => Number(record.id));
	}

	private insert(): number {
		const record = { id: this.nextId++ };
		if (this.newestFirst) this.records.unshift(record);
		else this.records.push(record);
		return record.id;
	}

	private remove(index: number): void {
		const [removed] = this.records.splice(index, 1);
		if (removed) this.everDeleted.add(Number(removed.id));
	}

	private change(): void {
		this.requests++;
		for (const { id, at } of this.leaving) {
			const index = this.records.findIndex((record) => record.id === id);
			if (at === this.requests && index >= 0) this.remove(index);
		}
		for (const change of this.changes.filter(({ atRequest }) => atRequest === this.requests)) {
			if (change.kind === 'delete') {
				this.remove(Math.floor((change.where / 1000) * this.records.length));
			} else {
				// More at once than a small page holds.
				for (let more = change.kind === 'burst' ? 25 : 0; more > 0; more--) this.insert();
				const id = this.insert();
				if (change.kind === 'comeAndGo') {
					this.leaving.push({ id, at: this.requests + change.stays });
				}
			}
		}
	}
}

async function readAll(
	list: LiveList,
	pageSize: number,
	parallelPages: number,
	heldPages?: number,
) {
	const listing = new Listing(list.source, { pageSize, parallelPages, heldPages });
	const ids: number[] = [];
	for await (const batch of listing.batches()) {
		for (const record of batch) ids.push(Number(record.id));
	}
	return { ids, completeness: listing.completeness };
}

const changeOf = (requests: number, ...kinds: Array<Change['kind']>) =>
	fc.record<Change>({
		atRequest: fc.integer({ min: 1, max: requests }),
		kind: fc.constantFrom(...kinds),
		where: fc.integer({ min: 0, max: 999 }),
		stays: fc.integer({ min: 1, max: 6 }),
	});

/** Reads a list and compares with what existed all the time. */
async function check(list: LiveList, ...how: [number, number, number | undefined]): Promise<void> {
	const before = list.ids();
	const { ids, completeness } = await readAll(list, ...how);
	const throughout = before.filter((id) => !list.everDeleted.has(id));
	expect(new Set(ids).size).toBe(ids.length);
	const kept = new Set(throughout);
	expect(ids.filter((id) => kept.has(id))).toEqual(throughout);
	expect(completeness.proved).toBe(true);
}

describe('a list that changes while it is read', () => {
	it('gives what existed throughout exactly once, in order', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 420 }),
				fc.constantFrom(10, 11, 20, 37, 100),
				fc.integer({ min: 1, max: 8 }),
				fc.boolean(),
				fc.boolean(),
				fc.constantFrom(undefined, 2, 4, 10),
				fc.array(changeOf(60, 'insert', 'burst', 'delete', 'comeAndGo'), { maxLength: 25 }),
				async (count, pageSize, parallel, newestFirst, counted, heldPages, changes) => {
					const list = new LiveList(count, newestFirst, changes, counted);
					await check(list, pageSize, parallel, heldPages);
				},
			),
			{ numRuns: 1500 },
		);
	});

	it('is not taken for one that stands still when a few changes make up for each other', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 31, max: 120 }),
				fc.integer({ min: 1, max: 4 }),
				fc.boolean(),
				fc.integer({ min: 2, max: 8 }),
				fc.array(changeOf(20, 'delete', 'comeAndGo'), { minLength: 1, maxLength: 4 }),
				async (count, parallel, newestFirst, heldPages, changes) => {
					const list = new LiveList(count, newestFirst, changes, true);
					await check(list, 10, parallel, heldPages);
				},
			),
			{ numRuns: 6000 },
		);
	});

	it('costs one request more than the pages when nothing changes', async () => {
		const list = new LiveList(1234, true, [], true);
		const { ids, completeness } = await readAll(list, 100, 4);
		expect(ids).toEqual(list.ids());
		expect(completeness.proved).toBe(true);
		expect(list.requests).toBe(13 + 1);
	});
});
