import { documentsOf, exportToFile, onlyFile, type StoredFile } from './support/exported';
import { bench, type Parameters } from './support/withSandbox';

const idsIn = ({ content }: StoredFile) =>
	content
		.toString()
		.split('\n')
		.filter(Boolean)
		.map((line) => (JSON.parse(line) as { id: number | string }).id);

const lines = (changes: Parameters) => exportToFile({ format: 'ndjson', ...changes });
const rising = (options: Parameters) => lines({ source: 'search', sortDirection: 'ASC', options });

describe('Export to File: going on after a document', () => {
	it('a nightly job gets what was created since, and asks for little else', async () => {
		const { run, sandbox, asked } = await bench({ documents: 5000 });
		const { account } = await onlyFile(await run(rising({})));
		sandbox.admin.clearJournal();
		const created = sandbox.admin.createDocuments({ count: 30 }).map(({ id }) => id);
		const file = await onlyFile(await run(rising({ afterId: String(account.lastId) })));
		expect(idsIn(file)).toEqual(created);
		expect(file.account).toMatchObject({ documents: 30, complete: true });
		expect(asked().length).toBeLessThan(20);
	});

	it.each(['ASC', 'DESC'] as const)('goes on in the order of the search: %s', async (order) => {
		const { run, sandbox } = await bench({ documents: 945 });
		const ids = documentsOf(sandbox, order).map(({ id }) => id);
		for (const place of [0, 1, 99, 100, 500, 943, 944]) {
			const options = { afterId: String(ids[place]) };
			const search = { source: 'search', sortDirection: order, options };
			const file = await onlyFile(await run(lines(search)));
			expect(idsIn(file)).toEqual(ids.slice(place + 1));
			expect(file.account.complete).toBe(true);
		}
	});

	it('does not need the document itself: it may have been deleted', async () => {
		const { run, sandbox } = await bench({ documents: 900 });
		const ids = documentsOf(sandbox).map(({ id }) => id);
		sandbox.admin.deleteDocument(Number(ids[450]));
		const file = await onlyFile(await run(lines({ options: { afterId: ids[450] } })));
		expect(idsIn(file)).toEqual(ids.slice(451));
	});

	it('keeps ids beyond 2^53 apart', async () => {
		const { run, sandbox } = await bench({ documents: 600, idBase: 2n ** 53n + 1n });
		const ids = documentsOf(sandbox, 'ASC').map(({ id }) => id);
		const file = await onlyFile(await run(rising({ afterId: String(ids[333]) })));
		expect(idsIn(file)).toEqual(ids.slice(334));
	});

	it('finds its place while documents are deleted before it', async () => {
		const { run, sandbox } = await bench({ documents: 1500 });
		const ids = documentsOf(sandbox, 'ASC').map(({ id }) => id);
		const fault = { match: { path: 'search' as const, call: 5 }, where: 'head' as const };
		sandbox.admin.addFault({ kind: 'delete', count: 40, ...fault });
		const file = await onlyFile(await run(rising({ afterId: String(ids[1001]) })));
		expect(idsIn(file)).toEqual(ids.slice(1002));
	});

	it('in a list that is not in the order of ids reads from the beginning until the document comes', async () => {
		const { run } = await bench({ documents: 700, orderBy: 'issueDate' });
		const whole = idsIn(await onlyFile(await run(lines({}))));
		const after = async (id: unknown) => await run(lines({ options: { afterId: String(id) } }));
		expect(idsIn(await onlyFile(await after(whole[250])))).toEqual(whole.slice(251));
		const { error } = await after(99);
		expect(error?.message).toMatch(/^The list has no document with the ID 99 to resume after/);
	});

	it('works without a count of pages', async () => {
		const { run, sandbox } = await bench({ documents: 350, envelope: 'array' });
		const ids = documentsOf(sandbox).map(({ id }) => id);
		const file = await onlyFile(await run(lines({ options: { afterId: String(ids[210]) } })));
		expect(idsIn(file)).toEqual(ids.slice(211));
	});
});
