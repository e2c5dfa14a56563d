import type { GivenFault } from '../../sandbox';
import { documentsOf, exportToFile, onlyFile, type StoredFile } from './support/exported';
import { bench, getAll, type Parameters } from './support/withSandbox';

/**
 * Answers on their way into a file are taken apart before the client of the service reads them;
 * whatever is wrong with one has to be found and told all the same.
 */
const recordsIn = ({ content }: StoredFile) =>
	content
		.toString()
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as { id: number | string });

const lines = (options: Parameters = {}) => exportToFile({ format: 'ndjson', options });

describe('Export to File: answers that are as they should be', () => {
	it.each([
		['object', 'desc'],
		['array', 'asc'],
		['objectWithoutCount', 'desc'],
	] as const)('envelope %s, order %s', async (envelope, listOrder) => {
		const { run, sandbox } = await bench({ documents: 1055, envelope, listOrder });
		const expected = documentsOf(sandbox, listOrder === 'asc' ? 'ASC' : 'DESC');
		const file = await onlyFile(await run(lines()));
		expect(recordsIn(file)).toEqual(expected);
		expect(file.account.complete).toBe(true);
	});

	it.each([
		[{ kind: 'resetBefore', match: { page: 2 } }],
		[{ kind: 'resetWithin', match: { page: 3 } }],
		[{ kind: 'truncatedJson', match: { page: 2 } }],
		[{ kind: 'status', status: 429, retryAfter: '0', match: { page: 4 } }],
		[{ kind: 'expireToken', match: { page: 5 } }],
		[{ kind: 'clampPageSize', to: 50, times: 0 }],
	] as GivenFault[][])('nothing is lost through %j', async (fault) => {
		const { run, sandbox } = await bench({ documents: 1000 });
		sandbox.admin.addFault({ ...fault, match: { ...fault.match, path: 'list' } });
		const file = await onlyFile(await run(lines()));
		expect(recordsIn(file)).toEqual(documentsOf(sandbox));
		expect(file.account).toMatchObject({ documents: 1000, complete: true });
		expect(file.account.totals).toEqual(sandbox.admin.totals().totals);
	});

	it.each([
		{ kind: 'insert', count: 7 },
		{ kind: 'delete', count: 7, where: 'before' },
	] as GivenFault[])('what exists throughout arrives once although documents %j', async (fault) => {
		const { run, sandbox } = await bench({ documents: 1000 });
		const before = new Set(documentsOf(sandbox).map(({ id }) => id));
		sandbox.admin.addFault({ ...fault, match: { path: 'list', page: 4 } });
		const file = await onlyFile(await run(lines()));
		const throughout = documentsOf(sandbox).filter(({ id }) => before.has(id));
		const ids = recordsIn(file).map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(throughout.filter(({ id }) => !ids.includes(id as never))).toEqual([]);
		expect(file.account.complete).toBe(true);
	});
});

describe('Export to File: answers that are not', () => {
	it.each([
		[{ kind: 'html', times: 0 }],
		[{ kind: 'noRecords', times: 0 }],
		[{ kind: 'errorBody', times: 0 }],
		[{ kind: 'status', status: 400, times: 0 }],
		[{ kind: 'redirect', location: 'http://127.0.0.1:9/', times: 0 }],
	] as GivenFault[][])('%j is told in the words of Get Many', async (fault) => {
		const { run, sandbox } = await bench({ documents: 50 });
		sandbox.admin.addFault({ ...fault, match: { path: 'list' } });
		const listed = (await run(getAll({ returnAll: true }))).error?.message ?? '';
		const exported = (await run(lines())).error?.message ?? '';
		expect(listed).toContain('while listing accounting documents');
		expect(exported.startsWith(`${listed}. The export stopped before`)).toBe(true);
	});
});
