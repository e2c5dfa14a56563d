import type { ServiceRecord } from '../../../nodes/shared/client/envelope';
import { ServiceError } from '../../../nodes/shared/client/errors';
import { Mismatch, movesTooFast } from '../../../nodes/shared/lists/mismatch';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { readInPasses } from '../../../nodes/shared/lists/passes';
import { Seen } from '../../../nodes/shared/lists/seen';
import { readPageByPage } from '../../../nodes/shared/lists/slowRead';
import { changesOf, LivingList, type Change, type Service } from './support/livingList';
import { readAll } from './support/readings';

const page = { index: 0, size: 100 };

/** A list in which blocks of records move, and records come and go, in every second. */
function restless(seconds: number): LivingList {
	const changes = Array.from({ length: seconds }, (_each, at): Change[] => [
		{ atRequest: at + 1, kind: 'blockToHead', where: 500, many: 60 },
		{ atRequest: at + 1, kind: 'create', where: 0 },
		{ atRequest: at + 1, kind: 'delete', where: 999 },
	]).flat();
	return new LivingList(250, {}, changes);
}

it('the fast read gives up after 20 passes if records move, come and go at every request', async () => {
	const source = restless(400).source();
	const requested: number[] = [];
	const reader = new PageReader(
		{
			...source,
			async fetch(index, size, hooks) {
				requested.push(index);
				return await source.fetch(index, size, hooks);
			},
		},
		{ pageSize: page.size, parallelPages: 1 },
	);
	await expect(readToEnd(readInPasses(reader, new Seen(), await reader.ask(page)))).rejects.toThrow(
		new Mismatch(movesTooFast),
	);
	// Each pass reads the first page once.
	expect(requested.filter((index) => index === 0)).toHaveLength(20);
});

it('the slow read waits up to three minutes for a list that changes, and gives up then', async () => {
	const list = restless(2_000);
	const reader = new PageReader(list.source(), { pageSize: page.size, parallelPages: 1 });
	await expect(readToEnd(readPageByPage(reader, new Seen()))).rejects.toThrow(
		/the node read the list \d+ times, but could not confirm that it has all records/,
	);
	expect(list.pausedMs).toBeGreaterThan(150_000);
	expect(list.pausedMs).toBeLessThanOrEqual(180_000);
});

async function readToEnd(reading: AsyncGenerator<ServiceRecord[]>): Promise<void> {
	for await (const batch of reading) expect(batch).toBeDefined();
}

/** Limits that docs/internals/completeness.md#limits states. If one of these fails, the page says too little of the node. */
it.each<[what: string, count: number, pageSize: number, Service, changes: string, hidden: number]>([
	[
		'is edited beside one that is added below the newest one',
		1183,
		100,
		{ counts: 'pages', past: 'last', late: [0, 17] },
		'1 insert 476, 3 editToHead 701',
		355,
	],
	// Every request for page 3 reaches the late replica, so two passes look like those of a list at rest.
	[
		'is last on its page, while a new one is created, without counts',
		21,
		10,
		{ cap: { from: 1, size: 10 }, late: [...'1000101010'].map((turn) => 40 * Number(turn)) },
		'1 create 0',
		2,
	],
])('a late replica hides a record that %s', async (_what, count, size, service, text, hidden) => {
	const list = new LivingList(count, service, changesOf(text));
	const { names, result } = await readAll(list, { pageSize: size, parallelPages: 3 });
	expect(list.names().filter((name) => !names.includes(name))).toEqual([hidden]);
	expect(result.complete).toBe(true);
});

describe('a service that the settings do not fit', () => {
	it.each<[string, number, Service, number]>([
		['skips records, a bare array of 250', 250, { skipsRecords: true }, 200],
		['skips records, a bare array of 5,000', 5_000, { skipsRecords: true }, 300],
		['skips records and counts pages', 250, { skipsRecords: true, counts: 'pages' }, 200],
		['counts from 0', 250, { countsFromZero: true }, 75],
		['counts from 0 and repeats the last page', 250, { countsFromZero: true, past: 'last' }, 75],
		['ignores the page number', 250, { ignoresPage: true }, 60],
	])('%s: an error after few requests, without a pause', async (_name, count, service, most) => {
		const list = new LivingList(count, service);
		await expect(readAll(list, { pageSize: 100, parallelPages: 2 })).rejects.toThrow(ServiceError);
		expect(list.requests).toBeLessThanOrEqual(most);
		expect(list.pausedMs).toBe(0);
	});
});

it.each([
	['the records that came', 500, 100 + 4 * 5],
	['nothing, if none came', 0, 100],
])('a pass gives up after 100 requests, and 4 for each page of %s', async (_, count, most) => {
	const seen = new Seen();
	seen.fresh(Array.from({ length: count }, (_one, id) => ({ id })));
	const source = new LivingList(150).source();
	const reader = new PageReader(source, { pageSize: page.size, parallelPages: 1 }, seen);
	await expect(async () => {
		for (;;) await reader.request(page);
	}).rejects.toThrow(
		`after ${most} requests, the node had only ${count} different records and no end of the list`,
	);
	reader.beginPass();
	await expect(reader.request(page)).resolves.toBeDefined();
});

it('a read gives up after 100,000 requests, however many records came', async () => {
	let requests = 0;
	const seen = new Seen();
	const source = {
		...new LivingList(0).source(),
		async fetch() {
			const first = 10 * requests++;
			return { records: seen.fresh(Array.from({ length: 10 }, (_, at) => ({ id: first + at }))) };
		},
	};
	const reader = new PageReader(source, { pageSize: page.size, parallelPages: 1 }, seen);
	await expect(async () => {
		for (;;) await reader.request(page);
	}).rejects.toThrow('after 100000 requests, the node had only 1000000 different records');
	expect(requests).toBe(100_000);
});
