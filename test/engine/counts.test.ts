import { bench, getAll, listPath, search, searchPath, tokenPath } from './support/withSandbox';

/** What a reading costs: numbers that no machine changes, so that they can be held exactly. */
const all = (options: object = {}) => getAll({ returnAll: true, simplify: false, options });

describe('the number of requests', () => {
	it.each([
		[0, 1],
		[1, 1],
		[99, 1],
		// A list that just fills its pages is asked whether there is more.
		[100, 2],
		// Two pages have one boundary, which is looked at again.
		[101, 3],
		// From here on the first page is, instead of each boundary.
		[201, 4],
		[399, 5],
		[400, 6],
		[501, 7],
		[1_234, 14],
		[1_200, 14],
		[10_000, 102],
	])('of a list of %i documents is %i', async (documents, requests) => {
		const { run, asked } = await bench({ documents });
		const { json, error } = await run(all());
		expect(error).toBeUndefined();
		expect(json).toHaveLength(documents);
		expect(asked(listPath)).toHaveLength(requests);
		expect(asked(tokenPath)).toHaveLength(1);
	});

	it.each([1, 2, 4, 8])('is the same with a window of %i', async (parallelPages) => {
		const { run, asked, sandbox } = await bench({ documents: 1_234 });
		await run(all({ parallelPages }));
		expect(asked(listPath)).toHaveLength(14);
		expect(sandbox.admin.journal().mostInFlight).toBeLessThanOrEqual(parallelPages);
	});

	it('is the same for a search', async () => {
		const { run, asked } = await bench({ documents: 1_234 });
		const { json } = await run(search({ returnAll: true }));
		expect(json).toHaveLength(1_234);
		expect(asked(searchPath)).toHaveLength(14);
	});

	it.each([
		// The first page again, the last page, and a look for each 64 pages.
		['stands still', 2_991, 300 + 2 + 5],
		// No page size divides 2,994, so that no look could tell; pages overlap instead.
		['cannot be shown to stand still', 2_995, 296],
	])('of a list of 300 small pages that %s is this', async (_, documents, requests) => {
		const { run, asked } = await bench({ documents });
		const { json } = await run(all({ pageSize: 10 }));
		expect(json).toHaveLength(documents);
		expect(asked(listPath)).toHaveLength(requests);
	});

	it.each([
		[14_001, 141 + 2 + 3],
		[13_999, 161],
	])('of a list of %i documents is %i', async (documents, requests) => {
		const { run, asked } = await bench({ documents });
		const { json } = await run(all());
		expect(json).toHaveLength(documents);
		expect(asked(listPath)).toHaveLength(requests);
	});

	it.each([
		[1, 1],
		[100, 1],
		[101, 2],
		[950, 10],
	])('with a limit of %i is %i', async (limit, requests) => {
		const { run, asked } = await bench({ documents: 1_500 });
		const { json } = await run(getAll({ limit }));
		expect(json).toHaveLength(limit);
		expect(asked(listPath)).toHaveLength(requests);
	});
});

describe('the number of token exchanges', () => {
	it.each([1, 4, 8])(
		'is one for each expiry while a list is read with a window of %i',
		async (parallelPages) => {
			const { run, asked, sandbox } = await bench({ documents: 4_000, latencyMs: 2 });
			for (const page of [12, 27]) {
				sandbox.admin.addFault({ kind: 'expireToken', match: { path: 'list', page } });
			}
			const { json, error } = await run(all({ parallelPages }));
			expect(error).toBeUndefined();
			expect(json).toHaveLength(4_000);
			expect(asked(tokenPath)).toHaveLength(3);
			// None but the pages that were under way are refused; those after them have the new token.
			const refused = asked(listPath).filter(({ status }) => status === 401).length;
			expect(refused).toBeGreaterThanOrEqual(2);
			expect(refused).toBeLessThanOrEqual(2 * 2 * parallelPages);
		},
	);

	it('is one for two runs that follow each other', async () => {
		const { run, asked } = await bench();
		await run(all());
		await run(all());
		expect(asked(tokenPath)).toHaveLength(1);
	});
});

describe('the number of times that the credential is read, and written with a new token', () => {
	it.each([1, 4])('is one for a whole list with a window of %i', async (parallelPages) => {
		const { run, credentials } = await bench({ documents: 4_000 });
		const { json } = await run(all({ parallelPages }));
		expect(json).toHaveLength(4_000);
		expect([credentials.reads, credentials.updates]).toEqual([1, 1]);
	});
});
