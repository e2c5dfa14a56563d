import { bench, getAll, listPath, search, searchPath, tokenPath } from './support/withSandbox';

/** What a reading costs: numbers that no machine changes, so that they can be held exactly. */
const all = (options: object = {}) => getAll({ returnAll: true, output: 'raw', options });

describe('the number of requests', () => {
	it.each([1, 8])(
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
	it.each([1, 8])(
		'is one for each expiry while a list is read with at most %i pages at once',
		async (parallelPages) => {
			const { run, asked, sandbox } = await bench({ documents: 3_000, latencyMs: 2 });
			for (const page of [12, 27]) {
				sandbox.admin.addFault({ kind: 'expireToken', match: { path: 'list', page } });
			}
			const { json, error } = await run(all({ parallelPages }));
			expect(error).toBeUndefined();
			expect(json).toHaveLength(3_000);
			expect(asked(tokenPath)).toHaveLength(3);
			// None but the pages that were under way are refused; those after them have the new token. A young
			// token is sent again for a second, in five tries.
			const refused = asked(listPath).filter(({ status }) => status === 401).length;
			expect(refused).toBeGreaterThanOrEqual(2);
			expect(refused).toBeLessThanOrEqual(2 * 5 * parallelPages);
		},
	);
});

describe('the number of times that the credential is read, and written with a new token', () => {
	it('is two and one for a whole list', async () => {
		const { run, credentials } = await bench({ documents: 1_000 });
		const { json } = await run(all({ parallelPages: 4 }));
		expect(json).toHaveLength(1_000);
		// Once more before the exchange: another process may have stored a token meanwhile.
		expect([credentials.reads, credentials.updates]).toEqual([2, 1]);
	});
});
