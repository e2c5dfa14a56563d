import { Mismatch } from '../../../nodes/shared/lists/mismatch';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { Seen } from '../../../nodes/shared/lists/seen';
import { SlowPass } from '../../../nodes/shared/lists/slowPass';
import { readPageByPage } from '../../../nodes/shared/lists/slowRead';
import { changesOf, LivingList, type Change } from './support/livingList';
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
	return { error, missing: before.filter((name) => !found.includes(name)) };
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
	expect(error?.message).toMatch(/could not prove it complete/);
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
