import fc, { propertyMs } from '../../property';

import { ServiceError } from '../../../nodes/shared/client/errors';
import type { ReadOptions } from '../../../nodes/shared/lists/listing';
import { changesOf, LivingList, type Change, type Service } from './support/livingList';
import {
	anyChanges,
	isWithinLimits,
	lengths,
	movingScripts,
	observe,
	play,
	readAll,
	repeatingScripts,
	scripts,
	steadyChanges,
	type Outcome,
	type Script,
} from './support/readings';
import { changing, healthy } from './support/services';

/** `npm run trials` runs more than 100,000. */
const runs = (committed: number): fc.Parameters<[Script]> => ({
	numRuns: Math.ceil(committed * Number(process.env.TRIALS ?? 1)),
});

/** Reads lists and counts the outcomes. If `judge` refuses a read, its script is shortened and printed. */
async function playAll(made: fc.Arbitrary<Script>, committed: number, judge: (o: Outcome) => void) {
	const played = { readings: 0, errors: 0, losses: 0 };
	const property = fc.asyncProperty(made, async (script) => {
		const outcome = await play(script);
		judge(outcome);
		expect(outcome.doubled).toEqual([]);
		played.readings++;
		if (outcome.missing.length > 0) played.losses++;
		if (!outcome.error) {
			expect(outcome.result).toEqual({ complete: true, warnings: [], stoppedEarly: false });
			return;
		}
		played.errors++;
	});
	await fc.assert(property, runs(committed));
	return played;
}

const losesNothing = ({ missing }: Outcome) => expect(missing).toEqual([]);

/** One in 1,000, and three standard deviations more, so none in a few hundred. */
const few = (readings: number) => Math.floor(readings / 1_000 + 3 * Math.sqrt(readings / 1_000));

/** Reads a list without a loss. @returns the error of the read, if any */
async function check(list: LivingList, options: ReadOptions): Promise<ServiceError | undefined> {
	const { error, missing, doubled } = await observe(list, options);
	expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
	return error;
}

/** The one case that responses do not reveal: every page number and size returns a usual number of records. */
const ambiguous = /page 2 repeats the (10|20|25|50|100) records of page 1/;

describe.each(Object.entries(healthy))('a service that %s', (_name, service) => {
	const isOnePage = service.onePage === true && service.counts === undefined;
	it.each([
		['whatever changes meanwhile', lengths, anyChanges, 26],
		[
			'while something changes at every request',
			fc.integer({ min: 100, max: 700 }),
			steadyChanges,
			8,
		],
	])(
		'gives everything once, %s',
		async (_when, counts, changes, committed) => {
			let ambiguities = 0;
			const { readings, errors } = await playAll(
				scripts(fc.constant(service), changes, counts),
				committed,
				(outcome) => {
					losesNothing(outcome);
					if (isOnePage && ambiguous.test(outcome.error?.message ?? '')) ambiguities++;
				},
			);
			expect(errors - ambiguities).toBeLessThanOrEqual(few(readings));
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

describe('records that move together', () => {
	const all = { readings: 0, errors: 0, losses: 0 };

	it.each(movingScripts)(
		'%s: nothing is lost but within the stated limits',
		async (_name, made) => {
			const played = await playAll(made, 40, (outcome) => {
				if (!isWithinLimits(outcome)) losesNothing(outcome);
			});
			all.readings += played.readings;
			all.errors += played.errors;
			all.losses += played.losses;
		},
		3_000_000,
	);

	it('are lost, or end in an error, in at most one of 1,000 reads', () => {
		expect(all.losses).toBeLessThanOrEqual(few(all.readings));
		expect(all.errors).toBeLessThanOrEqual(few(all.readings));
	});
});

/** A list of so many records, read in pages of a size, so many at once, with changes as {@link changesOf} reads them. */
const script = (
	[count, pageSize, parallelPages]: [number, number, number],
	service: Service,
	changes: string,
): Script => ({ count, pageSize, parallelPages, service, changes: changesOf(changes) });

it.each<[string, Script]>([
	[
		'the last record moves to the head, then all others above it',
		script([21, 20, 1], {}, '2 blockToHead 999 1, 3 blockToHead 48 20'),
	],
	[
		'the last record moves to the head, then a page above it',
		script([150, 100, 1], { counts: 'pages' }, '2 blockToHead 999 1, 4 blockToHead 7 100'),
	],
	[
		'two blocks that overlap move right one after the other',
		script(
			[164, 100, 2],
			{ counts: 'pages', cap: { from: 1, size: 50 } },
			`2 create 0, 3 delete 656, 4 editToHead 176, 6 editToHead 896, 7 create 0,
			7 blockToHead 206 122, 8 blockToHead 619 122, 10 delete 712, 11 delete 496`,
		),
	],
])('nothing is lost: %s', async (_name, script) => {
	const { missing, error } = await play(script);
	expect({ missing, error }).toEqual({ missing: [], error: undefined });
});

describe('a service without counts that repeats an earlier page', () => {
	it.each([
		['while nothing changes', fc.constant<Change[]>([])],
		['while records change', anyChanges],
	])('loses nothing, %s', async (_name, changes) => {
		await playAll(repeatingScripts(changes), 150, losesNothing);
	});

	it.each<[string, Script]>([
		[
			'the last page comes as page 1 when the end was read',
			script(
				[224, 37, 8],
				{ isFirstPageKnown: true, responseBefore: { from: 16, to: 21 } },
				`3 insert 162, 41 deleteMany 8, 1 importPage 34, 4 append 575,
				6 editToHead 923, 40 importPage 157, 9 delete 297, 18 append 0`,
			),
		],
		[
			'the last page comes as page 1 and as page 0',
			script(
				[133, 20, 5],
				{ isFirstPageKnown: false, responseBefore: { from: 12, to: 16 } },
				`43 importPage 212, 22 edit 216, 7 editToHead 535, 25 importPage 284,
				17 editToHead 49, 42 importPage 282, 9 append 946, 33 delete 934,
				3 editToHead 802`,
			),
		],
		[
			'a page comes again while the node steps back',
			script(
				[51, 10, 1],
				{ isFirstPageKnown: true, responseBefore: { from: 7, to: 14 } },
				'4 deleteMany 14, 40 create 288, 7 importPage 833',
			),
		],
		[
			'a page comes again in the second and third page',
			script(
				[999, 11, 6],
				{ isFirstPageKnown: true, responseBefore: { from: 5, to: 12 } },
				`45 deleteMany 332, 11 deleteMany 834, 3 editToHead 823, 4 importPage 964,
				33 importPage 451, 10 append 861, 49 deleteMany 304, 44 append 251,
				17 import 480`,
			),
		],
	])('loses nothing: %s', async (_name, script) => {
		const { missing, error } = await play(script);
		expect({ missing, error }).toEqual({ missing: [], error: undefined });
	});

	it.each([10, 37, 100])(
		'is read whole, from whatever request on, with pages of %d',
		async (pageSize) => {
			for (let from = 2; from <= 12; from++) {
				for (const count of [100, 850]) {
					const list = new LivingList(count, { responseBefore: { from, to: from + 8 } });
					expect(await check(list, { pageSize, parallelPages: 1 })).toBeUndefined();
				}
			}
		},
	);

	it('is not mistaken for a service with this page only', async () => {
		const service = { isFirstPageKnown: true, responseBefore: { from: 3, to: 6 } };
		const list = new LivingList(850, service);
		expect(await check(list, { pageSize: 100, parallelPages: 1 })).toBeUndefined();
	});
});

it.each([50, 20])(
	'one wrong response to any request loses nothing, with pages of %d',
	async (size) => {
		for (let at = 1; at <= 12; at++) {
			for (const wrong of ['empty', 'refused'] as const) {
				for (const counts of [undefined, 'envelope' as const]) {
					const service = { counts, cap: { from: 1, size }, mistake: { at, with: wrong } };
					const list = new LivingList(240, service);
					expect(await check(list, { pageSize: 100, parallelPages: 4 })).toBeUndefined();
				}
			}
		}
	},
);

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

it('one wrong response does not hide the first page of a service that counts from 0', async () => {
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
	it(
		'returns every record once, or an error',
		async () => {
			const made = scripts(fc.constant(service), anyChanges);
			const { errors, readings } = await playAll(made, 12, losesNothing);
			if (process.env.TRIALS) console.log(`${errors} errors in ${readings} readings`);
		},
		propertyMs,
	);
});

it('ten records on a page, and ten created before them, are not mistaken for the end', async () => {
	const service = { cap: { from: 1, size: 10 } };
	const list = new LivingList(45, service, changesOf('2 importPage 0'));
	expect(await check(list, { pageSize: 100, parallelPages: 1 })).toBeUndefined();
});

it('reads eleven records, one of which is deleted, from a service that repeats its last page', async () => {
	const list = new LivingList(11, { past: 'last' }, changesOf('2 delete 0'));
	expect(await check(list, { pageSize: 37, parallelPages: 1 })).toBeUndefined();
});

it('a replica with small pages, while the head is deleted, hides no record at the end', async () => {
	const service = { cap: { from: 1, size: 50 }, replica: { at: 2, size: 20 } };
	const list = new LivingList(66, service, changesOf('2 deleteMany 0'));
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

it('returns records that move onto the last page while its end is confirmed', async () => {
	const service = { fixedSize: 20 };
	const list = new LivingList(21, service, changesOf('4 deleteMany 0'));
	expect(await check(list, { pageSize: 10, parallelPages: 1 })).toBeUndefined();
});

it('a read that starts again joins only pages that it has returned since', async () => {
	const changes = changesOf(
		`1 create 0, 3 editToHead 500, 4 create 0, 41 import 0, 42 import 0,
			47 deleteMany 0`,
	);
	const list = new LivingList(39, { repeats: 2 }, changes);
	expect(await check(list, { pageSize: 10, parallelPages: 1 })).toBeInstanceOf(ServiceError);
});

it('ten records whose last one moves to the head at every request do not count as another order', async () => {
	const changes = Array.from({ length: 6 }, (_, at): Change => ({
		...{ atRequest: at + 1, kind: 'editToHead', where: 999 },
	}));
	const list = new LivingList(10, { past: 'last' }, changes);
	expect(await check(list, { pageSize: 11, parallelPages: 1 })).toBeUndefined();
});

it('compares a page that is refused after many deletions with a fresh count', async () => {
	const changes = Array.from({ length: 7 }, (): Change => ({
		...{ atRequest: 2, kind: 'deleteMany', where: 0 },
	}));
	const list = new LivingList(200, { counts: 'pages', past: 'refused' }, changes);
	expect(await check(list, { pageSize: 100, parallelPages: 1 })).toBeUndefined();
});

it.each<[string, Script]>([
	[
		'ten records slide onto the only page',
		script([19, 10, 1], { cap: { from: 1, size: 10 } }, '3 deleteMany 53'),
	],
	[
		'a replica ends a page before the end of the one before',
		script(
			[96, 100, 1],
			{ cap: { from: 1, size: 50 }, replica: { at: 3, size: 10 } },
			'2 insert 200',
		),
	],
	[
		'two passes agree on fewer records than every response reports',
		script([37, 37, 1], { counts: 'total', replicas: [50, 10] }, '2 importPage 880'),
	],
	[
		'a page ends behind the end that it reports',
		script(
			[27, 100, 1],
			{ counts: 'total', replicas: [10, 20] },
			'1 create 909, 25 importPage 524',
		),
	],
	[
		'each pass has to meet the counts of its own responses',
		script(
			[22, 37, 1],
			{ counts: 'total', replicas: [50, 10] },
			`6 edit 775, 34 importPage 667, 49 create 711, 29 deleteMany 228,
			26 import 725, 30 edit 484, 11 editToHead 940, 5 import 414`,
		),
	],
	[
		'the last page of a pass is confirmed by a page across its end',
		script(
			[22, 37, 8],
			{ counts: 'total', replicas: [50, 10] },
			'48 edit 735, 46 insert 894, 3 import 836, 17 importPage 494, 15 editToHead 239',
		),
	],
	[
		'a replica with small pages ends a page where the count says the list ends, then others are created',
		script([29, 10, 1], { counts: 'total', replicas: [50, 10] }, '14 importPage 0'),
	],
	[
		'a short page reports more, and a page of another replica ends with the same record',
		script([29, 100, 1], { counts: 'total', replicas: [10, 20] }, '15 importPage 0'),
	],
])('nothing is lost without a word: %s', async (_name, script) => {
	losesNothing(await play(script));
});
