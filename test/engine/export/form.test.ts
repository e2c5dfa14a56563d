/** docs/reference/exports.md: each field of the form does what it says. */
import { exportToFile, onlyFile } from '../support/exported';
import { bench, listPath, searchPath, type Parameters } from '../support/withSandbox';

const operations = ['exportToFile', 'exportChanges'];

describe.each(operations)('%s: what is exported', (operation) => {
	const run = (changes: Parameters) => exportToFile({ operation, format: 'ndjson', ...changes });

	it('reads the list if nothing is added, and searches otherwise', async () => {
		const opened = await bench({ documents: 40 });
		const options = operation === 'exportToFile' ? { sortDirection: 'DESC' } : {};
		for (const [changes, path] of [
			[{}, listPath],
			[{ searchText: '', filters: {}, options }, listPath],
			[{ filters: { currency: 'CZK' } }, searchPath],
			[{ searchText: 'e' }, searchPath],
		] as const) {
			opened.sandbox.admin.clearJournal();
			const { account } = await onlyFile(await opened.run(run(changes)));
			expect(account.complete).toBe(true);
			expect([...new Set(opened.asked().map((entry) => entry.path))]).toEqual([path]);
		}
	});

	it('is refused with Columns set to Chosen, until columns are chosen', async () => {
		const opened = await bench({ documents: 30 });
		for (const rowsPer of ['document', 'both']) {
			const { error } = await opened.run(run({ format: 'csv', columnSet: 'chosen', rowsPer }));
			expect(error?.message).toBe('Chosen Columns is empty');
			expect(error?.description).toBe('Choose the columns to write, or set Columns to Standard.');
		}
		expect(opened.asked()).toEqual([]);
	});

	const empty = '={{ $json.nope }}';

	it.each<[Parameters, string]>([
		[{ filters: { currency: empty } }, 'The filter Currency is'],
		[
			{ filters: { issueDateFrom: empty, contactId: empty } },
			'The filters Contact and Issued From are',
		],
		[{ searchText: empty }, 'The filter Search Text is'],
		[
			{ filters: { otherFilters: { filter: [{ name: 'branch', value: empty }] } } },
			'The filter branch is',
		],
		[{ filters: { period: 'custom', issueDateTo: empty } }, 'The filter Issued To is'],
	])('%j is refused if it is empty for an item', async (changes, start) => {
		const opened = await bench({ documents: 30 });
		const items = [{ other: 1 }, { other: 2 }];
		const { error, items: output } = await opened.run(run(changes), { items });
		expect(error?.message).toMatch(new RegExp(`^Row 1: ${start} empty, so the result`));
		expect(error?.description).toMatch(/^Check the expressions/);
		expect([output, opened.asked()]).toEqual([[], []]);
	});

	it('is refused for the item without a value only, with Continue (using error output)', async () => {
		const opened = await bench({ documents: 30 });
		const filters = { currency: '={{ $json.currency }}' };
		const { json } = await opened.run(run({ filters }), {
			items: [{ currency: 'CZK' }, {}],
			node: { onError: 'continueRegularOutput' },
		});
		expect(json.map(({ error }) => error)).toEqual([
			undefined,
			expect.stringMatching(/^The filter Currency is empty, so/),
		]);
	});

	it('names a filter that was added and left empty, and Custom without dates', async () => {
		const opened = await bench({ documents: 30 });
		const filters = { period: 'custom', documentNo: '' };
		const { hints, error } = await opened.run(run({ filters }));
		expect(error).toBeUndefined();
		expect(hints.join()).toContain(
			'The node ignored empty filters: Document Number and Period (Custom).',
		);
	});
});
