import { type RunningSandbox, startSandbox } from '../../../sandbox/http/server';
import { Caller, idsOf } from './client';

const COUNT = 1_000_000;
const MEGABYTE = 1 << 20;

describe('a million documents', () => {
	let sandbox: RunningSandbox;
	let caller: Caller;
	let before: number;
	beforeAll(async () => {
		before = process.memoryUsage().rss;
		sandbox = await startSandbox({ documents: COUNT });
		caller = await Caller.of(sandbox);
	});
	afterAll(() => sandbox.close());

	it('are all reachable, the last page included', async () => {
		const last = await caller.list('?pageSize=100&page=10000');
		expect([last.json.pagesCount, idsOf(last).length]).toEqual([10_000, 100]);
		expect(idsOf(last).at(-1)).toBe(sandbox.admin.documentAt(0).id);
		expect(idsOf(await caller.list('?pageSize=100&page=10001'))).toEqual([]);
		const { permalinkToken, id } = sandbox.admin.documentAt(777_777);
		expect(
			(await caller.send('GET', `/v2/accountingdocuments/tokens/${permalinkToken}`)).json.id,
		).toBe(id);
	});

	it('can be searched to the last page', async () => {
		const { count } = sandbox.admin.totals({ currency: 'GBP', direction: '0' });
		const pages = Math.ceil(count / 100);
		const last = await caller.search({
			currency: 'GBP',
			direction: '0',
			pageSize: 100,
			page: pages,
		});
		expect(last.json.pagesCount).toBe(pages);
		expect(idsOf(last)).toHaveLength(count - (pages - 1) * 100);
	});

	it('cost little memory', async () => {
		for (let page = 1; page <= 10_000; page += 50) await caller.list(`?pageSize=100&page=${page}`);
		sandbox.admin.totals();
		// Holding the records would take gigabytes; what may grow is the heap's slack and one index of the search.
		expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
	});
});
