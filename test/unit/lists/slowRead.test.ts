import { Listing } from '../../../nodes/shared/lists/listing';
import { Mismatch } from '../../../nodes/shared/lists/mismatch';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { Seen } from '../../../nodes/shared/lists/seen';
import { SlowPass } from '../../../nodes/shared/lists/slowPass';
import { readPageByPage } from '../../../nodes/shared/lists/slowRead';
import { changesOf, LivingList, type Change, type Service } from './support/livingList';
import { observe } from './support/readings';

it('the slow read returns a record that moves onto the only page while its end is confirmed', async () => {
	const list = new LivingList(21, { fixedSize: 20 }, changesOf('2 delete 0'));
	const [deleted, ...others] = list.names();
	const reader = new PageReader(list.source(), { pageSize: 100, parallelPages: 1 });
	const names: unknown[] = [];
	for await (const records of readPageByPage(reader, new Seen())) {
		for (const { id } of records) names.push(id);
	}
	expect(names).toEqual([deleted, ...others]);
});

it.each([
	['the last page is as long as requested, and pages are longer', 113, 20, 93],
	['the last page is full', 60, 10, 20],
])(
	'a list at rest ends although %s, the page size is ignored, and pages past the end are refused',
	async (_, count, pageSize, fixedSize) => {
		const list = new LivingList(count, { past: 'refused', fixedSize });
		const { error, missing, doubled } = await observe(list, { pageSize, parallelPages: 1 });
		expect([error, missing, doubled]).toEqual([undefined, [], []]);
	},
);

/** Reads a list page by page, without the fast read before it. */
async function readSlowly(list: LivingList, pageSize: number, source = list.source()) {
	const before = list.names();
	const found: unknown[] = [];
	const reader = new PageReader(source, { pageSize, parallelPages: 1 });
	const read = async () => {
		for await (const records of readPageByPage(reader, new Seen()))
			for (const { id } of records) found.push(id);
	};
	const error = await read().catch((thrown: unknown) => thrown);
	if (error !== undefined && !(error instanceof Mismatch)) throw error;
	return {
		error,
		missing: before.filter((name) => !list.wasDeleted(name) && !found.includes(name)),
	};
}

it.each([
	['pages', 100],
	['records', 20],
] as const)(
	'the second page is requested where the first one ends: %s',
	async (pageCounts, size) => {
		const list = new LivingList(45);
		const source = list.source();
		const names = list.names();
		const sizes = new Set<number>();
		const fetch: typeof source.fetch = async (index, asked) => {
			if (index > 0) sizes.add(asked);
			const from = index * (pageCounts === 'records' ? asked : 20);
			return await Promise.resolve({
				records: names.slice(from, from + 20).map((id) => ({ id: Number(id) })),
			});
		};
		const paging = { ...source.paging, pageCounts };
		const read = await readSlowly(list, 100, { ...source, paging, fetch });
		expect(read).toEqual({ error: undefined, missing: [] });
		expect([...sizes]).toEqual([size]);
	},
);

it('three passes must agree if more returned records are gone than there were requests', async () => {
	const list = new LivingList(33, { fixedSize: 10 });
	const reader = new PageReader(list.source(), { pageSize: 100, parallelPages: 1 });
	const passes: SlowPass[] = [];
	const confirmed: boolean[][] = [];
	for (let number = 0; number < 3; number++) {
		const pass = new SlowPass(reader, passes[number - 1]);
		for await (const records of pass.records()) expect(records).toBeDefined();
		passes.push(pass);
		const most = 33 + reader.requests;
		confirmed.push([pass.isConfirmed(most), pass.isConfirmed(most + 1)]);
	}
	expect(confirmed).toEqual([
		[false, false],
		[true, false],
		[true, true],
	]);
});

it('a service that repeats three pages for ever ends in an error', async () => {
	const list = new LivingList(30);
	const source = list.source();
	const fetch: typeof source.fetch = async (index) => await source.fetch(index % 3, 10);
	const { error } = await readSlowly(list, 100, { ...source, fetch });
	expect(error?.message).toMatch(/could not confirm that it has all records/);
});

it.each([
	[24, 40],
	[25, 30],
])('after %i pages without a new record, a pass has read %i records', async (pages, count) => {
	const source = new LivingList(40).source();
	const fetch: typeof source.fetch = async (index) =>
		await source.fetch(index < 3 + pages ? index % 3 : index - pages, 10);
	const pass = new SlowPass(
		new PageReader({ ...source, fetch }, { pageSize: 10, parallelPages: 1 }),
	);
	const found = new Seen();
	for await (const records of pass.records()) found.fresh(records);
	expect(found.count).toBe(count);
});

it('the only page may be as long as requested, or become so', async () => {
	const counted = new LivingList(20, { fixedSize: 20, counts: 'pages', past: 'last' });
	expect((await readSlowly(counted, 100)).error).toBeUndefined();
	expect((await readSlowly(new LivingList(37, { onePage: true }), 37)).error).toBeUndefined();
	for (let atRequest = 1; atRequest <= 30; atRequest++) {
		const changes: Change[] = [{ atRequest, kind: 'create', where: 0 }];
		const read = await readSlowly(new LivingList(98, { onePage: true }, changes), 100);
		expect([atRequest, read]).toEqual([atRequest, { error: undefined, missing: [] }]);
	}
});

it('a response that comes again and again is no list of one page', async () => {
	for (let to = 1; to <= 13; to++) {
		const service = { fixedSize: 13, responseBefore: { from: 2, to } };
		const list = new LivingList(40, service);
		const source = list.source();
		await source.fetch(2, 100);
		expect([to, (await readSlowly(list, 100, source)).missing]).toEqual([to, []]);
	}
});

/** The same change at every request of a read. */
const always = (kind: Change['kind']): Change[] =>
	Array.from({ length: 200 }, (_, at) => ({ atRequest: at + 1, kind, where: 0 }));

const small: Service = { fixedSize: 10 };
const repeating: Service = { ...small, past: 'last' };
const repeatedTwo: Service = { pageBefore: { from: 2, to: 12 } };
const shrinking: Service = { cap: { from: 3, size: 10 } };
const overstated: Service = { fixedSize: 11, counts: 'total', overstated: 1 };
const silent = (to: number): Service => ({ fixedSize: 11, silent: { from: 2, to } });

type Make = (number: number) => [count: number, Service, Change[]?];

it.each<[what: string, from: number, to: number, Make]>([
	['responses are empty for up to ten requests', 2, 11, (to) => [98, silent(to)]],
	['one is empty', 1, 14, (at) => [98, { ...small, mistake: { at, with: 'empty' } }]],
	['a page is smaller', 1, 14, (at) => [57, { ...repeating, replica: { at, size: 9 } }]],
	['the last record moves all the time', 11, 30, (n) => [n, repeating, always('lastToHead')]],
	['records are created all the time', 11, 30, (n) => [n, small, always('create')]],
	['20 are deleted in a row', 31, 60, (n) => [n, small, always('delete').slice(0, 20)]],
])('the slow read is complete although %s', async (_what, from, to, make) => {
	for (let number = from; number <= to; number++) {
		const read = await readSlowly(new LivingList(...make(number)), 100);
		expect([number, read]).toEqual([number, { error: undefined, missing: [] }]);
	}
});

it.each<[what: string, count: number, Service, changes: string]>([
	['pages become smaller', 100, shrinking, 'N delete 0'],
	['pages become smaller and a record moves', 220, shrinking, 'N editToHead 660'],
	['responses are empty for a while', 45, { ...small, ...silent(4) }, 'N delete 0'],
	['a replica is late', 29, { ...small, late: [0, 9] }, 'N delete 250'],
	['page 2 repeats page 1', 29, { ...small, repeats: 1 }, 'N delete 0'],
	['page 3 repeats page 2', 29, { ...small, repeats: 2 }, 'N delete 0'],
	[
		'page 2 repeats page 1 for a while',
		30,
		{ ...small, ...repeatedTwo },
		'17 create 0, N delete 0',
	],
	[
		'imports push back a whole page twice',
		52,
		small,
		'3 import 0 10, 13 import 0 10, N editToHead 556',
	],
	['each pass lacks one', 31, repeating, '3 delete 0, 4 delete 999, 7 create 0, N delete 0'],
	[
		'a pass back lacks one and has a new one',
		30,
		small,
		'3 delete 0, 7 create 0, 9 delete 0, 17 create 0, N deleteLast 0',
	],
])('no change at request N hides a record: %s', async (_what, count, service, changes) => {
	for (let at = 1; at <= 50; at++) {
		const list = new LivingList(count, service, changesOf(changes.replace('N', String(at))));
		const { error, missing } = await readSlowly(list, 20);
		expect([at, error === undefined ? missing : []]).toEqual([at, []]);
	}
});

const unproved = /could not confirm that it has all records/;

it.each<[what: string, count: number, pageSize: number, Service, error: RegExp]>([
	['ignores the page number', 60, 37, { ignoresPage: true }, /2 has the same 37/],
	['ignores the page size too', 40, 10, { ignoresPage: true, fixedSize: 25 }, /2 has the same 25/],
	['has one page and reports more', 11, 20, { ...overstated, past: 'last' }, /2 has the same 11/],
	['repeats its last page and reports more', 53, 20, { ...overstated, past: 'last' }, unproved],
	['ends and reports more', 53, 20, overstated, unproved],
	['never shows page 3', 30, 20, { ...small, repeats: 2 }, unproved],
	['has replicas with smaller pages', 57, 20, { past: 'last', replicas: [10, 9] }, unproved],
	['returns nothing for eleven requests', 98, 20, silent(12), unproved],
])(
	'the slow read ends in an error if the service %s',
	async (_, count, pageSize, service, error) => {
		const read = await readSlowly(new LivingList(count, service), pageSize);
		expect(read.error?.message).toMatch(error);
	},
);

/** Imports of many records, one at each request. */
const imports = (many: number): Change[] =>
	Array.from({ length: 40 }, (_, at) => ({ atRequest: at + 1, kind: 'import', where: 0, many }));

it.each<[what: string, count: number, Service, Change[], requests: number, pausedMs: number]>([
	['one page', 13, { fixedSize: 20 }, [], 4, 0],
	['one page that comes again', 13, { fixedSize: 13, past: 'last' }, [], 13, 0],
	['three pages', 25, small, [], 12, 0],
	['three pages, of which the last comes again', 25, repeating, [], 28, 0],
	['three pages and a new record', 25, small, changesOf('2 create 0'), 12, 0],
	['the last record moves all the time', 33, small, always('lastToHead'), 27, 1_000],
	['records are imported all the time', 31, small, imports(6), 111, 1_000],
	['page 2 repeats page 1 for a while', 36, { ...small, ...repeatedTwo }, [], 41, 1_000],
	['pages become smaller', 15, shrinking, changesOf('14 create 0'), 23, 0],
])(
	'%s: the slow read sends few requests, and waits only if passes differ',
	async (_what, count, service, changes, requests, pausedMs) => {
		const list = new LivingList(count, service, changes);
		expect(await readSlowly(list, 20)).toEqual({ error: undefined, missing: [] });
		expect([list.requests, list.pausedMs]).toEqual([requests, pausedMs]);
	},
);

it.each([
	[20, 2],
	[25, 3],
])('with a limit of %i records, the slow read sends %i requests', async (wanted, requests) => {
	const list = new LivingList(60, small);
	const reader = new PageReader(list.source(), { pageSize: 20, parallelPages: 1 });
	for await (const records of readPageByPage(reader, new Seen(), wanted))
		expect(records).toHaveLength(10);
	expect(list.requests).toBe(requests);
});

type Failing = [count: number, pageSize: number, Service, string, RegExp];

it.each<[what: string, Failing, requests: number, pausedMs: number]>([
	['proves nothing', [53, 20, overstated, '99 create 0', unproved], 32, 0],
	[
		'ignores the page number, after a new record',
		[60, 37, { ignoresPage: true }, '13 create 0', /2 has the same 37/],
		27,
		1_000,
	],
	[
		'ignores the page number, also if a fifth is deleted when the other size is tried',
		[25, 20, { onePage: true }, Array(5).fill('13 delete 0').join(', '), /2 has the same 25/],
		14,
		0,
	],
])(
	'a service that %s ends in an error after few requests',
	async (_what, [count, pageSize, service, changes, error], requests, pausedMs) => {
		const list = new LivingList(count, service, changesOf(changes));
		expect((await readSlowly(list, pageSize)).error?.message).toMatch(error);
		expect([list.requests, list.pausedMs]).toEqual([requests, pausedMs]);
	},
);

it('a service that ignores the page number ends in an error even if each pass finds a new record', async () => {
	const list = new LivingList(0);
	const source = list.source();
	let [before, newest, requests] = [0, 1_000, 0];
	const fetch: typeof source.fetch = async (_index, size) => {
		if (++requests > 1_000) throw new Error('the read goes on');
		// The request with a smaller size is the last one of a pass.
		if (size > before && before > 0) newest++;
		before = size;
		const records = Array.from({ length: size }, (_, at) => ({ id: newest - at }));
		return await Promise.resolve({ records });
	};
	const { error } = await readSlowly(list, 37, { ...source, fetch });
	expect(error?.message).toMatch(/2 has the same 37/);
	expect(list.pausedMs).toBeGreaterThan(150_000);
});

it('an only page that comes again is the list, unless it has as many records as usual pages', async () => {
	const refused: number[] = [];
	for (let count = 9; count <= 101; count++) {
		const list = new LivingList(count, { fixedSize: count, past: 'last' });
		if ((await readSlowly(list, 100)).error) refused.push(count);
	}
	expect(refused).toEqual([10, 20, 25, 50, 100]);
});

it('a limit that small pages reach brings no warning, also if the reader stops there', async () => {
	const listing = new Listing(new LivingList(60, small).source(), {
		...{ pageSize: 100, parallelPages: 1, wanted: 25 },
	});
	let count = 0;
	for await (const { length } of listing.batches()) if ((count += length) >= 25) break;
	expect([count, listing.result.warnings]).toEqual([25, []]);
});
