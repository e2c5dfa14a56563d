import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Listing } from '../../../nodes/shared/lists/listing';
import { LivingList, type Change, type Service } from './support/livingList';
import { readAll } from './support/readings';

async function requestsFor(
	count: number,
	service: Service,
	{ owner, changes }: { owner?: string; changes?: Change[] } = {},
): Promise<number> {
	const list = new LivingList(count, service, changes);
	const listing = new Listing(list.source(owner), { pageSize: 100, parallelPages: 8 });
	let records = 0;
	for await (const batch of listing.batches()) records += batch.length;
	expect(records).toBeGreaterThanOrEqual(count - (changes?.length ?? 0));
	expect(records).toBeLessThanOrEqual(count + (changes?.length ?? 0));
	expect(listing.result.complete).toBe(true);
	return list.requests;
}

/** The requests for page 0, once per credential and process. */
const pageZero = 2;

const counted: Service = { counts: 'pages' };
const cappedTo = (size: number): Service => ({ ...counted, cap: { from: 1, size } });

describe('the number of requests', () => {
	it.each<[string, number, Service, number]>([
		['one short page with a count', 37, counted, 1],
		['one short page without a count', 37, {}, 2],
		['an empty list', 0, {}, 2],
		['everything on one page, with a count', 250, { onePage: true, ...counted }, 1],
		['everything on one page, without a count', 250, { onePage: true }, 15],
		['everything on one page, and nothing behind it', 250, { onePage: true, past: 'empty' }, 7],
		['two pages, the last of which comes again past the end', 130, { past: 'last' }, 4],
	])('%s', async (_name, count, service, expected) => {
		expect(await requestsFor(count, service)).toBe(expected + pageZero);
	});

	it('is that of docs/reference/limits.md', async () => {
		const page = readFileSync(path.join(__dirname, '../../../docs/reference/limits.md'), 'utf8');
		const rows = [...page.matchAll(/^\| ([\d,]+)(?: to ([\d,]+))? \| ([\d,]+) \|$/gm)]
			.map(([, ...texts]) => texts.map((text = '') => Number(text.replace(/,/g, ''))))
			.flatMap(([first, last, requests]) =>
				[first, last || first].map((count) => [count, requests]),
			);
		expect(rows.length).toBeGreaterThan(5);
		for (const [count, requests] of rows) {
			const found = await requestsFor(count, { counts: 'envelope' });
			expect([count, found - pageZero]).toEqual([count, requests]);
		}
	});

	it.each<[string, number, Service, number]>([
		['5 pages without a count', 500, {}, 10],
		['25 pages without a count', 2_500, {}, 31],
		['100 pages of 50, with a count', 5_000, cappedTo(50), 130],
		['100 pages of 50, without a count', 5_000, { cap: { from: 1, size: 50 } }, 130],
	])('%s, at most', async (_name, count, service, most) => {
		expect((await requestsFor(count, service)) - pageZero).toBeLessThanOrEqual(most);
	});

	it.each<[what: string, count: number, Service, Omit<Change, 'atRequest'>]>([
		['pages of 20 and a new record', 500, cappedTo(20), { kind: 'create', where: 0 }],
		['pages of 25 and a new record', 500, cappedTo(25), { kind: 'create', where: 0 }],
		['pages of 50 and a new record', 500, cappedTo(50), { kind: 'create', where: 0 }],
		['a deleted record', 450, counted, { kind: 'delete', where: 100 }],
		['a deleted record, without a count', 450, {}, { kind: 'delete', where: 100 }],
	])('%s: hardly more than without the change', async (_what, count, service, change) => {
		const quiet = await requestsFor(count, service);
		for (const atRequest of [2, 3, 4, 5, 8]) {
			const changes = [{ ...change, atRequest }];
			expect(await requestsFor(count, service, { changes })).toBeLessThanOrEqual(quiet + 4);
		}
	});

	it('counts page 0 once per list of a credential', async () => {
		const once = { owner: 'the same credential' };
		const first = await requestsFor(37, counted, once);
		expect(await requestsFor(37, counted, once)).toBe(first - pageZero);
	});

	it('requests no further page once it has enough records', async () => {
		const list = new LivingList(5_000, counted);
		const source = list.source();
		const fetch: typeof source.fetch = async (...asked) => {
			await new Promise((resolve) => setTimeout(resolve, 1));
			return await source.fetch(...asked);
		};
		const isEnough = ({ id }: { id?: number | string }) => Number(id) < 4_500;
		const options = { pageSize: 100, parallelPages: 8, isEnough };
		let last = 0;
		for await (const batch of new Listing({ ...source, fetch }, options).batches()) {
			if (batch.length > 0) last = list.requests;
		}
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(list.requests - last).toBeLessThanOrEqual(8 + pageZero);
	});

	it.each([{}, counted])('requests page 0 even if the maximum is reached, %j', async (service) => {
		const list = new LivingList(2_000, { ...service, zero: 'last' });
		const options = { pageSize: 100, parallelPages: 1, wanted: 25, maxRequests: 2 };
		const { names, result } = await readAll(list, options);
		expect([names.length, result.complete, result.stoppedEarly]).toEqual([25, true, false]);
	});

	it('ends early, and reports it, if a maximum of requests is set', async () => {
		const list = new LivingList(5_000, counted);
		const options = { pageSize: 100, parallelPages: 4, maxRequests: 7 };
		const { names, result } = await readAll(list, options);
		expect(names.length).toBeGreaterThan(300);
		expect(list.requests).toBeLessThanOrEqual(7);
		expect(result).toMatchObject({ complete: false, stoppedEarly: true, warnings: [] });
	});

	it('ends early, without an error, if the maximum is reached in the slow read', async () => {
		const list = new LivingList(250, { onePage: true });
		const options = { pageSize: 100, parallelPages: 1, maxRequests: 5 };
		const { names, result } = await readAll(list, options);
		expect(names).toHaveLength(250);
		expect(result).toMatchObject({ complete: false, stoppedEarly: true });
	});
});
