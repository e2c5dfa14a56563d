import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Listing } from '../../../nodes/shared/lists/listing';
import { LivingList, type Change, type Service } from './support/livingList';

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
		['5 pages without a count', 500, {}, 2],
		['25 pages without a count', 2_500, {}, 1.25],
	])('%s', async (_name, count, service: Service, most) => {
		const requests = (await requestsFor(count, service)) - pageZero;
		expect(requests / Math.ceil(count / 100)).toBeLessThanOrEqual(most);
	});

	it.each([
		['with a count', counted],
		['without a count', {}],
	])('a largest page of 50, %s', async (_name, service: Service) => {
		const requests = await requestsFor(5_000, { ...service, cap: { from: 1, size: 50 } });
		expect((requests - pageZero) / 100).toBeLessThanOrEqual(1.3);
	});

	it.each([20, 25, 50].flatMap((size) => [2, 3, 4, 8].map((atRequest) => [size, atRequest])))(
		'a largest page of %d and a record created before request %d: hardly more than without it',
		async (size, atRequest) => {
			const service: Service = { ...counted, cap: { from: 1, size } };
			const quiet = await requestsFor(500, service);
			const changes: Change[] = [{ atRequest, kind: 'create', where: 0 }];
			expect(await requestsFor(500, service, { changes })).toBeLessThanOrEqual(quiet + 4);
		},
	);

	it.each([2, 5])(
		'a record deleted before request %d is no reason to read anew',
		async (atRequest) => {
			for (const service of [counted, {}]) {
				const changes: Change[] = [{ atRequest, kind: 'delete', where: 100 }];
				const quiet = await requestsFor(450, service);
				expect(await requestsFor(450, service, { changes })).toBeLessThanOrEqual(quiet + 4);
			}
		},
	);

	it('counts page 0 once per credential', async () => {
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
		const listing = new Listing(list.source(), options);
		let records = 0;
		for await (const batch of listing.batches()) records += batch.length;
		expect(records).toBe(25);
		expect(listing.result).toMatchObject({ complete: true, stoppedEarly: false });
	});

	it('ends early, and reports it, if a maximum of requests is set', async () => {
		const list = new LivingList(5_000, counted);
		const options = { pageSize: 100, parallelPages: 4, maxRequests: 7 };
		const listing = new Listing(list.source(), options);
		let records = 0;
		for await (const batch of listing.batches()) records += batch.length;
		expect(records).toBeGreaterThan(300);
		expect(list.requests).toBeLessThanOrEqual(7);
		expect(listing.result).toMatchObject({ complete: false, stoppedEarly: true, warnings: [] });
	});
});
