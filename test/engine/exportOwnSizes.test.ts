import { exportToFile, onlyFile } from './support/exported';
import { runNode } from './support/engine';
import { smallService } from './support/smallService';
import type { Parameters } from './support/withSandbox';

type Listed = Array<{ id: number }>;

/**
 * A list whose pages are of a size of the service's own.
 * @param change what happens to the list meanwhile
 */
async function service(
	count: number,
	sizeOf: (asked: number) => number,
	isCounted = true,
	change?: (all: Listed) => void,
) {
	const all: Listed = Array.from({ length: count }, (_, index) => ({
		...{ id: 1000 + count - index, currency: 'CZK', total: 1 },
	}));
	return await smallService({
		answer: ({ query, count: request }) => {
			if (request === 5) change?.(all);
			const [asked, page] = [Number(query.get('pageSize')), Number(query.get('page'))];
			const size = sizeOf(asked);
			const accountingDocuments = all.slice(Math.max(0, page - 1) * size, Math.max(0, page * size));
			return {
				accountingDocuments,
				...(isCounted && { pagesCount: Math.ceil(all.length / size) }),
			};
		},
	});
}

const sizes: Array<[string, (asked: number) => number]> = [
	['7', () => 7],
	['10', () => 10],
	['20', () => 20],
	['at most 50', (asked) => Math.min(asked, 50)],
	['10, 20 or 50', (asked) => [10, 20, 50].findLast((size) => size <= asked) ?? 10],
];

const cases = sizes.flatMap(([name, sizeOf]) =>
	[true, false].map((isCounted) => ({ name, isCounted, sizeOf })),
);

describe.each(cases)('pages of $name, counted: $isCounted', ({ sizeOf, isCounted }) => {
	const size = sizeOf(100);

	const idsOf = async (count: number, options: Parameters) => {
		const { credential } = await service(count, sizeOf, isCounted);
		const parameters = exportToFile({ format: 'ndjson', options });
		const result = await runNode({ parameters, credentials: credential() });
		const { content, account } = await onlyFile(result);
		const lines = content.toString().split('\n').filter(Boolean);
		return { account, ids: lines.map((line) => (JSON.parse(line) as { id: number }).id) };
	};

	it.each([13, 14])('an export of %i pages goes on to its end', async (pages) => {
		const count = pages * size - 3;
		// The place is on the last page, at its very end, and on the page before it.
		for (const left of [1, 0, size - 4, size + 1]) {
			const options = { resumeAfterId: String(1001 + left) };
			const { ids, account } = await idsOf(count, options);
			expect(ids).toEqual(Array.from({ length: left }, (_, index) => 1000 + left - index));
			expect(account.complete).toBe(true);
		}
	});

	it('ranges of pages are those of the service', async () => {
		const ranges = [{ toPage: 4 }, { fromPage: 5, toPage: 14 }, { fromPage: 15 }];
		const ids = [];
		for (const options of ranges) ids.push((await idsOf(16 * size - 3, options)).ids);
		expect(ids.map(({ length }) => length)).toEqual([4 * size, 10 * size, 2 * size - 3]);
		expect(new Set(ids.flat()).size).toBe(16 * size - 3);
	});
});

describe('a share of a list that changes while it is read in pages of 20', () => {
	it.each<[string, (all: Listed) => unknown]>([
		['is created', (all) => all.unshift({ ...all[0], id: 5000 })],
		['is deleted', (all) => all.splice(2, 1)],
	])('has all that was there throughout: a document %s', async (_, change) => {
		const { credential } = await service(200, () => 20, true, change);
		const parameters = exportToFile({ format: 'ndjson', options: { untilId: '1050' } });
		const result = await runNode({ parameters, credentials: credential() });
		const { content } = await onlyFile(result);
		const lines = content.toString().split('\n').filter(Boolean);
		const ids = lines.map((line) => (JSON.parse(line) as { id: number }).id);
		expect(new Set(ids).size).toBe(ids.length);
		const throughout = Array.from({ length: 151 }, (__, index) => 1200 - index);
		const missing = throughout.filter((id) => id !== 1198 && !ids.includes(id));
		expect([missing, ids.filter((id) => id < 1050)]).toEqual([[], []]);
	});
});
