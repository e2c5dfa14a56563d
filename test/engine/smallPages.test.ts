import { otherService, type Asked } from './support/otherService';

interface Habits {
	count: number;
	/** Records on a page, whatever is asked for. */
	own: number;
	/** The first page comes whichever is asked for. */
	ignoresNumber?: boolean;
	/** The sort direction has no effect. */
	ignoresDirection?: boolean;
	counted?: boolean;
}

/** Beyond its end it gives the last page again. */
function answer(
	{ page, parameters }: Asked,
	{ count, own, ignoresNumber, ignoresDirection, counted }: Habits,
): string {
	const all = Array.from({ length: count }, (_, at) => ({ id: 9_000 - at, description: 'x' }));
	if (!ignoresDirection && parameters.sortDirection === 'ASC') all.reverse();
	const pagesCount = Math.ceil(count / own);
	const index = ignoresNumber ? 0 : Math.min(Math.max(page, 0), pagesCount - 1);
	const shown = all.slice(index * own, (index + 1) * own);
	return JSON.stringify({ accountingDocuments: shown, ...(counted && { pagesCount }) });
}

const start = async (habits: Habits) =>
	await otherService((asked) => ({ body: answer(asked, habits) }));

const all = { resource: 'accountingDocument', returnAll: true, simplify: false };

describe('a service with pages of its own size that repeats the last one', () => {
	it.each<Habits>([
		{ count: 300, own: 7, ignoresNumber: true },
		{ count: 300, own: 7, ignoresNumber: true, counted: true },
		{ count: 300, own: 50, ignoresNumber: true },
		{ count: 8, own: 7, ignoresNumber: true },
		{ count: 300, own: 1, ignoresNumber: true },
		{ count: 7, own: 7, ignoresNumber: true, ignoresDirection: true },
	])('is told that it may ignore the page number: %j', async (habits) => {
		for (const operation of ['getAll', 'search']) {
			const service = await start(habits);
			const { error, json } = await service.run({ ...all, operation });
			expect(error?.message).toMatch(/^The service gives the first page whichever page is asked/);
			expect(json).toEqual([]);
		}
	});

	it.each<Habits>([
		{ count: 1, own: 7 },
		{ count: 7, own: 7 },
		{ count: 5, own: 7 },
		{ count: 33, own: 50 },
		{ count: 100, own: 100 },
		{ count: 33, own: 50, counted: true },
		{ count: 120, own: 7, counted: true },
		{ count: 120, own: 50 },
	])('is read whole: %j', async (habits) => {
		for (const operation of ['getAll', 'search']) {
			const service = await start(habits);
			const { error, json } = await service.run({ ...all, operation });
			expect(error?.message).toBeUndefined();
			expect(new Set(json.map(({ id }) => id)).size).toBe(habits.count);
			expect(json).toHaveLength(habits.count);
		}
	});
});
