import type { IDataObject } from 'n8n-workflow';

import { create, documentsPath } from '../support/create';
import { json, smallService } from '../support/smallService';

interface Kept extends IDataObject {
	id: number;
	shownAt: number;
}

type Order = 'newest first' | 'oldest first' | 'by date';

const older = 30;

/** A service whose list shows each document some time after its creation. */
async function serviceWith(order: Order, lateMs: (count: number) => number, lostCreation = 0) {
	const documents = Array.from({ length: older }, (_, index): Kept => ({
		id: 5000 + index,
		type: 0,
		direction: 1,
		currency: 'CZK',
		vatCountryType: 1,
		orderNo: `old-${index}`,
		issueDate: `2026-11-${String((index % 20) + 1).padStart(2, '0')}`,
		total: 10,
		lineItems: [],
		shownAt: 0,
	}));
	let creations = 0;
	const service = await smallService({
		answer: ({ path, method, body, query }, response) => {
			const sent = {
				...Object.fromEntries(query),
				...(body ? (JSON.parse(body) as IDataObject) : {}),
			} as IDataObject;
			if (method === 'POST' && path === documentsPath) {
				if (++creations === lostCreation) return json(response, 502, { message: 'Bad gateway' });
				const made = { ...sent, id: 5000 + documents.length };
				documents.push({ ...made, shownAt: Date.now() + lateMs(creations) });
				return made;
			}
			const displayed = documents.filter(({ shownAt }) => shownAt <= Date.now());
			if (order === 'newest first') displayed.reverse();
			if (order === 'by date') {
				const dateOf = ({ issueDate }: Kept) => String(issueDate);
				displayed.sort((a, b) => dateOf(b).localeCompare(dateOf(a)) || b.id - a.id);
			}
			const [page, size] = [Number(sent.page), Number(sent.pageSize)];
			return {
				accountingDocuments: page < 1 ? [] : displayed.slice((page - 1) * size, page * size),
				pagesCount: Math.ceil(displayed.length / size),
				currentPage: page,
				pageSize: size,
			};
		},
	});
	return { service, made: () => documents.slice(older) };
}

const byOrderNumber = create({
	createOptions: { uniqueBy: 'orderNo' },
	additionalFields: { orderNo: '={{ $json.key }}', issueDate: '2026-10-01' },
});

const items = (...keys: string[]) => keys.map((key) => ({ key }));

describe('a list that shows new documents late', () => {
	it.each<Order>(['newest first', 'oldest first', 'by date'])(
		'is awaited for all created documents, %s, so a run right after creates nothing twice',
		async (order) => {
			const { service, made } = await serviceWith(order, () => 1500);
			const credentials = service.credential();
			const run = { items: items('a', 'b', 'c'), credentials };
			const first = await service.run(byOrderNumber, run);
			const second = await service.run(byOrderNumber, run);
			expect([first.error, second.error]).toEqual([undefined, undefined]);
			expect(made().map(({ orderNo }) => orderNo)).toEqual(['a', 'b', 'c']);
			expect(first.hints).toEqual([]);
		},
	);

	it.each<Order>(['newest first', 'oldest first', 'by date'])(
		'is named if it is still late at the end, %s',
		async (order) => {
			// The first document is in the list at once, the second one much later.
			const { service, made } = await serviceWith(order, (count) => (count === 1 ? 0 : 60_000));
			const { error, hints } = await service.run(byOrderNumber, { items: items('a', 'b') });
			expect(error).toBeUndefined();
			expect(hints).toEqual([
				expect.stringMatching(
					new RegExp(`^The list does not show these created documents yet: ID ${made()[1].id}\\.`),
				),
			]);
		},
	);

	it.each([0, 1500])(
		'is no proof of a lost creation: an equal document of an earlier run, %i ms late',
		async (lateMs) => {
			const { service, made } = await serviceWith('newest first', () => lateMs, 2);
			const credentials = service.credential();
			const parameters = create({ options: { lookAgainSeconds: 5 } });
			const first = await service.run(parameters, { credentials });
			const second = await service.run(parameters, { credentials });
			expect(made().map(({ id }) => id)).toEqual([first.json[0].id]);
			expect(second.error?.message).toMatch(/may or may not/);
		},
	);
});

it('an exchange rate that the service empties in the currency of the organization gives no hint', async () => {
	const service = await smallService({
		answer: ({ method, body }) =>
			method === 'POST'
				? { ...(JSON.parse(body) as IDataObject), id: 70, exchRate: null }
				: { accountingDocuments: [] },
	});
	const { error, hints } = await service.run(create({ additionalFields: { exchRate: 1 } }));
	expect([error, hints]).toEqual([undefined, []]);
});
