import { Listing } from '../../../nodes/shared/lists/listing';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { Pass } from '../../../nodes/shared/lists/pass';
import { changesOf, LivingList, type Service } from './support/livingList';
import { observe } from './support/readings';

const one = { pageSize: 100, parallelPages: 1 };

it('no record is lost although replicas with other page sizes respond in turn', async () => {
	for (let count = 11; count <= 45; count++) {
		for (const changes of ['99 create 0', '4 importPage 0']) {
			const list = new LivingList(count, { replicas: [10, 20] }, changesOf(changes));
			expect([count, changes, (await observe(list, one)).missing]).toEqual([count, changes, []]);
		}
	}
});

/** Reads a list, and counts the requests that are sent before another one is answered. */
async function mostAtOnce(count: number, service: Service): Promise<number> {
	const source = new LivingList(count, service).source();
	let [pending, most] = [0, 0];
	const fetch: typeof source.fetch = async (...asked) => {
		most = Math.max(most, ++pending);
		return await source.fetch(...asked).finally(() => pending--);
	};
	const listing = new Listing({ ...source, fetch }, { pageSize: 100, parallelPages: 8 });
	for await (const batch of listing.batches()) expect(batch).toBeDefined();
	return most;
}

it('pages are read at once if the service counts them, else at most one more for every 20 pages', async () => {
	expect(await mostAtOnce(5_000, { counts: 'pages' })).toBeGreaterThan(4);
	expect(await mostAtOnce(3_500, {})).toBe(1);
	expect(await mostAtOnce(3_600, {})).toBe(2);
	expect(await mostAtOnce(3_900, {})).toBe(2);
});

const created = Array.from({ length: 30 }, (_, at) => `${at + 1} create 0`).join(', ');
const halves = [3, 4, 5, 6].map((at) => `${at} deleteLast 0 50`).join(', ');

it.each<[what: string, count: number, Service, changes: string, requests: number]>([
	['400 records are imported', 500, {}, '4 import 0 400', 23],
	['400 records are deleted', 900, {}, '7 deleteLast 0 400', 16],
	['all but one are deleted', 900, {}, '7 deleteLast 0 899', 18],
	['a record is created at every request', 120, {}, created, 7],
	['pages become smaller', 60, { cap: { from: 2, size: 20 } }, '99 create 0', 26],
	['its only page is full', 100, { counts: 'total' }, '99 create 0', 4],
	[
		'its last page comes again while halves of pages are deleted',
		200,
		{ past: 'last' },
		halves,
		22,
	],
])(
	'a list is read with few requests although %s',
	async (_what, count, service, changes, requests) => {
		const list = new LivingList(count, service, changesOf(changes));
		const { error, missing } = await observe(list, one);
		expect([error, missing, list.requests]).toEqual([undefined, [], requests]);
	},
);

it('a list that becomes empty ends in an error after few requests', async () => {
	const list = new LivingList(500, { silent: { from: 4, to: 1_000 } });
	expect((await observe(list, one)).error).toBeDefined();
	expect(list.requests).toBe(21);
});

it.each([1, 8])(
	'a further pass ends where nothing can be missing, and reads few pages ahead: %i at once',
	async (parallelPages) => {
		const list = new LivingList(2_000, { counts: 'pages' }, changesOf('4 import 0 150'));
		const { error, missing } = await observe(list, { pageSize: 100, parallelPages });
		expect([error, missing, list.requests]).toEqual([undefined, [], 31]);
	},
);

it('no page is requested after one that ends with the last wanted record', async () => {
	const list = new LivingList(900, { counts: 'pages' });
	const listing = new Listing(list.source(), { ...one, parallelPages: 8, wanted: 198 });
	for await (const batch of listing.batches()) expect(batch).toBeDefined();
	// Two of them are for page 0.
	expect(list.requests).toBe(4);
});

/** A pass that has read page 1 of a source, in pages of a size. */
async function begun(size: number, recordsOf: (start: number, size: number) => number[]) {
	let requests = 0;
	const source = {
		...new LivingList(0).source(),
		async fetch(index: number, asked: number) {
			requests++;
			const ids = recordsOf(index * asked, asked);
			return await Promise.resolve({ records: ids.map((id) => ({ id })), hasMore: true });
		},
	};
	const reader = new PageReader(source, { pageSize: size, parallelPages: 1 });
	const first = await reader.ask({ index: 0, size });
	const pass = new Pass(reader, first, () => Number.POSITIVE_INFINITY, false);
	const pages = pass.read();
	await pages.next();
	return { pass, pages, sent: () => requests - 1 };
}

const from = (start: number, count: number) => Array.from({ length: count }, (_, at) => start + at);

it.each([
	[100, 8, 8, 0],
	[100, 9, 8, 1],
	[100, 0, 7, 1],
	[39, 0, 7, 0],
	[20, 0, 3, 1],
])(
	'a page of %i joins the known records if enough of its first ones are known: from %i on, %i, and %i more requests',
	async (size, at, count, requests) => {
		const { pass, sent } = await begun(size, from);
		// Known records that have moved, among new ones.
		const ids = from(10_000, size);
		ids.splice(at, count, ...from(3, count));
		await pass.join({ index: 1, size, records: ids.map((id) => ({ id })), counts: {} });
		expect(sent()).toBe(requests);
	},
);

it('a pass ends in an error after 24 pages without a new record', async () => {
	let turns = 0;
	const { pages } = await begun(100, (_start, size) => from(turns++ % 2 === 0 ? 0 : -1, size));
	let further = 0;
	await expect(async () => {
		for await (const page of pages) further += Math.sign(page.records.length);
	}).rejects.toThrow('24 pages in a row had no new records');
	expect(further).toBe(24);
});
