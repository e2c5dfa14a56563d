import { runNode } from './support/engine';
import { json as answerJson, smallService } from './support/smallService';

/** A service with pages of one size, whatever size is asked for. */
interface Habits {
	count: number;
	ownSize: number;
	/** What comes beyond the end. */
	beyond: 'nothing' | 'last page' | 'first page' | 400 | 404;
	/** Pages are counted, in this size. */
	counts?: 'own size' | 'asked size' | 'none at all';
}

async function service({ count, ownSize, beyond, counts }: Habits) {
	const all = Array.from({ length: count }, (_, index) => ({ id: 9_000 - index }));
	const last = Math.ceil(count / ownSize) - 1;
	return await smallService({
		answer: ({ query }, response) => {
			let page = Number(query.get('page')) - 1;
			// As most services do with a number that is too low.
			if (page < 0) page = 0;
			if (page > last && typeof beyond === 'number') {
				return answerJson(response, beyond, { message: 'There is no such page' });
			}
			if (page > last && beyond === 'last page') page = last;
			if (page > last && beyond === 'first page') page = 0;
			const records = all.slice(page * ownSize, (page + 1) * ownSize);
			if (!counts) return records;
			const counted = counts === 'own size' ? ownSize : Number(query.get('pageSize'));
			return { records, pagesCount: counts === 'none at all' ? 0 : Math.ceil(count / counted) };
		},
	});
}

const ends = ['nothing', 'last page', 'first page', 400, 404] as const;

const rows = [7, 20, 50].flatMap((ownSize) =>
	([95, 200] as const).flatMap((count) => [
		...ends.map((beyond): Habits => ({ count, ownSize, beyond })),
		...ends.map((beyond): Habits => ({ count, ownSize, beyond, counts: 'own size' })),
	]),
);

const mistaken = [3, 7, 15, 20, 30, 50].flatMap((ownSize) =>
	[95, 200].flatMap((count) =>
		ends.flatMap((beyond): Habits[] => [
			{ count, ownSize, beyond, counts: 'asked size' },
			{ count, ownSize, beyond, counts: 'none at all' },
		]),
	),
);

describe.each([...rows, ...mistaken])('a service with pages of its own size: %j', (habits) => {
	it.each([{ returnAll: true }, { returnAll: false, limit: 190 }])(
		'is read to its end: %j',
		async (how) => {
			const { credential } = await service(habits);
			const getAll = { resource: 'accountingDocument', operation: 'getAll', simplify: false };
			const { error, json } = await runNode({
				parameters: { ...getAll, ...how },
				credentials: credential(),
			});
			const most = Math.min(habits.count, how.limit ?? habits.count);
			const ids = Array.from({ length: most }, (_, index) => 9_000 - index);
			expect([error?.message, json.map(({ id }) => id)]).toEqual([undefined, ids]);
		},
	);
});
