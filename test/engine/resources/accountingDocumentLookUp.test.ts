import type { IDataObject } from 'n8n-workflow';

import { create, documentsPath, newer } from '../support/create';
import { runNode } from '../support/engine';
import { smallService, type Arrived, type SmallService } from '../support/smallService';
import { searchPath, type Parameters } from '../support/withSandbox';

/** Documents 1 to `count`, oldest first; the order numbers tell the ids. */
const documents = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		type: 0,
		direction: 1,
		orderNo: `N-${index + 1}`,
	}));

type Pages = (all: IDataObject[], page: number, size: number) => unknown;

const slice: Pages = (all, page, size) => all.slice((page - 1) * size, page * size);
const counted: Pages = (all, page, size) => ({
	accountingDocuments: slice(all, page, size),
	pagesCount: Math.ceil(all.length / size),
	currentPage: page,
	pageSize: size,
});

/** A service whose search lists what it is given, in that order. */
async function serviceOf(
	listed: IDataObject[],
	pages: Pages = counted,
	inFull: (id: string) => IDataObject | undefined = () => undefined,
): Promise<SmallService> {
	return await smallService({
		answer: ({ method, path, body }: Arrived) => {
			const given = body === '' ? {} : (JSON.parse(body) as IDataObject);
			if (path === searchPath) return pages(listed, Number(given.page), Number(given.pageSize));
			if (method === 'POST') {
				const made = { ...given, id: listed.length + 1 };
				listed.push(made);
				return made;
			}
			return inFull(path.split('/').pop() ?? '') ?? { code: 'NotFound', message: 'None' };
		},
	});
}

const posts = ({ arrived }: SmallService) =>
	arrived.filter(({ method, path }) => method === 'POST' && path === documentsPath);

async function createUnique(service: SmallService, orderNo: string, options: Parameters = {}) {
	return await runNode({
		parameters: create({
			uniqueBy: 'orderNo',
			additionalFields: { orderNo },
			options: { lookBack: 100, lookAgainSeconds: 1, ...options },
		}),
		credentials: service.credential(),
		node: newer,
	});
}

describe('a document that exists is found', () => {
	const orders: Array<[string, (all: IDataObject[]) => IDataObject[]]> = [
		['newest first', (all) => [...all].reverse()],
		['oldest first', (all) => all],
		[
			'in no order',
			(all) => [...all].sort((a, b) => ((Number(a.id) * 97) % 251) - ((Number(b.id) * 97) % 251)),
		],
	];
	it.each(orders)('in a list %s, counted or not', async (_name, inOrder) => {
		for (const pages of [counted, slice]) {
			const service = await serviceOf(inOrder(documents(250)), pages);
			const { json, error } = await createUnique(service, 'N-249');
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ id: 249, existed: true });
			expect(posts(service)).toHaveLength(0);
		}
	});

	it('and a new one is created once the whole list is read', async () => {
		const service = await serviceOf(documents(250));
		const { json, error } = await createUnique(service, 'new');
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ orderNo: 'new', existed: false });
		expect(posts(service)).toHaveLength(1);
	});

	it('with few pages read, where they fall from newest to oldest', async () => {
		const service = await serviceOf(documents(2000).reverse());
		expect((await createUnique(service, 'new')).json[0]).toMatchObject({ existed: false });
		const searches = service.arrived.filter(({ path }) => path === searchPath);
		const pages = searches.map(({ body }) => (JSON.parse(body) as { page: number }).page);
		// The newest ones, and once for a credential what comes before the first page.
		expect(pages).toEqual([1, 0]);
	});
});

describe('nothing is created where it cannot be told whether the document exists', () => {
	it.each([10, 20, 100])(
		'the service gives the same page of %d whichever is asked for, and no count',
		async (size) => {
			const all = documents(250).reverse();
			const service = await serviceOf(all, () => all.slice(0, size));
			const { error } = await createUnique(service, 'N-2', { lookBack: 200 });
			expect(error?.message).toMatch(/first page whichever page is asked for/);
			expect(`${error?.message} ${error?.description}`).toMatch(/"Page Parameter"/);
			expect(posts(service)).toHaveLength(0);
		},
	);

	it('the list leaves the field out that documents have in full', async () => {
		const full = documents(30);
		const listed = full.map(({ orderNo: _orderNo, ...rest }) => rest).reverse();
		const service = await serviceOf(listed, counted, (id) => full[Number(id) - 1]);
		const { error } = await createUnique(service, 'N-7');
		expect(error?.message).toMatch(
			/cannot be told whether a document with the Order Number N-7 exists: the list .* does not show/,
		);
		expect(error?.description).toMatch(/^Nothing was created\. Document 30 has the field/);
		expect(posts(service)).toHaveLength(0);
	});

	it('the list leaves the field out, and no document can be read in full', async () => {
		const listed = documents(30).map(({ orderNo: _orderNo, ...rest }) => rest);
		const service = await serviceOf(listed.reverse());
		const { error } = await createUnique(service, 'N-7');
		expect(error?.description).toMatch(/^Nothing was created\. Document 30 was to be read in full/);
		expect(posts(service)).toHaveLength(0);
	});
});

it('a document is created where none has the field so far, in the list or in full', async () => {
	const all = documents(30).map(({ orderNo: _orderNo, ...rest }) => rest);
	const service = await serviceOf([...all].reverse(), counted, (id) => all[Number(id) - 1]);
	expect((await createUnique(service, 'first')).json[0]).toMatchObject({ existed: false });
	expect(posts(service)).toHaveLength(1);
});

it.each(['success', 'id'])(
	'an answer of %s alone is followed by the document itself',
	async (name) => {
		const all: IDataObject[] = documents(3).reverse();
		const service = await smallService({
			answer: ({ method, path, body }) => {
				if (path === searchPath) return counted(all, 1, 100);
				if (method === 'GET') return all[0];
				all.unshift({ ...(JSON.parse(body) as IDataObject), id: 4 });
				return name === 'id' ? { id: 4 } : { success: true };
			},
		});
		const { json, error } = await createUnique(service, 'new');
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ id: 4, orderNo: 'new', currency: 'CZK', existed: false });
		expect(posts(service)).toHaveLength(1);
	},
);
