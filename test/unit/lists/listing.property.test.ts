import fc from '../../property';

import { ServiceError } from '../../../nodes/shared/client/errors';
import { Listing, type ReadOptions } from '../../../nodes/shared/lists/listing';
import { LivingList, type Change, type Service } from './support/livingList';
import { changing, healthy } from './support/services';

/** `npm run trials` plays more than 50,000. */
const runs = (committed: number): fc.Parameters<unknown> => ({
	numRuns: Math.ceil(committed * Number(process.env.TRIALS ?? 1)),
});

const everyKind: Array<Change['kind']> = [
	'create',
	'import',
	'importPage',
	'insert',
	'append',
	'delete',
	'deleteMany',
	'edit',
	'editToHead',
];

const changes = fc.uniqueArray(
	fc.record<Change>({
		atRequest: fc.integer({ min: 1, max: 50 }),
		kind: fc.constantFrom(...everyKind),
		where: fc.integer({ min: 0, max: 999 }),
	}),
	// At most one for a request.
	{ maxLength: 25, selector: ({ atRequest }) => atRequest },
);

/** One record is created, deleted or edited just before every answer. */
const steady = fc
	.array(
		fc.record({
			kind: fc.constantFrom<Change['kind']>('create', 'insert', 'delete', 'edit'),
			where: fc.integer({ min: 0, max: 999 }),
		}),
		{ minLength: 80, maxLength: 80 },
	)
	.chain((made) =>
		fc
			.constantFrom<Array<Change['kind'] | undefined>>(undefined, 'create', 'delete')
			.map((kind) =>
				made.map((one, at) => ({ ...one, kind: kind ?? one.kind, atRequest: at + 1 })),
			),
	);

async function readAll(list: LivingList, options: ReadOptions) {
	const listing = new Listing(list.source(), options);
	const names: unknown[] = [];
	for await (const batch of listing.batches()) for (const { id } of batch) names.push(id);
	return { names, result: listing.result };
}

/** Reads a list and compares with what was in it all the time. @returns the error, if it ended in one */
async function check(list: LivingList, options: ReadOptions): Promise<ServiceError | undefined> {
	const before = list.names();
	const read = await readAll(list, options).catch((thrown: unknown) => {
		if (thrown instanceof ServiceError) return thrown;
		throw thrown;
	});
	if (read instanceof ServiceError) return read;
	const { names, result } = read;
	const returned = new Set(names);
	const missing = before.filter((name) => !list.wasDeleted(name) && !returned.has(name));
	expect(missing).toEqual([]);
	expect(returned.size).toBe(names.length);
	expect(result).toEqual({ complete: true, warnings: [], stoppedEarly: false });
	return undefined;
}

const counts = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 700 }));
const pageSizes = fc.constantFrom(10, 11, 20, 37, 100);
const widths = fc.integer({ min: 1, max: 8 });

/** The one case that answers cannot tell: a usual page size comes for every page number and size. */
const ambiguous = /page 2 repeats the (10|20|25|50|100) records of page 1/;

/** Readings of a list that changes in between. */
const readings = (
	lengths: typeof counts,
	service: Service,
	happenings: fc.Arbitrary<Change[]>,
	judge: (error?: Error) => void,
) =>
	fc.asyncProperty(
		lengths,
		pageSizes,
		widths,
		happenings,
		async (count, pageSize, parallelPages, made) => {
			const list = new LivingList(count, service, made);
			judge(await check(list, { pageSize, parallelPages }));
		},
	);

describe.each(Object.entries(healthy))('a service that %s', (_name, service) => {
	const isOnePage = service.onePage === true && service.counts === undefined;
	it.each([
		['whatever changes meanwhile', counts, changes, 26],
		['while something changes at every request', fc.integer({ min: 100, max: 700 }), steady, 8],
	])(
		'gives everything once, %s',
		async (_when, lengths, happenings, committed) => {
			await fc.assert(
				readings(lengths, service, happenings, (error) => {
					if (isOnePage && error && ambiguous.test(error.message)) return;
					expect(error?.message).toBeUndefined();
				}),
				runs(committed),
			);
		},
		3_000_000,
	);
});

it.each(Object.entries(healthy))(
	'a service that %s gives the first records',
	async (_, service) => {
		const list = new LivingList(250, service);
		const { names } = await readAll(list, { pageSize: 100, parallelPages: 4, wanted: 35 });
		expect(names).toEqual(list.names().slice(0, 35));
	},
);

it('records that move to the head together, in their order, are not lost', async () => {
	const place = fc.integer({ min: 0, max: 600 });
	const moves = fc.record({
		atRequest: fc.integer({ min: 1, max: 30 }),
		from: place,
		moved: place,
	});
	await fc.assert(
		fc.asyncProperty(
			place,
			pageSizes,
			widths,
			moves,
			async (count, pageSize, parallelPages, move) => {
				const list = new LivingList(count);
				const source = list.source();
				const fetch: typeof source.fetch = async (...asked) => {
					if (list.requests === move.atRequest) list.moveToHead(move.from, move.moved);
					return await source.fetch(...asked);
				};
				const listing = new Listing({ ...source, fetch }, { pageSize, parallelPages });
				const names = new Set<unknown>();
				for await (const batch of listing.batches()) for (const { id } of batch) names.add(id);
				expect(names.size).toBe(count);
			},
		),
		runs(150),
	);
}, 3_000_000);

it.each([50, 20])('one mistake at any request is read over, with pages of %d', async (size) => {
	for (let at = 1; at <= 12; at++) {
		for (const wrong of ['empty', 'refused'] as const) {
			for (const counts of [undefined, 'envelope' as const]) {
				const service = { counts, cap: { from: 1, size }, mistake: { at, with: wrong } };
				const list = new LivingList(240, service);
				expect(await check(list, { pageSize: 100, parallelPages: 4 })).toBeUndefined();
			}
		}
	}
});

it.each([1, 3])(
	'the newest records may be deleted all the time, one at every %d. request',
	async (every) => {
		const changes = Array.from({ length: 400 }, (_, at): Change => ({
			...{ atRequest: 1 + at * every, kind: 'delete', where: 0 },
		}));
		const list = new LivingList(2_000, {}, changes);
		expect(await check(list, { pageSize: 100, parallelPages: 4 })).toBeUndefined();
		expect(list.requests).toBeLessThan(60);
	},
);

it('one mistaken answer hides no first page of a service that counts its pages from 0', async () => {
	for (let at = 1; at <= 12; at++) {
		for (const wrong of ['empty', 'refused'] as const) {
			const mistake = { at, with: wrong };
			const list = new LivingList(105, { countsFromZero: true, mistake });
			const found = await check(list, { pageSize: 100, parallelPages: 2 });
			expect(found?.message).toMatch(/^The service has things on page 0/);
		}
	}
});

it.each(Object.entries(changing).filter(([, { cap }]) => cap && cap.from > 1))(
	'a list that rests is read whole from a service that %s',
	async (_, service) => {
		const list = new LivingList(650, service);
		expect(await check(list, { pageSize: 100, parallelPages: 4 })).toBeUndefined();
	},
);

describe.each(Object.entries(changing))('a service that %s', (_name, service) => {
	it('gives everything once, or an error', async () => {
		let [errors, all] = [0, 0];
		await fc.assert(
			readings(counts, service, changes, (error) => {
				all++;
				if (error) errors++;
			}),
			runs(12),
		);
		if (process.env.TRIALS) console.log(`${errors} errors in ${all} runs`);
	}, 3_000_000);
});

it('ten records on a page, and ten more that come in front of them, are not taken for the end', async () => {
	const service = { cap: { from: 1, size: 10 } };
	const list = new LivingList(45, service, [{ atRequest: 2, kind: 'importPage', where: 0 }]);
	expect(await check(list, { pageSize: 100, parallelPages: 1 })).toBeUndefined();
});

it('eleven records, one of which is deleted, are read from a service that repeats its last page', async () => {
	const list = new LivingList(11, { past: 'last' }, [{ atRequest: 2, kind: 'delete', where: 0 }]);
	expect(await check(list, { pageSize: 37, parallelPages: 1 })).toBeUndefined();
});

it('a replica with small pages, while the head is deleted, hides no record at the end', async () => {
	const service = { cap: { from: 1, size: 50 }, replica: { at: 2, size: 20 } };
	const list = new LivingList(66, service, [{ atRequest: 2, kind: 'deleteMany', where: 0 }]);
	expect(await check(list, { pageSize: 100, parallelPages: 1 })).toBeUndefined();
});

it.each([
	[71, 10, [2, 3]],
	[73, 20, [3, 7]],
])(
	'a page that is repeated while records are deleted is noticed (%d records)',
	async (count, pageSize, deletions) => {
		const service: Service = { counts: 'total', repeats: 2 };
		const kind = 'deleteMany' as const;
		const changes = deletions.map((atRequest) => ({ atRequest, kind, where: 0 }));
		const list = new LivingList(count, service, changes);
		expect(await check(list, { pageSize, parallelPages: 1 })).toBeInstanceOf(ServiceError);
	},
);

it('records that slide onto the last page while its end is confirmed are handed on', async () => {
	const service = { fixedSize: 20 };
	const list = new LivingList(21, service, [{ atRequest: 4, kind: 'deleteMany', where: 0 }]);
	expect(await check(list, { pageSize: 10, parallelPages: 1 })).toBeUndefined();
});

it('a list that begins again at the front joins only pages that it has returned since', async () => {
	const changes: Change[] = [
		{ atRequest: 1, kind: 'create', where: 0 },
		{ atRequest: 3, kind: 'editToHead', where: 500 },
		{ atRequest: 4, kind: 'create', where: 0 },
		{ atRequest: 41, kind: 'import', where: 0 },
		{ atRequest: 42, kind: 'import', where: 0 },
		{ atRequest: 47, kind: 'deleteMany', where: 0 },
	];
	const list = new LivingList(39, { repeats: 2 }, changes);
	expect(await check(list, { pageSize: 10, parallelPages: 1 })).toBeInstanceOf(ServiceError);
});
