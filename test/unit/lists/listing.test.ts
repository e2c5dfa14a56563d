import { ServiceError } from '../../../nodes/shared/client/errors';
import type { ReadOptions } from '../../../nodes/shared/lists/listing';
import { changesOf, LivingList, type Change, type Service } from './support/livingList';
import { observe } from './support/readings';
import { changing } from './support/services';

/** Reads a list without a loss. @returns the error of the read, if any */
async function read(list: LivingList, options: ReadOptions): Promise<ServiceError | undefined> {
	const { error, missing, doubled } = await observe(list, options);
	expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
	return error;
}

/** Records, page size and parallel pages; the service; and the changes as {@link changesOf} reads them. */
type Script = [sizes: [count: number, pageSize: number, parallelPages: number], Service, string?];

async function play([[count, pageSize, parallelPages], service, changes]: Script) {
	const list = new LivingList(count, service, changes === undefined ? [] : changesOf(changes));
	return await read(list, { pageSize, parallelPages });
}

it('the only page of a service that ignores the page size is complete although others are refused', async () => {
	const service: Service = { counts: 'total', past: 'refused', fixedSize: 100 };
	expect(await play([[100, 100, 1], service])).toBeUndefined();
	expect(await play([[200, 100, 1], service])).toBeUndefined();
});

it.each<[string, Script]>([
	[
		'the last record moves to the head, then all others above it',
		[[21, 20, 1], {}, '2 blockToHead 999 1, 3 blockToHead 48 20'],
	],
	[
		'the last record moves to the head, then a page above it',
		[[150, 100, 1], { counts: 'pages' }, '2 blockToHead 999 1, 4 blockToHead 7 100'],
	],
	[
		'two blocks that overlap move right one after the other',
		[
			[164, 100, 2],
			{ counts: 'pages', cap: { from: 1, size: 50 } },
			`2 create 0, 3 delete 656, 4 editToHead 176, 6 editToHead 896, 7 create 0,
			7 blockToHead 206 122, 8 blockToHead 619 122, 10 delete 712, 11 delete 496`,
		],
	],
	[
		'the last page comes as page 1 when the end was read',
		[
			[224, 37, 8],
			{ isFirstPageKnown: true, responseBefore: { from: 16, to: 21 } },
			`3 insert 162, 41 deleteMany 8, 1 importPage 34, 4 append 575,
			6 editToHead 923, 40 importPage 157, 9 delete 297, 18 append 0`,
		],
	],
	[
		'the last page comes as page 1 and as page 0',
		[
			[133, 20, 5],
			{ isFirstPageKnown: false, responseBefore: { from: 12, to: 16 } },
			`43 importPage 212, 22 edit 216, 7 editToHead 535, 25 importPage 284,
			17 editToHead 49, 42 importPage 282, 9 append 946, 33 delete 934,
			3 editToHead 802`,
		],
	],
	[
		'a page comes again while the node steps back',
		[
			[51, 10, 1],
			{ isFirstPageKnown: true, responseBefore: { from: 7, to: 14 } },
			'4 deleteMany 14, 40 create 288, 7 importPage 833',
		],
	],
	[
		'a page comes again in the second and third page',
		[
			[999, 11, 6],
			{ isFirstPageKnown: true, responseBefore: { from: 5, to: 12 } },
			`45 deleteMany 332, 11 deleteMany 834, 3 editToHead 823, 4 importPage 964,
			33 importPage 451, 10 append 861, 49 deleteMany 304, 44 append 251,
			17 import 480`,
		],
	],
	[
		'a page comes again, but is not the only one',
		[[850, 100, 1], { isFirstPageKnown: true, responseBefore: { from: 3, to: 6 } }],
	],
	[
		'ten records on a page, and ten created before them, are not the end',
		[[45, 100, 1], { cap: { from: 1, size: 10 } }, '2 importPage 0'],
	],
	[
		'one of eleven records is deleted, and the last page comes again',
		[[11, 37, 1], { past: 'last' }, '2 delete 0'],
	],
	[
		'a replica with small pages, while the head is deleted',
		[[66, 100, 1], { cap: { from: 1, size: 50 }, replica: { at: 2, size: 20 } }, '2 deleteMany 0'],
	],
	[
		'records move onto the last page while its end is confirmed',
		[[21, 10, 1], { fixedSize: 20 }, '4 deleteMany 0'],
	],
	[
		'the last of ten records moves to the head at every request, which is no other order',
		[
			[10, 11, 1],
			{ past: 'last' },
			[1, 2, 3, 4, 5, 6].map((at) => `${at} editToHead 999`).join(', '),
		],
	],
	[
		'a page is refused after many deletions, so that only a fresh count shows the end',
		[
			[200, 100, 1],
			{ counts: 'pages', past: 'refused' },
			Array(7).fill('2 deleteMany 0').join(', '),
		],
	],
	[
		'the first page is empty twice, and page 0 cannot confirm that the list is',
		[[30, 100, 1], { isFirstPageKnown: true, silent: { from: 1, to: 2 } }],
	],
	[
		'a wrong page ends with a record that was on another page, after a record was created',
		[[51, 100, 1], { cap: { from: 1, size: 50 }, head: { at: 3, records: 10 } }, '2 create 0'],
	],
	[
		'a replica with smaller pages ends a page with a record that was on another page',
		[[51, 100, 1], { cap: { from: 1, size: 50 }, replica: { at: 3, size: 10 } }, '2 create 0'],
	],
	[
		'replicas with pages of two sizes report their sizes',
		[[43, 11, 1], { counts: 'envelope', replicas: [20, 11] }],
	],
	[
		'replicas with pages of two sizes report the number of records',
		[[21, 37, 1], { counts: 'total', replicas: [10, 20] }],
	],
])('everything is read: %s', async (_what, script) => {
	expect(await play(script)).toBeUndefined();
});

it.each<[string, Script]>([
	[
		'71 records, of which some are deleted at once',
		[[71, 10, 1], { counts: 'total', repeats: 2 }, '2 deleteMany 0, 3 deleteMany 0'],
	],
	[
		'73 records, of which some are deleted later',
		[[73, 20, 1], { counts: 'total', repeats: 2 }, '3 deleteMany 0, 7 deleteMany 0'],
	],
	[
		'a read that starts again joins only pages that it has returned since',
		[
			[39, 10, 1],
			{ repeats: 2 },
			`1 create 0, 3 editToHead 500, 4 create 0, 41 import 0, 42 import 0,
			47 deleteMany 0`,
		],
	],
])('a page that repeats another one is noticed: %s', async (_what, script) => {
	expect(await play(script)).toBeInstanceOf(ServiceError);
});

it.each<[string, Script]>([
	[
		'ten records slide onto the only page',
		[[19, 10, 1], { cap: { from: 1, size: 10 } }, '3 deleteMany 53'],
	],
	[
		'a replica ends a page before the end of the one before',
		[[96, 100, 1], { cap: { from: 1, size: 50 }, replica: { at: 3, size: 10 } }, '2 insert 200'],
	],
	[
		'two passes agree on fewer records than every response reports',
		[[37, 37, 1], { counts: 'total', replicas: [50, 10] }, '2 importPage 880'],
	],
	[
		'the fast read ends with fewer records than every response reports',
		[[83, 20, 4], { counts: 'total', replicas: [10, 20] }, '24 importPage 0'],
	],
	[
		'a page ends behind the end that it reports',
		[[27, 100, 1], { counts: 'total', replicas: [10, 20] }, '1 create 909, 25 importPage 524'],
	],
	[
		'each pass has to meet the counts of its own responses',
		[
			[22, 37, 1],
			{ counts: 'total', replicas: [50, 10] },
			`6 edit 775, 34 importPage 667, 49 create 711, 29 deleteMany 228,
			26 import 725, 30 edit 484, 11 editToHead 940, 5 import 414`,
		],
	],
	[
		'the last page of a pass is confirmed by a page across its end',
		[
			[22, 37, 8],
			{ counts: 'total', replicas: [50, 10] },
			'48 edit 735, 46 insert 894, 3 import 836, 17 importPage 494, 15 editToHead 239',
		],
	],
	[
		'a replica with small pages ends a page where the count says the list ends, then others are created',
		[[29, 10, 1], { counts: 'total', replicas: [50, 10] }, '14 importPage 0'],
	],
	[
		'a short page reports more, and a page of another replica ends with the same record',
		[[29, 100, 1], { counts: 'total', replicas: [10, 20] }, '15 importPage 0'],
	],
])('nothing is lost without a word: %s', async (_what, script) => {
	await play(script);
});

it.each([5, 10, 13, 250])(
	'a service that says that more follow although nothing does is not believed: %d records',
	async (count) => {
		const error = await play([[count, 100, 1], { counts: 'hasMore', overstated: 1 }]);
		expect(error).toBeInstanceOf(ServiceError);
	},
);

it.each([10, 37, 100])(
	'everything is read if a page comes again from whatever request on, with pages of %d',
	async (pageSize) => {
		for (let from = 2; from <= 12; from++) {
			const service = { responseBefore: { from, to: from + 8 } };
			for (const count of [100, 850])
				expect(await play([[count, pageSize, 1], service])).toBeUndefined();
		}
	},
);

it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
	'one wrong response, to request %d, loses nothing, and does not hide that pages count from 0',
	async (at) => {
		for (const wrong of ['empty', 'refused'] as const) {
			const mistake = { at, with: wrong };
			for (const size of [50, 20]) {
				for (const counts of [undefined, 'envelope' as const]) {
					const service = { counts, cap: { from: 1, size }, mistake };
					expect(await play([[240, 100, 4], service])).toBeUndefined();
				}
			}
			expect(await play([[0, 100, 1], { mistake }])).toBeUndefined();
			const found = await play([[105, 100, 2], { countsFromZero: true, mistake }]);
			expect(found?.message).toMatch(/^The service has things on page 0/);
		}
	},
);

it('a record that only the look at page 0 has shown is returned, if imports end that look', async () => {
	const imports = '1 importPage 0, 2 importPage 0, 7 import 0';
	expect(await play([[2, 11, 1], { countsFromZero: true }, imports])).toBeUndefined();
});

it.each(['pages', 'envelope', 'total'] as const)(
	'pages that are refused up to five times in a row end nothing while the counts have them (%s)',
	async (counts) => {
		for (let at = 2; at <= 12; at++) {
			for (const to of [at + 1, at + 4]) {
				const mistake = { at, to, with: 'refused' as const };
				const service: Service = { counts, past: 'refused', cap: { from: 1, size: 20 }, mistake };
				expect(await play([[105, 100, 1], service])).toBeUndefined();
			}
		}
	},
);

it('a service that always refuses a page which its counts have is quoted, unless the list changes', async () => {
	const mistake = { at: 3, to: Infinity, with: 'refused' as const };
	const service: Service = { counts: 'pages', cap: { from: 1, size: 20 }, mistake };
	expect((await play([[105, 100, 1], service]))?.message).toBe('There is no such page');
	const changes = Array.from({ length: 2_000 }, (_, at): Change => ({
		...{ atRequest: 1 + at, kind: at % 2 === 0 ? 'create' : 'delete', where: (at * 7) % 90 },
	}));
	const brief: Service = { ...service, past: 'refused', mistake: { ...mistake, to: 9 } };
	const changing = new LivingList(205, brief, changes);
	const found = await read(changing, { pageSize: 100, parallelPages: 1 });
	expect(found?.message).toMatch(/^The responses do not match .*but the service refused it; /);
});

it.each([1, 3])(
	'the newest records may be deleted all the time, one at every %d. request',
	async (every) => {
		const changes = Array.from({ length: 400 }, (_, at): Change => ({
			...{ atRequest: 1 + at * every, kind: 'delete', where: 0 },
		}));
		const list = new LivingList(2_000, {}, changes);
		expect(await read(list, { pageSize: 100, parallelPages: 4 })).toBeUndefined();
		expect(list.requests).toBeLessThan(60);
	},
);

it.each(Object.entries(changing).filter(([, { cap }]) => cap && cap.from > 1))(
	'a list that rests is read whole from a service that %s',
	async (_, service) => {
		expect(await play([[650, 100, 4], service])).toBeUndefined();
	},
);
