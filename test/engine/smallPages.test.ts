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

describe('a service whose page parameter skips single documents, with pages of its own size', () => {
	const startSkipping = async (count: number, own: number, counted: boolean) =>
		await otherService(({ parameters }) => {
			const from = Number(parameters.offset);
			const records = Array.from({ length: count }, (_, at) => ({ id: 9_000 - at }));
			const shown = from < 0 ? [] : records.slice(from, from + own);
			const pagesCount = Math.ceil(count / own);
			const body = { accountingDocuments: shown, ...(counted && { pagesCount }) };
			return { body: JSON.stringify(body) };
		});
	const credential = {
		customizeParameterNames: true,
		pageParameter: 'offset',
		firstPage: 0,
		pageParameterCounts: 'records',
	};

	it.each([
		[33, 12, false],
		[33, 12, true],
		[80, 50, false],
		[130, 30, true],
		[100, 20, false],
		[5, 12, false],
	])('is read whole: %d documents in pages of %d', async (count, own, counted) => {
		for (const more of [{ returnAll: true }, { returnAll: false, limit: count }]) {
			const service = await startSkipping(count, own, counted);
			const parameters = { ...all, operation: 'getAll', ...more };
			const { error, json } = await service.run(parameters, undefined, credential);
			expect(error?.message).toBeUndefined();
			expect(json.map(({ id }) => id)).toEqual(Array.from(json, (_, at) => 9_000 - at));
			expect(json).toHaveLength(count);
		}
	});

	it('is told where it gives fewer than can be asked for', async () => {
		const service = await startSkipping(33, 7, false);
		const parameters = { ...all, operation: 'getAll' };
		const { error, json } = await service.run(parameters, undefined, credential);
		expect(error?.message).toMatch(/^The service gives 7 documents per page, fewer than can be/);
		expect(json).toEqual([]);
	});
});
