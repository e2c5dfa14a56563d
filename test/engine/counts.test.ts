import { bench, getAll, listPath, search, searchPath, tokenPath } from './support/withSandbox';

/** What a reading costs: numbers that no machine changes, so that they can be held exactly. */
const all = (options: object = {}) => getAll({ returnAll: true, output: 'raw', options });

describe('the number of requests', () => {
	it.each([
		// An empty answer is asked for again.
		[0, 2],
		// The page and its count show that it is the only one.
		[1, 1],
		[99, 1],
		// A list that just fills its page is asked whether there is more, and then what moved to its head.
		[100, 3],
		[101, 3],
		[201, 4],
		[399, 6],
		[400, 6],
		[501, 8],
		[1_200, 15],
		[1_234, 15],
		[10_000, 115],
		[13_999, 160],
		[14_001, 160],
	])('of a list of %i documents is %i', async (documents, requests) => {
		const { run, asked } = await bench({ documents });
		const { json, error } = await run(all());
		expect(error).toBeUndefined();
		expect(json).toHaveLength(documents);
		expect(asked(listPath)).toHaveLength(requests);
		expect(asked(tokenPath)).toHaveLength(1);
		if (documents >= 10_000)
			expect(requests / Math.ceil(documents / 100)).toBeLessThanOrEqual(1.16);
	});

	it.each([1, 2, 4, 8])(
		'is the same with at most %i at once, which are never exceeded',
		async (parallelPages) => {
			const { run, asked, sandbox } = await bench({ documents: 1_234, latencyMs: 5 });
			await run(all({ parallelPages }));
			expect(asked(listPath)).toHaveLength(15);
			expect(sandbox.admin.journal().mostInFlight).toBeLessThanOrEqual(parallelPages);
		},
	);

	it('is the same for a search', async () => {
		const { run, asked } = await bench({ documents: 1_234 });
		const { json } = await run(search({ returnAll: true }));
		expect(json).toHaveLength(1_234);
		expect(asked(searchPath)).toHaveLength(15);
	});

	it('of small pages is that of pages of up to 20, fewer of which would not overlap', async () => {
		const { run, asked } = await bench({ documents: 2_991 });
		const { json } = await run(all({ pageSize: 10 }));
		expect(json).toHaveLength(2_991);
		expect(asked(listPath)).toHaveLength(208);
	});

	it.each([
		[1, 1],
		[100, 1],
		[101, 2],
		// Pages overlap, so that none is missing between them.
		[950, 11],
	])('with a limit of %i is %i', async (limit, requests) => {
		const { run, asked } = await bench({ documents: 1_500 });
		const { json } = await run(getAll({ limit }));
		expect(json).toHaveLength(limit);
		expect(asked(listPath)).toHaveLength(requests);
	});

	it.each([{ returnAll: true }, { limit: 120 }, { limit: 3, filters: { type: [0] } }])(
		'counts one look before the first page, once for a credential: %j',
		async (reading) => {
			const { run, looksBeforeFirstPage } = await bench({ documents: 1_500 });
			for (let time = 0; time < 3; time++) {
				expect((await run(search(reading))).error).toBeUndefined();
				expect(looksBeforeFirstPage()).toBe(1);
			}
		},
	);
});

describe('the number of token exchanges', () => {
	it.each([1, 4, 8])(
		'is one for each expiry while a list is read with at most %i pages at once',
		async (parallelPages) => {
			const { run, asked, sandbox } = await bench({ documents: 4_000, latencyMs: 2 });
			for (const page of [12, 27]) {
				sandbox.admin.addFault({ kind: 'expireToken', match: { path: 'list', page } });
			}
			const { json, error } = await run(all({ parallelPages }));
			expect(error).toBeUndefined();
			expect(json).toHaveLength(4_000);
			expect(asked(tokenPath)).toHaveLength(3);
			// None but the pages that were under way are refused; those after them have the new token. A young
			// token is sent again for a second, in five tries.
			const refused = asked(listPath).filter(({ status }) => status === 401).length;
			expect(refused).toBeGreaterThanOrEqual(2);
			expect(refused).toBeLessThanOrEqual(2 * 5 * parallelPages);
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
	it.each([1, 4])(
		'is two and one for a whole list with at most %i pages at once',
		async (parallelPages) => {
			const { run, credentials } = await bench({ documents: 4_000 });
			const { json } = await run(all({ parallelPages }));
			expect(json).toHaveLength(4_000);
			// Once more before the exchange: another process may have stored a token meanwhile.
			expect([credentials.reads, credentials.updates]).toEqual([2, 1]);
		},
	);
});
