import { exportToFile, idsIn, onlyFile } from './support/exported';
import { serviceOf } from './support/otherService';
import { smallService } from './support/smallService';
import { bench, type Parameters } from './support/withSandbox';

const lines = (changes: Parameters) => exportToFile({ format: 'ndjson', ...changes });
const search = (sortDirection: string, options: Parameters) =>
	lines({ source: 'search', sortDirection, options });

const records = (ids: number[]) => ids.map((id) => `{"id":${id},"currency":"CZK","total":1}`);
const rising = Array.from({ length: 500 }, (_, index) => 1000 + index);
const falling = [...rising].reverse();
/** As a service lists that sorts by a date: its ids run neither way. */
const shuffled = rising.map((_, index) => 1000 + ((index * 7) % 500));

describe('Export to File: a service that ignores the sort direction', () => {
	it.each([
		['falling ids', falling],
		['ids in no order', shuffled],
	])('with %s: Resume After ID does not export the wrong half', async (_, ids) => {
		const { run } = await serviceOf(records(ids));
		const { error, items } = await run(search('ASC', { afterId: String(ids[250]) }));
		expect(error?.message).toMatch(/^The service ignores Sort Direction in the search/);
		expect(error?.description).toMatch(/Sort Direction Parameter/);
		expect(items).toEqual([]);
	});

	it('is of no harm where its order is the one asked for', async () => {
		const { run } = await serviceOf(records(rising));
		const file = await onlyFile(await run(search('ASC', { afterId: '1250' })));
		expect(idsIn(file)).toEqual(rising.slice(251));
	});
});

describe('Export to File: bounds in a list that is not in the order of IDs', () => {
	const refused = (bound: string) =>
		`${bound} cannot be used, because the list is not in the order of IDs`;

	it('are refused in a list by dates, where a document of an earlier date may come later', async () => {
		const { run } = await bench({ documents: 700, orderBy: 'issueDate' });
		const whole = idsIn(await onlyFile(await run(lines({}))));
		for (const id of [whole[250], 99]) {
			const { error, items } = await run(lines({ options: { afterId: String(id) } }));
			expect([error?.message, items]).toEqual([refused('Resume After ID'), []]);
		}
		const { error } = await run(lines({ options: { untilId: String(whole[250]) } }));
		expect(error?.message).toBe(refused('Until ID'));
	});

	it('are refused where a changed document has moved to the end, instead of an empty file', async () => {
		const moved = [...rising.slice(0, 250), ...rising.slice(251), 1250];
		const { run } = await serviceOf(records(moved));
		const { error, items } = await run(search('ASC', { afterId: '1250' }));
		expect(error?.message).toMatch(/^Document 1250 is not in the order of IDs/);
		expect(items).toEqual([]);
	});
});

it.each([
	{ resource: 'accountingDocument', operation: 'splitForExport', shares: 4 },
	exportToFile({ options: { afterId: '1100' } }),
	exportToFile({ options: { untilId: '1100' } }),
])('a service that counts its pages from 0 is reported by %j', async (parameters) => {
	const { run } = await smallService({
		answer: ({ query }) => {
			const [size, page] = [Number(query.get('pageSize')), Number(query.get('page'))];
			const list = Array.from({ length: 600 }, (_, index) => ({ id: 1600 - index }));
			return { records: list.slice(page * size, (page + 1) * size), pagesCount: 600 / size };
		},
	});
	const { error } = await run(parameters);
	expect(error?.message).toMatch(/^The service has documents on page 0/);
});

describe('Export to File: night after night', () => {
	it('quiet nights do not stop the next one', async () => {
		const { run, sandbox } = await bench({ documents: 0 });
		let lastId: unknown = null;
		const night = async () => {
			// As the recipe has it: an expression that reads the item of the night before.
			const parameters = search('ASC', { afterId: '={{ $json.lastId }}' });
			const file = await onlyFile(await run(parameters, { items: [{ lastId: lastId as string }] }));
			lastId = file.account.lastId;
			return idsIn(file);
		};
		expect([await night(), lastId]).toEqual([[], null]);
		expect([await night(), lastId]).toEqual([[], null]);
		const first = sandbox.admin.createDocuments({ count: 3 }).map(({ id }) => id);
		expect(await night()).toEqual(first);
		expect([await night(), lastId]).toEqual([[], String(first[2])]);
		expect([await night(), lastId]).toEqual([[], String(first[2])]);
		// Also when the documents that it goes on after are gone.
		for (const id of first) sandbox.admin.deleteDocument(Number(id));
		expect(await night()).toEqual([]);
		const later = sandbox.admin.createDocuments({ count: 2 }).map(({ id }) => id);
		expect(await night()).toEqual(later);
	});
});

describe('Export to File: a share between two documents', () => {
	it.each(['ASC', 'DESC'] as const)('ends with its last document: %s', async (direction) => {
		const { run, sandbox } = await bench({ documents: 1500 });
		const all = idsIn(await onlyFile(await run(search(direction, {}))));
		for (const [from, to] of [
			[0, 10],
			[99, 100],
			[250, 1200],
			[1498, 1499],
		]) {
			const options = { afterId: String(all[from]), untilId: String(all[to]) };
			const file = await onlyFile(await run(search(direction, options)));
			expect(idsIn(file)).toEqual(all.slice(from + 1, to + 1));
			const bounds = { afterId: options.afterId, untilId: options.untilId };
			expect(file.account).toMatchObject({ ...bounds, complete: true });
		}
		const untilOnly = await onlyFile(await run(search(direction, { untilId: String(all[321]) })));
		expect(idsIn(untilOnly)).toEqual(all.slice(0, 322));
		// The documents at its ends may be gone.
		for (const id of [all[400], all[600]]) sandbox.admin.deleteDocument(Number(id));
		const options = { afterId: String(all[400]), untilId: String(all[600]) };
		const file = await onlyFile(await run(search(direction, options)));
		expect(idsIn(file)).toEqual(all.slice(401, 600));
	});

	it('is asked for page by page from where it begins to where it ends', async () => {
		const { run, sandbox, asked } = await bench({ documents: 20_000 });
		const [afterId, untilId] = [10_000, 9501].map((place) => sandbox.admin.documentAt(place).id);
		const options = { afterId: String(afterId), untilId: String(untilId), parallelPages: 1 };
		const { account } = await onlyFile(await run(lines({ options })));
		expect(account).toMatchObject({ documents: 499, complete: true });
		expect(asked().length).toBeLessThan(23);
	});

	it('is refused where one document is out of that order', async () => {
		const odd = Array.from({ length: 4000 }, (_, index) => 9000 - index);
		odd.splice(2150, 0, 5);
		const { run } = await serviceOf(records(odd));
		const options = { afterId: '7400', untilId: '6500' };
		const { error } = await run(lines({ options }));
		expect(error?.message).toMatch(/^Document \d+ is not in the order of IDs/);
	});

	it('and of Resume After ID alone, which would leave it out', async () => {
		const odd = Array.from({ length: 4000 }, (_, index) => 9000 - index);
		odd.splice(3150, 0, 8999);
		const { run } = await serviceOf(records(odd));
		const { error } = await run(lines({ options: { afterId: '7400' } }));
		expect(error?.message).toMatch(
			/^Document 8999 is not in the order of IDs, so Resume After ID cannot be used/,
		);
	});

	it('the other way round is told', async () => {
		const { run } = await bench({ documents: 300 });
		const { error } = await run(lines({ options: { afterId: '10000010', untilId: '10000200' } }));
		expect(error?.message).toBe(
			'In this list, document 10000200 (Until ID) comes before document 10000010 (Resume After ID)',
		);
	});
});
