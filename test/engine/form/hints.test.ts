import { bench, getAll, getByToken } from '../support/withSandbox';

describe('hints beside the output', () => {
	it('say nothing where there is nothing to say', async () => {
		const { run } = await bench();
		expect((await run(getAll({ limit: 2 }))).hints).toEqual([]);
		expect((await run(getAll({ output: 'raw' }))).hints).toEqual([]);
		const failed = await run(getByToken('no-such-token'));
		expect([failed.error !== undefined, failed.hints]).toEqual([true, []]);
	});

	it('say that a list was read once for all items that ask for the same', async () => {
		const { run, asked } = await bench();
		const { hints, after } = await run(getAll({ limit: 2 }), {
			items: [{ name: 'first' }, { name: 'second' }, { name: 'third' }],
			after: "={{ $('Start').item.json.name }}",
		});
		expect(after).toEqual(['first', 'first']);
		expect(hints).toEqual(['All 3 input items have the same values, so the node ran once.']);
		expect(asked()).toHaveLength(1);
	});
});
