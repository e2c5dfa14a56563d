import fc from '../../property';

import { BackwardPass } from '../../../nodes/shared/lists/backwardPass';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { SlowPass } from '../../../nodes/shared/lists/slowPass';
import { changesOf, LivingList, type Change, type Service } from './support/livingList';
import { some } from './support/readings';

const options = { pageSize: 100, parallelPages: 1 };

/** A pass from front to back through a list at rest. */
async function passForward(count: number, cap: Service['cap']): Promise<SlowPass> {
	const list = new LivingList(count, { cap });
	const pass = new SlowPass(new PageReader(list.source(), options));
	for await (const records of pass.records()) expect(records).toBeDefined();
	return pass;
}

/** Reads back, while the list changes, what was read forward before. */
async function passBack(count: number, service: Service = {}, changes: Change[] = []) {
	const { cap = { from: 1, size: 10 } } = service;
	const list = new LivingList(count, { cap, ...service }, changes);
	const before = list.names();
	const source = list.source();
	const indexes: number[] = [];
	const fetch: typeof source.fetch = async (index, ...others) => {
		indexes.push(index);
		return await source.fetch(index, ...others);
	};
	const reader = new PageReader({ ...source, fetch }, options);
	const pass = new BackwardPass(reader, await passForward(count, cap));
	const found = new Set<unknown>();
	for await (const records of pass.records()) for (const { id } of records) found.add(id);
	return {
		pass,
		indexes,
		isConfirmed: pass.isConfirmed(count),
		missing: before.filter((name) => !list.wasDeleted(name) && !found.has(name)),
		hasDeletedMoved: list.hasDeletedMoved,
		// Such a pass proves nothing (slowRead.ts).
		hasNew: [...found].some((name) => !before.includes(name)),
	};
}

const healthy: Service[] = [
	{},
	{ past: 'last' },
	{ past: 'refused', counts: 'total' },
	{ counts: 'pages' },
];

it('a pass back that finds nothing new and is confirmed misses no record, unless one is moved and deleted', async () => {
	const kinds = ['create', 'insert', 'append', 'editToHead', 'delete', 'deleteLast'] as const;
	const changes = some([...kinds], { requests: 14, most: 5 });
	const lengths = fc.integer({ min: 11, max: 45 });
	let confirmed = 0;
	await fc.assert(
		fc.asyncProperty(lengths, fc.constantFrom(...healthy), changes, async (...script) => {
			const { missing, hasNew, hasDeletedMoved, isConfirmed } = await passBack(...script);
			if (!isConfirmed || hasNew || hasDeletedMoved) return;
			confirmed++;
			expect(missing).toEqual([]);
		}),
		{ numRuns: 1_000 },
	);
	expect(confirmed).toBeGreaterThan(300);
});

it.each(healthy)('is confirmed while a record is deleted at every request: %j', async (service) => {
	for (let count = 31; count <= 60; count++) {
		// The last page becomes empty before the one before it is read.
		if (count % 10 === 3) continue;
		for (const where of [0, 500, 999]) {
			const changes = Array.from({ length: 20 }, (_, at) => `${at + 1} delete ${where}`).join(', ');
			const { missing, isConfirmed } = await passBack(count, service, changesOf(changes));
			expect([count, where, missing, isConfirmed]).toEqual([count, where, [], true]);
		}
	}
});

it('is confirmed although the service repeats the last page of a list that has become shorter', async () => {
	const changes = changesOf('1 deleteMany 0');
	const { missing, isConfirmed } = await passBack(45, { past: 'last' }, changes);
	expect([missing, isConfirmed]).toEqual([[], true]);
});

it.each<[string, [count: number, Service, Change[]]]>([
	[
		'a replica has smaller pages',
		[
			60,
			{ cap: { from: 1, size: 20 }, replica: { at: 5, size: 15 } },
			changesOf(Array(5).fill('6 delete 700').join(', ')),
		],
	],
	['a page repeats the one before', [40, { repeats: 2 }, changesOf('16 deleteMany 700')]],
	[
		'the first look behind its records is at a late replica',
		[23, { past: 'last', late: [0, 5] }, changesOf('2 editToHead 988, 8 create 499')],
	],
	[
		'the last page is no longer the last one',
		[
			22,
			{ past: 'last', late: [5, 0] },
			changesOf('1 deleteLast 0, 2 deleteLast 0, 7 editToHead 621, 11 editToHead 881'),
		],
	],
])('is not confirmed if %s', async (_, script) => {
	expect((await passBack(...script)).isConfirmed).toBe(false);
});

it('a single page proves nothing, and neither does a total that is higher', async () => {
	expect((await passBack(13, { ignoresPage: true })).isConfirmed).toBe(false);
	for (const past of ['empty', 'refused', 'last'] as const) {
		const service: Service = { past, counts: 'total' };
		expect((await passBack(33, service)).isConfirmed).toBe(true);
		expect((await passBack(33, { ...service, overstated: 1 })).isConfirmed).toBe(false);
	}
});

it('no more records may be gone than there were requests', async () => {
	const { pass, indexes } = await passBack(33);
	expect(pass.isConfirmed(33 + indexes.length)).toBe(true);
	expect(pass.isConfirmed(34 + indexes.length)).toBe(false);
});

it('page 0 is not requested if the service returns nothing for a while', async () => {
	const { indexes, isConfirmed } = await passBack(33, { silent: { from: 1, to: 50 } });
	expect(isConfirmed).toBe(false);
	expect(Math.min(...indexes)).toBe(0);
});
