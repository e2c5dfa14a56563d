import { runNode } from './support/engine';
import { json as answerJson, smallService } from './support/smallService';

interface Habits {
	count: number;
	/** Number of the first page. */
	from?: number;
	/** What comes behind the last page. */
	beyond?: 'empty' | 'refused' | 'last';
	/** Pages of this size at most. */
	most?: number;
	/** The page parameter skips so many records instead. */
	skips?: boolean;
	counted?: boolean;
}

async function service({
	count,
	from = 0,
	beyond = 'empty',
	most = 100,
	skips,
	counted = true,
}: Habits) {
	const all = Array.from({ length: count }, (_, index) => ({ id: 9_000 - index }));
	return await smallService({
		answer: ({ query, body }, response) => {
			const inBody = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
			const asked: Record<string, unknown> = { ...Object.fromEntries(query), ...inBody };
			const size = Math.min(Number(asked.pageSize ?? 20), most);
			const given = Number(asked.page ?? asked.offset ?? from) - from;
			const pagesCount = Math.ceil(count / size);
			const last = (pagesCount - 1) * size;
			const place = skips ? given : given * size;
			if (place < 0) return answerJson(response, 400, { message: 'page is out of range' });
			if (place >= count && beyond === 'refused') return answerJson(response, 404, {});
			const start = place >= count && beyond === 'last' ? last : place;
			return {
				accountingDocuments: all.slice(start, start + size),
				currentPage: given,
				pageSize: size,
				...(counted && { pagesCount }),
			};
		},
	});
}

const getAll = {
	resource: 'accountingDocument',
	operation: 'getAll',
	returnAll: true,
	simplify: false,
};

const told = /^The service has documents on page 0, before the first page that was asked for/;

describe('a service that counts from 0, with First Page Number left at 1,', () => {
	it.each<Habits>([
		{ count: 101, beyond: 'refused' },
		{ count: 150, beyond: 'refused' },
		{ count: 200, beyond: 'refused' },
		{ count: 150, beyond: 'last' },
		{ count: 150, beyond: 'empty' },
		{ count: 101, beyond: 'refused', most: 50 },
		{ count: 230, beyond: 'refused', most: 20 },
		{ count: 60, beyond: 'empty' },
		{ count: 101, beyond: 'refused', counted: false },
		{ count: 60, counted: false, skips: true },
	])('is told, and nothing handed on: %j', async (habits) => {
		const { credential } = await service(habits);
		const { error, json } = await runNode({ parameters: getAll, credentials: credential() });
		expect([error?.message, json]).toEqual([expect.stringMatching(told), []]);
	});

	it.each<Habits>([
		{ count: 20, skips: true },
		{ count: 60, skips: true },
		{ count: 100, skips: true, beyond: 'refused' },
		{ count: 60, skips: true, counted: false },
	])('is told where the page parameter skips single documents: %j', async (habits) => {
		for (const operation of ['getAll', 'search']) {
			const { credential } = await service(habits);
			const { error, json } = await runNode({
				parameters: { ...getAll, operation },
				credentials: credential(),
			});
			expect([error?.message, json]).toEqual([expect.stringMatching(told), []]);
			expect(error?.description).toMatch(/"Page Parameter Counts" to Records.*Connection Check/);
		}
	});

	it.each([149, 200])(
		'is told where a parameter that counts records begins at 1 of %d',
		async (count) => {
			const { credential } = await service({ count, skips: true });
			const { error, json } = await runNode({
				parameters: getAll,
				credentials: credential({
					customizeParameterNames: true,
					pageParameter: 'offset',
					pageParameterCounts: 'records',
				}),
			});
			expect([error?.message, json]).toEqual([expect.stringMatching(told), []]);
		},
	);
});

describe('a service that counts from 1', () => {
	it.each<Habits>([
		{ count: 101, from: 1, beyond: 'refused' },
		{ count: 150, from: 1, beyond: 'last' },
		{ count: 230, from: 1, beyond: 'refused', most: 20 },
		{ count: 101, from: 1, beyond: 'refused', counted: false },
	])('is read whole: %j', async (habits) => {
		const { credential } = await service(habits);
		const { error, json } = await runNode({ parameters: getAll, credentials: credential() });
		expect([error, json.length]).toEqual([undefined, habits.count]);
	});
});
