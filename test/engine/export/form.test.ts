import { exportToFile, onlyFile } from '../support/exported';
import { bench, listPath, searchPath, type Parameters } from '../support/withSandbox';

const operations = ['exportToFile', 'exportChanges'];

describe.each(operations)('%s: what is exported', (operation) => {
	const run = (changes: Parameters) => exportToFile({ operation, format: 'ndjson', ...changes });

	it('reads the list if nothing is added, and searches otherwise', async () => {
		const opened = await bench({ documents: 40 });
		for (const [changes, path] of [
			[{}, listPath],
			[{ searchText: '', sortDirection: 'DESC', filters: {} }, listPath],
			[{ filters: { currency: 'CZK' } }, searchPath],
			[{ searchText: 'e' }, searchPath],
		] as const) {
			opened.sandbox.admin.clearJournal();
			const { account } = await onlyFile(await opened.run(run(changes)));
			expect(account.complete).toBe(true);
			expect([...new Set(opened.asked().map((entry) => entry.path))]).toEqual([path]);
		}
	});

	const empty = '={{ $json.nope }}';

	it.each<[Parameters, string]>([
		[{ filters: { currency: empty } }, 'The filter Currency is'],
		[
			{ filters: { issueDateFrom: empty, contactId: empty } },
			'The filters Contact, Issued From are',
		],
		[{ searchText: empty }, 'The filter Search Text is'],
		[
			{ filters: { otherFilters: { filter: [{ name: 'branch', value: empty }] } } },
			'The filter branch is',
		],
		[{ filters: { period: 'custom', issueDateTo: empty } }, 'The filter Issued To is'],
	])('%j is refused if it is empty for every item', async (changes, start) => {
		const opened = await bench({ documents: 30 });
		const items = [{ other: 1 }, { other: 2 }];
		const { error, items: output } = await opened.run(run(changes), { items });
		expect(error?.message).toMatch(new RegExp(`^${start} empty for every item, so the file`));
		expect(error?.description).toMatch(/^Check the expressions/);
		expect([output, opened.asked()]).toEqual([[], []]);
	});

	it('is not refused if an item has a value; with Continue (using error output), every item has the error', async () => {
		const opened = await bench({ documents: 30 });
		const filters = { currency: '={{ $json.currency }}' };
		const items = [{ currency: 'CZK' }, {}];
		expect((await opened.run(run({ filters }), { items })).json).toHaveLength(2);
		const none = await opened.run(run({ filters }), {
			items: [{}, {}],
			node: { onError: 'continueRegularOutput' },
		});
		expect(none.json.map(({ error }) => error)).toEqual(
			Array(2).fill(expect.stringContaining('The filter Currency is empty for every item')),
		);
	});

	it('names a filter that was added and left empty, and Custom without dates', async () => {
		const opened = await bench({ documents: 30 });
		const filters = { period: 'custom', documentNo: '' };
		const { hints, error } = await opened.run(run({ filters }));
		expect(error).toBeUndefined();
		expect(hints.join()).toContain(
			'The node ignored filters that are empty for every item: Document Number, Period (Custom).',
		);
	});
});
