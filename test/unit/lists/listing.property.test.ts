import fc from 'fast-check';

import { ServiceError } from '../../../nodes/shared/client/errors';
import { Listing, type ReadOptions } from '../../../nodes/shared/lists/listing';
import { LivingList, nameOf, type Change, type Habits } from './support/livingList';

/**
 * Other runs each time; a failure names its seed. The same again, or more of them, by hand:
 * SEED=2 RUNS=50000 npx jest listing.property
 */
const runs = (committed: number): fc.Parameters<unknown> => ({
	numRuns: Number(process.env.RUNS ?? committed),
	...(process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) }),
});

const changeOf = (requests: number, ...kinds: Array<Change['kind']>) =>
	fc.record<Change>({
		atRequest: fc.integer({ min: 1, max: requests }),
		kind: fc.constantFrom(...kinds),
		where: fc.integer({ min: 0, max: 999 }),
		after: fc.integer({ min: 1, max: 6 }),
		to: fc.integer({ min: 0, max: 999 }),
	});

const tens = Array.from({ length: 10 }, (_, index) => 10 * (index + 1));

const habits: fc.Arbitrary<Habits> = fc.record(
	{
		counted: fc.boolean(),
		beyond: fc.constantFrom<Habits['beyond']>('empty', 'repeats', 'first', 'refused'),
		nameless: fc.boolean(),
		mostPerPage: fc.constantFrom(undefined, undefined, 20, 30),
		fixedSize: fc.constantFrom(undefined, undefined, undefined, 10, 20, 25),
		sizes: fc.constantFrom(undefined, undefined, undefined, undefined, [10, 20, 50, 100], tens),
		leavesOut: fc.constantFrom(undefined, undefined, undefined, 7, 30),
		ties: fc.constantFrom(undefined, undefined, 2, 3, 6, 30),
		emptyAt: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 4 }),
		shortAt: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 6 }),
	},
	{ requiredKeys: ['counted', 'beyond'] },
);

const everyKind: Array<Change['kind']> = [
	'createFirst',
	'createFirstMany',
	'createLast',
	'enter',
	'leave',
	'leaveMany',
	'leaveAndReturn',
	'comeAndGo',
	'edit',
];

async function readAll(list: LivingList, options: ReadOptions) {
	const listing = new Listing(list.source, options);
	const names: unknown[] = [];
	for await (const batch of listing.batches()) {
		for (const record of batch) names.push(nameOf(record));
	}
	return { names, completeness: listing.completeness };
}

/** Reads a list and compares with what was in it all the time. @returns whether it was proved */
async function check(list: LivingList, options: ReadOptions): Promise<boolean> {
	const before = list.names();
	const read = await readAll(list, options).catch((thrown: unknown) => {
		if (thrown instanceof ServiceError && thrown.kind === 'incomplete') return undefined;
		throw thrown;
	});
	if (!read) return false;
	const { names, completeness } = read;
	const throughout = before.filter((name) => !list.hasLeft(name));
	const missing = throughout.filter((name) => !names.includes(name) && !list.isHidden(name));
	expect(missing).toEqual([]);
	expect(new Set(names).size).toBe(names.length);
	expect(completeness).toMatchObject({ proved: true, problems: [] });
	return true;
}

describe('a bounded number of requests', () => {
	it.each([{ wanted: Number.POSITIVE_INFINITY }, {}])(
		'ends the reading, which says so: %j',
		async (more) => {
			const list = new LivingList(5_000);
			const listing = new Listing(list.source, {
				pageSize: 100,
				parallelPages: 4,
				maxRequests: 7,
				...more,
			});
			let came = 0;
			for await (const batch of listing.batches()) came += batch.length;
			expect(came).toBeGreaterThan(300);
			expect(list.requests).toBeLessThanOrEqual(7);
			expect(listing.completeness).toMatchObject({
				proved: false,
				stoppedEarly: true,
				problems: [],
			});
		},
	);
});

describe('a list that changes while it is read', () => {
	it('gives what was in it throughout exactly once, or an error, whatever happens', async () => {
		let [proved, all] = [0, 0];
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 300 }),
				fc.constantFrom(10, 11, 20, 37, 100),
				fc.integer({ min: 1, max: 8 }),
				habits,
				fc.array(changeOf(50, ...everyKind), { maxLength: 25 }),
				async (count, pageSize, parallelPages, habits, changes) => {
					const list = new LivingList(count, habits, changes);
					all++;
					if (await check(list, { pageSize, parallelPages })) proved++;
				},
			),
			runs(1500),
		);
		if (process.env.RUNS) console.log(`${proved} of ${all} proved`);
	}, 3_000_000);

	// Both lost records in silence once: nothing that was answered contradicted one order by itself.
	it('of one size of page is an error where its ties are turned round with every request', async () => {
		const habits: Habits = { counted: false, beyond: 'refused', fixedSize: 20, ties: 30 };
		const list = new LivingList(24, habits, []);
		expect(await check(list, { pageSize: 20, parallelPages: 1 })).toBe(false);
	});

	it('that leaves records out is an error where its ties are turned round with every request', async () => {
		const habits: Habits = { counted: false, beyond: 'refused', leavesOut: 7, ties: 2, emptyAt: 2 };
		const leaving: Change = { atRequest: 1, kind: 'leave', where: 127, after: 1, to: 0 };
		const list = new LivingList(166, habits, [leaving]);
		expect(await check(list, { pageSize: 20, parallelPages: 1 })).toBe(false);
	});

	it('is proved, in order, while documents are created at its head and deleted anywhere', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 420 }),
				fc.constantFrom(10, 11, 20, 37, 100),
				fc.integer({ min: 1, max: 8 }),
				fc.boolean(),
				fc.array(changeOf(60, 'createFirst', 'createFirstMany', 'leave'), { maxLength: 25 }),
				async (count, pageSize, parallelPages, counted, changes) => {
					const list = new LivingList(count, { counted, beyond: 'empty' }, changes);
					const before = list.names();
					const { names, completeness } = await readAll(list, { pageSize, parallelPages });
					expect(completeness.proved).toBe(true);
					const throughout = before.filter((name) => !list.hasLeft(name));
					const kept = new Set(throughout);
					expect(names.filter((name) => kept.has(name))).toEqual(throughout);
					expect(new Set(names).size).toBe(names.length);
				},
			),
			runs(1000),
		);
	}, 3_000_000);
});
