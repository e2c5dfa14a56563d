import { ServiceError } from '../../../nodes/shared/client/errors';
import { Listing } from '../../../nodes/shared/lists/listing';
import { LivingList, type Service } from './support/livingList';

const transient = new ServiceError('unreachable', 'HTTP 503', {
	description: '',
	isTransient: true,
});
const cancelled = new ServiceError('cancelled', 'The execution was cancelled', { description: '' });

/** Reads a list. The first requests for page 0 fail like this. */
async function read(
	count: number,
	service: Service,
	{ owner, failures = [] }: { owner?: string; failures?: ServiceError[] } = {},
) {
	const list = new LivingList(count, service);
	const source = list.source(owner);
	const left = [...failures];
	const fetch: typeof source.fetch = async (page, ...others) => {
		const failure = page < 0 ? left.shift() : undefined;
		if (failure) throw failure;
		return await source.fetch(page, ...others);
	};
	const options = { pageSize: 100, parallelPages: 1 };
	const names: unknown[] = [];
	for await (const batch of new Listing({ ...source, fetch }, options).batches()) {
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
		minutes.mockReturnValue(minute * 60_000);
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
	expect(await requestsAt(10)).toBe(0);
	expect(await requestsAt(12)).toBe(first);
	expect(await requestsAt(25)).toBe(first);
	expect(await requestsAt(26)).toBe(first);
	expect(await requestsAt(27)).toBe(0);
	minutes.mockRestore();
});

it('page 0 is no longer requested after three reads in which other pages had its records', async () => {
	const owner = 'shows the last page';
	const requests = async () => (await read(250, { zero: 'last' }, { owner })).requests;
	const counts = [await requests(), await requests(), await requests(), await requests()];
	expect(counts.map((count) => count - counts[3])).toEqual([1, 1, 1, 0]);
});

it('an execution that is cancelled at page 0 ends', async () => {
	await expect(read(5, {}, { failures: [cancelled] })).rejects.toBe(cancelled);
	await expect(read(0, {}, { failures: [cancelled] })).rejects.toBe(cancelled);
});

it('the confirmed first pages of at most 1,000 credentials are remembered', async () => {
	const requests = async (owner: string) => (await read(5, {}, { owner })).requests;
	const first = await requests('first');
	expect(await requests('other')).toBe(first);
	expect(await requests('first')).toBeLessThan(first);
	for (let number = 0; number < 1_000; number++) await requests(`other ${number}`);
	expect(await requests('first')).toBe(first);
});
