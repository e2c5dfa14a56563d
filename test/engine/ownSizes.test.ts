import { runNode } from './support/engine';
import { json as answerJson, smallService } from './support/smallService';

/** What a service makes of the page size that it is asked for. */
const sizes: Record<string, (asked: number) => number> = {
	'10, 20, 50 or 100': (asked) => [10, 20, 50, 100].findLast((size) => size <= asked) ?? 10,
	tens: (asked) => asked - (asked % 10),
	'one fewer': (asked) => asked - 1,
	'at most 50': (asked) => Math.min(asked, 50),
};

/** What comes beyond the last page. */
type Beyond = 'nothing' | 'a refusal' | 'the last page';

async function service(kind: string, count: number, beyond: Beyond, counts: boolean) {
	const all = Array.from({ length: count }, (_, index) => ({ id: 9_000 - index, total: 1 }));
	return await smallService({
		answer: ({ query }, response) => {
			const [asked, page] = [Number(query.get('pageSize')), Number(query.get('page'))];
			const size = sizes[kind](asked);
			const pagesCount = Math.ceil(all.length / size);
			if (page < 1) return answerJson(response, 400, {});
			if (page > pagesCount && beyond === 'a refusal') return answerJson(response, 404, {});
			const shown = beyond === 'the last page' ? Math.min(page, pagesCount) : page;
			const accountingDocuments = all.slice((shown - 1) * size, shown * size);
			return { accountingDocuments, ...(counts && { pagesCount }) };
		},
	});
}

const cases = Object.keys(sizes).flatMap((kind) =>
	[50, 100, 250, 400].flatMap((count) =>
		(['nothing', 'a refusal', 'the last page'] as const).flatMap((beyond) =>
			[true, false].map((counts): [string, number, Beyond, boolean] => [
				kind,
				count,
				beyond,
				counts,
			]),
		),
	),
);

describe('a service with page sizes of its own', () => {
	it.each(cases)('is read in full: %s, %i documents, then %s, counts: %s', async (...how) => {
		const { credential, arrived } = await service(...how);
		const { error, json } = await runNode({
			parameters: { resource: 'accountingDocument', operation: 'getAll', returnAll: true },
			credentials: credential(),
		});
		expect(error).toBeUndefined();
		expect(new Set(json.map(({ id }) => id)).size).toBe(how[1]);
		expect(json).toHaveLength(how[1]);
		expect(arrived.length).toBeLessThan(60);
	});
});
