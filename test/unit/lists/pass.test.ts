import { Listing } from '../../../nodes/shared/lists/listing';
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
