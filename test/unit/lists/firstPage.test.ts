import { ServiceError } from '../../../nodes/shared/client/errors';
import { Listing, type PageSource } from '../../../nodes/shared/lists/listing';
import { changesOf, LivingList, type Change, type Service } from './support/livingList';

const transient = new ServiceError('unreachable', 'HTTP 503', {
	description: '',
	isTransient: true,
});
const cancelled = new ServiceError('cancelled', 'The execution was cancelled', { description: '' });

interface Circumstances {
	owner?: string;
	/** The first requests for page 0 fail like this. */
	failures?: ServiceError[];
	/** As {@link changesOf} reads them. */
	changes?: string;
	pageCounts?: 'records';
	wanted?: number;
}

async function read(
	count: number,
	service: Service,
	{ owner, failures = [], changes, pageCounts, wanted }: Circumstances = {},
) {
	const list = new LivingList(count, service, changes === undefined ? [] : changesOf(changes));
	const source = list.source(owner);
	const left = [...failures];
	const fetch: typeof source.fetch = async (page, ...others) => {
		const failure = page < 0 ? left.shift() : undefined;
		if (failure) throw failure;
		return await source.fetch(page, ...others);
	};
	const options = { pageSize: 100, parallelPages: 1, wanted };
	const names: unknown[] = [];
	const paging = { ...source.paging, pageCounts };
	for await (const batch of new Listing({ ...source, paging, fetch }, options).batches()) {
		for (const { id } of batch) names.push(id);
	}
	return { names, requests: list.requests };
}

const countsFromZero: Service = { countsFromZero: true };
const onPageZero = /^The service has things on page 0/;

it('a page 0 that fails for a moment confirms nothing, so the next read requests it again', async () => {
	const owner = 'fails for a moment';
	const first = await read(105, countsFromZero, { owner, failures: [transient] });
	expect(first.names).toHaveLength(5);
	await expect(read(105, countsFromZero, { owner })).rejects.toThrow(onPageZero);
});

it('an empty first page is not believed after one failure of page 0', async () => {
	const failures = [transient];
	await expect(read(5, countsFromZero, { failures })).rejects.toThrow(onPageZero);
});

it('a first page number that is wrong is remembered for ten minutes, after two reads', async () => {
	const owner = 'counts from zero';
	const minutes = jest.spyOn(performance, 'now');
	const requestsAt = async (minute: number) => {
		minutes.mockReturnValue(Math.round(minute * 60_000));
		const list = new LivingList(105, countsFromZero);
		const options = { pageSize: 100, parallelPages: 1 };
		const batches = new Listing(list.source(owner), options).batches();
		await expect(batches.next().then(async () => await batches.next())).rejects.toThrow(onPageZero);
		return list.requests;
	};
	const first = await requestsAt(0);
	expect(first).toBeGreaterThan(0);
	expect(await requestsAt(1)).toBe(first);
	expect(await requestsAt(2)).toBe(0);
	const millisecond = 1 / 60_000;
	expect(await requestsAt(11 - millisecond)).toBe(0);
	expect(await requestsAt(11)).toBe(first);
	expect(await requestsAt(25)).toBe(first);
	expect(await requestsAt(26)).toBe(first);
	expect(await requestsAt(27)).toBe(0);
	minutes.mockRestore();
});

it('page 0 is no longer requested after three reads in which other pages had its records', async () => {
	const owner = 'shows the last page';
	const minutes = jest.spyOn(performance, 'now');
	const counts: number[] = [];
	for (const minute of [0, 20, 40, 60]) {
		minutes.mockReturnValue(minute * 60_000);
		counts.push((await read(250, { zero: 'last' }, { owner })).requests);
	}
	expect(counts.map((count) => count - counts[3])).toEqual([1, 1, 1, 0]);
	minutes.mockRestore();
});

it('an execution that is cancelled at page 0 ends', async () => {
	await expect(read(5, {}, { failures: [cancelled] })).rejects.toBe(cancelled);
	await expect(read(0, {}, { failures: [cancelled] })).rejects.toBe(cancelled);
});

it('the confirmed first pages of at most 1,000 lists are remembered', async () => {
	const requests = async (owner: string) => (await read(5, {}, { owner })).requests;
	const first = await requests('first');
	expect(await requests('other')).toBe(first);
	expect(await requests('first')).toBeLessThan(first);
	let others = 0;
	while ((await requests('first')) < first) await requests(`other ${others++}`);
	// Only 'first' and the last other one are left, so there is room for 998.
	for (let more = 0; more < 998; more++) await requests(`other ${others++}`);
	expect(await requests('first')).toBeLessThan(first);
	await requests(`other ${others}`);
	expect(await requests('first')).toBe(first);
});

it('errors of concurrent reads never make page 0 harmless', async () => {
	const owner = 'concurrent reads';
	const minutes = jest.spyOn(performance, 'now').mockReturnValue(0);
	const reads = [1, 2, 3].map(async () => await read(105, countsFromZero, { owner }));
	for (const { status } of await Promise.allSettled(reads)) expect(status).toBe('rejected');
	minutes.mockReturnValue(3_600_000);
	await expect(read(105, countsFromZero, { owner })).rejects.toThrow(onPageZero);
	minutes.mockRestore();
});

it('page 0 costs only the requests that it needs', async () => {
	const requests = async (service: Service, others?: Circumstances) =>
		(await read(37, { counts: 'pages', ...service }, others)).requests;
	expect(await requests({}, { pageCounts: 'records' })).toBe(1);
	expect(await requests({ zero: 'first' })).toBe(2);
	// Page 1 has the new record too.
	expect(await requests({ zero: 'first' }, { changes: '2 create 0' })).toBe(3);
});

it.each<[count: number, Service, changes: string, requests: number]>([
	[101, { zero: 'last' }, '99 create 0', 7],
	[250, { zero: 'last' }, '99 create 0', 7],
	[1_000, { zero: 'last' }, '99 create 0', 11],
	[700, { zero: 'last', counts: 'total' }, '99 create 0', 5],
	[700, { zero: 'last', counts: 'pages' }, '99 create 0', 5],
	[250, { zero: 'all' }, '99 create 0', 3],
	[250, { zero: 'all' }, '3 import 0 60', 10],
])(
	'other pages have the records of page 0, after few requests: %i records, %j, %s',
	async (count, service, changes, requests) => {
		const found = await read(count, service, { wanted: 1, changes });
		expect([found.names.length, found.requests]).toEqual([1, requests]);
	},
);

it('a page 0 with a single record is requested once', async () => {
	expect((await read(101, { zero: 'last', counts: 'pages' })).requests).toBe(4);
});

it('an empty list is read although page 0 fails', async () => {
	expect((await read(0, {}, { failures: [transient, transient] })).names).toEqual([]);
});

it('records of page 0 are noticed if there are no others', async () => {
	const reading = read(5, { ...countsFromZero, counts: 'total' });
	await expect(reading).rejects.toThrow(onPageZero);
});

it('an empty list is read although records on page 0 are created and deleted at every request', async () => {
	const changes = Array.from(
		{ length: 12 },
		(_, at) => `${at + 1} ${at % 2 ? 'delete' : 'create'} 0`,
	);
	for (const shift of [0, 1, 2, 3]) {
		const list = await read(0, { zero: 'first' }, { changes: changes.slice(shift).join(', ') });
		// What was there at one of the requests may be returned, but once.
		expect(new Set(list.names).size).toBe(list.names.length);
	}
});

it.each<[string, count: number, changes: string]>([
	['its first record moves to page 1', 250, '3 blockToHead 4 100'],
	[
		'all others are deleted',
		105,
		`${'2 deleteMany 0, '.repeat(6)}2 deleteLast 0 5${', 2 delete 0'.repeat(9)}`,
	],
])('records of page 0 are noticed even if %s', async (_what, count, changes) => {
	// The second request is for page 0.
	const reading = read(count, countsFromZero, { changes, wanted: 1 });
	await expect(reading).rejects.toThrow(onPageZero);
});

it('records of page 0 are returned, or noticed, whenever an import moves them on', async () => {
	let returned = 0;
	for (const count of [105, 205, 305]) {
		for (let at = 1; at <= 20; at++) {
			const changes = `${at} import 0 100`;
			const all = await read(count, countsFromZero, { changes }).catch((thrown: ServiceError) => {
				expect(thrown.message).toMatch(onPageZero);
			});
			if (!all) continue;
			returned++;
			expect(all.names.filter((name) => Number(name) <= count)).toHaveLength(count);
		}
	}
	expect(returned).toBeGreaterThan(2);
});

it('records of page 0 do not exceed a limit', async () => {
	for (let at = 1; at <= 12; at++) {
		const changes = `${at} import 0 100`;
		const all = await read(105, countsFromZero, { changes, wanted: 30 }).catch((thrown: Error) => {
			expect(thrown.message).toMatch(onPageZero);
		});
		expect(all?.names.length ?? 0).toBeLessThanOrEqual(30);
	}
});

it('page 0 is harmless although an import moves its records down at every request', async () => {
	const changes = Array.from({ length: 20 }, (_, at) => `${at + 1} import 0 100`).join(', ');
	expect((await read(150, { zero: 'first' }, { changes, wanted: 1 })).names).toHaveLength(1);
});

describe('the search for the records of page 0 ends', () => {
	it('while records are created all the time', async () => {
		const changes = Array.from({ length: 2_000 }, (_, at): Change => ({
			...{ atRequest: at + 1, kind: 'create', where: 0 },
		}));
		const list = new LivingList(150, { ...countsFromZero, counts: 'pages' }, changes);
		expect((await readLimited(list.source(), 300)).ofPageZero).toBeGreaterThan(4);
	});

	it('in a list without an end', async () => {
		const source = new LivingList(0).source();
		const fetch: typeof source.fetch = async (page, size) =>
			await Promise.resolve({
				records: Array.from({ length: size }, (_, at) => ({ id: page * size + at })),
			});
		expect(await readLimited({ ...source, fetch }, 150)).toEqual({ requests: 105, ofPageZero: 4 });
	});

	/** Reads the first record of a service that fails after some requests. @returns how many the error took */
	async function readLimited(source: PageSource, most: number) {
		let [requests, ofPageZero] = [0, 0];
		const fetch: typeof source.fetch = async (page, ...others) => {
			if (++requests > most) throw cancelled;
			if (page < 0) ofPageZero++;
			return await source.fetch(page, ...others);
		};
		const options = { pageSize: 100, parallelPages: 1, wanted: 1 };
		const batches = new Listing({ ...source, fetch }, options).batches();
		await expect(async () => {
			for await (const batch of batches) expect(batch).toHaveLength(1);
		}).rejects.toThrow(onPageZero);
		return { requests, ofPageZero };
	}
});
