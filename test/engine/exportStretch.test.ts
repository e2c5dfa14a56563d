import { exportToFile, onlyFile, type StoredFile } from './support/exported';
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

	it('in a list that is not in the order of ids reads from the beginning until the document comes', async () => {
		const { run } = await bench({ documents: 700, orderBy: 'issueDate' });
		const whole = idsIn(await onlyFile(await run(lines({}))));
		const after = async (id: unknown) => await run(lines({ options: { afterId: String(id) } }));
		expect(idsIn(await onlyFile(await after(whole[250])))).toEqual(whole.slice(251));
		const { error } = await after(99);
		expect(error?.message).toMatch(/^The list has no document 99 \(Resume After ID\)/);
	});
});
