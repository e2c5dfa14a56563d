import type { IDataObject } from 'n8n-workflow';

import { create, documentsPath, line } from '../support/create';
import { random } from '../support/onceFaults';
import { json, smallService, type Arrived, type SmallService } from '../support/smallService';
import { goOn, searchPath, type Parameters } from '../support/withSandbox';

/** Documents 1 to `count`, oldest first; the order numbers contain the IDs. */
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

/** Adds a created document to the list. */
type Add = (listed: IDataObject[], made: IDataObject) => void;
const asNewest: Add = (listed, made) => listed.unshift(made);
const atTheEnd: Add = (listed, made) => listed.push(made);

/** A service whose search returns the given documents, in that order. */
async function serviceOf(
	listed: IDataObject[],
	{ pages = counted, add = asNewest }: { pages?: Pages; add?: Add } = {},
): Promise<SmallService> {
	return await smallService({
		answer: ({ method, path, body }: Arrived) => {
			const given = body === '' ? {} : (JSON.parse(body) as IDataObject);
			if (path === searchPath) return pages(listed, Number(given.page), Number(given.pageSize));
			const id = Number(path.split('/').pop());
			if (method === 'POST') {
				const made = { ...given, id: listed.length + 1 };
				add(listed, made);
				return made;
			}
			if (method === 'PUT') return { ...given, id };
			return listed.find((one) => one.id === id);
		},
	});
}

const posts = ({ arrived }: SmallService) =>
	arrived.filter(({ method, path }) => method === 'POST' && path === documentsPath);

const unique = (options: Parameters = {}): Parameters => ({
	createOptions: { uniqueBy: 'orderNo' },
	additionalFields: { orderNo: '={{ $json.orderNo }}' },
	options: { lookBack: 100, lookAgainSeconds: 0, ...options },
});

async function createUnique(service: SmallService, orderNo: string, options: Parameters = {}) {
	return await service.run(create(unique(options)), { items: [{ orderNo }] });
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
			const service = await serviceOf(inOrder(documents(250)), { pages });
			const { json, error } = await createUnique(service, 'N-249');
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ id: 249, existed: true });
			expect(posts(service)).toHaveLength(0);
		}
	});

	it('with few pages read, if the newest are first', async () => {
		const service = await serviceOf(documents(2000).reverse());
		expect((await createUnique(service, 'new')).json[0]).toMatchObject({ existed: false });
		const searches = service.arrived.filter(({ path }) => path === searchPath);
		const pages = searches.map(({ body }) => (JSON.parse(body) as { page: number }).page);
		// The newest ones, page 0 once per credential, and the head with the new one.
		expect(pages).toEqual([1, 0, 0, 1]);
	});
});

it.each<[string, number, unknown]>([
	['an empty list', 200, []],
	['an empty list with a count', 200, { accountingDocuments: [], pagesCount: 0 }],
	['404', 404, { message: 'Nothing found' }],
])('a document is found although the first answers are %s for 20 ms', async (_, status, body) => {
	const listed = documents(30).reverse();
	let end = 0;
	const service = await smallService({
		answer: ({ path, body: text, count }, response) => {
			if (path !== searchPath) return { id: 31 };
			end ||= performance.now() + 20;
			if (count <= 3 || performance.now() < end) return void json(response, status, body);
			const { page, pageSize } = JSON.parse(text) as { page: number; pageSize: number };
			return counted(listed, page, pageSize);
		},
	});
	const { error, json: items } = await createUnique(service, 'N-7');
	expect(error).toBeUndefined();
	expect(items[0]).toMatchObject({ id: 7, existed: true });
	expect(posts(service)).toHaveLength(0);
});

describe('a lost creation on a list that is sorted by date', () => {
	const header = { type: 0, direction: 1, currency: 'CZK', vatCountryType: 1, orderNo: 'A' };
	const { price, ...rest } = line();
	/** The item as a document. */
	const contact = { companyName: 'Example Ltd' };
	const alike = { ...header, contact, lineItems: [{ ...rest, unitPriceVatExcl: price }] };
	/** Ten documents come first by their dates, although one that equals the item has a higher ID. */
	const older = [...documents(10).reverse(), { ...alike, id: 900 }, { id: 899, type: 3 }];

	it.each<[string, IDataObject[], Parameters]>([
		['an older one', older, {}],
		['an older one beyond Look Back', older, unique({ lookBack: 10 })],
		['an older one beside its own', [{ ...alike, id: 901 }, ...older], {}],
	])('is not taken for %s', async (_, after, changes) => {
		let listed = older;
		const service = await smallService({
			answer: ({ method, path, body }, _response, socket) => {
				const { page, pageSize } = JSON.parse(body || '{}') as Record<string, number>;
				if (path === searchPath) return counted(listed, page, pageSize);
				if (method === 'POST') listed = after;
				return void socket.destroy();
			},
		});
		const { json: items, hints } = await service.run(
			create({
				additionalFields: { orderNo: 'A' },
				options: { lookAgainSeconds: 0 },
				...changes,
			}),
			{ items: [{ orderNo: 'A' }], node: goOn },
		);
		expect(items[0].error).toMatch(/may or may not have been made.*one of the documents .*900/);
		expect(hints.join()).not.toMatch(/was created/);
		expect(posts(service)).toHaveLength(1);
	});
});

describe('nothing is created if the node cannot know whether the document exists', () => {
	it.each([20, 100])(
		'the service gives the same page of %d whichever is asked for, and no count',
		async (size) => {
			const all = documents(250).reverse();
			const service = await serviceOf(all, { pages: () => all.slice(0, size) });
			const { error } = await createUnique(service, 'N-2', { lookBack: 200 });
			expect(error?.message).toMatch(/^The responses do not match the pagination settings/);
			expect(posts(service)).toHaveLength(0);
		},
	);
});

describe('the first created document proves that Unique By works', () => {
	const withoutOrderNo: Pages = (all, page, size) =>
		counted(
			all.map(({ orderNo: _orderNo, ...rest }) => rest),
			page,
			size,
		);
	const services: Array<[string, RegExp, { pages?: Pages; add?: Add }]> = [
		[
			'it is not among the first documents of the list',
			/^Document 2001 .*Order Number first.* first documents of the list.*Unique By/,
			{ add: atTheEnd },
		],
		[
			'the service drops the field',
			/^Document 2001 .* does not show its Order Number first, so Unique By cannot find it/,
			{ add: (listed, { orderNo: _orderNo, ...made }) => asNewest(listed, made) },
		],
		[
			'the list does not show the field',
			/^Document 2001 .* does not show its Order Number first, so Unique By cannot find it/,
			{ pages: withoutOrderNo },
		],
	];
	it.each(services)('%s: it is returned with a hint, and nothing more is sent', async (...row) => {
		const [, words, options] = row;
		for (const node of [goOn, { retryOnFail: true, maxTries: 2 }]) {
			const service = await serviceOf(documents(2000).reverse(), options);
			const { json, error, hints } = await service.run(create(unique()), {
				items: [{ orderNo: 'first' }, { orderNo: 'second' }, { orderNo: 'third' }],
				node: { ...node, waitBetweenTries: 1 },
			});
			expect(posts(service)).toHaveLength(1);
			if (error) {
				expect(error.message).toMatch(words);
				expect(error.description).toMatch(/did not send this item/);
			} else {
				expect(hints.join()).toMatch(/Another run may create a duplicate/);
				expect(json[0]).toMatchObject({ id: 2001, existed: false });
				expect(json[1].error).toMatch(words);
				expect(json[2].error).toMatch(words);
			}
		}
	});

	it.each([0, 30, 250, 600])(
		'a list of %d documents that shows new ones late is no proof',
		async (count) => {
			const late: Pages = (all, page, size) =>
				counted(
					all.filter(({ id }) => Number(id) <= count),
					page,
					size,
				);
			const service = await serviceOf(documents(count).reverse(), { pages: late });
			const { json, hints } = await service.run(create(unique({ lookBack: 500 })), {
				items: [{ orderNo: 'first' }, { orderNo: 'second' }],
				node: goOn,
			});
			expect(json[0]).toMatchObject({ id: count + 1, existed: false });
			expect(hints.join()).toMatch(/Another run may create a duplicate/);
			expect(hints.join().includes('list new documents late')).toBe(count < 500);
			expect(json[1].error).toMatch(/not among the first documents of the list/);
			expect(posts(service)).toHaveLength(1);
		},
	);

	it.each([
		['others create more than a page meanwhile', 2000, 150],
		['the whole list was read', 90, 0],
		['the whole list was read, and the new one is on its third page', 250, 0],
	])('%s: no note', async (_name, count, others) => {
		const listed = documents(count).reverse();
		const service = await serviceOf(listed, {
			add: (all, made) => {
				if (others === 0) return atTheEnd(all, made);
				asNewest(all, made);
				for (let id = 5000; id < 5000 + others; id++) asNewest(all, { id, type: 0, direction: 1 });
			},
		});
		const options = { lookBack: others === 0 ? 500 : 100 };
		const { json, hints } = await createUnique(service, 'first', options);
		expect(json[0]).toMatchObject({ existed: false });
		expect(hints.join()).not.toMatch(/Unique By/);
	});
});

describe('documents after the first one that the list shows late', () => {
	const items = ['first', 'second', 'third'].map((orderNo) => ({ orderNo }));

	/** Shows documents after that ID only when the given time has passed since the third creation. */
	async function lateService(count: number, shownUntil: number, ms: number) {
		let since = Infinity;
		return await serviceOf(documents(count).reverse(), {
			pages: (all, page, size) => {
				const isShown = performance.now() - since >= ms;
				const shown = all.filter(({ id }) => isShown || Number(id) <= shownUntil);
				return counted(shown, page, size);
			},
			add: (listed, made) => {
				asNewest(listed, made);
				if (made.orderNo === 'third') since = performance.now();
			},
		});
	}

	it.each([0, 30, 600])('are named at the end: a list of %d', async (count) => {
		const service = await lateService(count, count + 1, Infinity);
		const { json, hints, error } = await service.run(create(unique()), { items });
		expect(error).toBeUndefined();
		expect(json.map(({ existed }) => existed)).toEqual([false, false, false]);
		expect(hints).toEqual([
			expect.stringMatching(
				new RegExp(`does not show .* ID ${count + 2}, ${count + 3}\\. .* may create duplicates`),
			),
		]);
	});

	it('are awaited, so that another run finds them at once', async () => {
		const service = await lateService(300, 301, 700);
		const first = await service.run(create(unique()), { items });
		const again = await service.run(create(unique()), { items });
		expect([first.hints, again.hints]).toEqual([[], []]);
		expect(again.json.map(({ existed }) => existed)).toEqual([true, true, true]);
		expect(posts(service)).toHaveLength(3);
	});

	it('are not reported for a list that cannot be read', async () => {
		let isBroken = false;
		const service = await serviceOf(documents(30).reverse(), {
			pages: (...of) => (isBroken ? { error: 'No rights' } : counted(...of)),
			add: (listed, made) => {
				asNewest(listed, made);
				isBroken = made.orderNo === 'third';
			},
		});
		const { hints } = await service.run(create(unique()), { items });
		expect(hints).toEqual([expect.stringMatching(/could not check .*: .*No rights.* duplicates/)]);
	});

	it('are not reported for a list whose newest documents are not first', async () => {
		const service = await serviceOf(documents(30), { add: atTheEnd });
		const { hints } = await service.run(create(unique()), { items });
		expect(hints).toEqual([]);
	});

	it.each(Array.from({ length: 30 }, (_, index) => index + 1))(
		'cause no duplicate in another run unless a hint or an error warns of it (seed %d)',
		async (seed) => {
			const next = random(seed);
			const shownAt = new Map<unknown, number>();
			const service = await serviceOf(documents([0, 30, 150][next(3)]).reverse(), {
				pages: (all, page, size) => {
					const now = performance.now();
					const shown = all.filter(({ id }) => (shownAt.get(id) ?? 0) <= now);
					return counted(shown, page, size);
				},
				add: (listed, made) => {
					asNewest(listed, made);
					shownAt.set(made.id, performance.now() + next(2) * next(4000));
				},
			});
			const orders = Array.from({ length: next(5) + 1 }, () => ({ orderNo: `new ${next(4)}` }));
			const first = await service.run(create(unique()), { items: orders });
			const sent = posts(service).length;
			await service.run(create(unique()), { items: orders });
			const isWarned = first.error !== undefined || first.hints.join().includes('duplicate');
			const isDuplicated = posts(service).length > sent;
			expect(isDuplicated && !isWarned).toBe(false);
		},
	);

	it('cost one request', async () => {
		const service = await lateService(2000, Infinity, 0);
		await service.run(create(unique()), { items });
		const searches = service.arrived.filter(({ path }) => path === searchPath);
		const pages = searches.map(({ body }) => (JSON.parse(body) as { page: number }).page);
		expect(pages).toEqual([1, 0, 0, 1, 1]);
	});
});

describe('a received document with the same number', () => {
	const rows: Array<[string, IDataObject, IDataObject, 'same' | 'other' | 'unclear']> = [
		['spaces, punctuation and case', { taxId: 'CZ 123-45' }, { taxId: 'cz12345' }, 'same'],
		['leading zeros', { companyRegNo: '01234567' }, { companyRegNo: '123 45 67' }, 'same'],
		['another number', { companyRegNo: '111' }, { companyRegNo: '222' }, 'other'],
		['names', { companyName: 'Acme, s.r.o.' }, { companyName: 'ACME s. r. o.' }, 'same'],
		['other names', { companyName: 'Acme' }, { companyName: 'Bolt' }, 'other'],
		[
			'names beside identifiers of one side',
			{ companyName: 'Acme', taxId: 'CZ1' },
			{ companyName: 'Bolt', companyRegNo: '1' },
			'other',
		],
		['nothing in common', { companyRegNo: '111' }, { companyName: 'Acme' }, 'unclear'],
		['no contact there', {}, { companyName: 'Acme' }, 'unclear'],
		[
			'identifiers that disagree',
			{ contactId: 7, companyRegNo: '111' },
			{ contactId: 7, companyRegNo: '222' },
			'unclear',
		],
	];
	it.each(rows)('%s', async (_name, theirs, ours, supplier) => {
		for (const ifExists of ['return', 'update']) {
			const service = await serviceOf([
				{ id: 1, type: 0, direction: 0, externalNo: 'F-1', contact: theirs },
			]);
			const { json, error } = await service.run(
				create({
					...{ direction: 0, createOptions: { uniqueBy: 'externalNo', ifExists } },
					additionalFields: { externalNo: 'F-1' },
					contact: ours,
				}),
			);
			const puts = service.arrived.filter(({ method }) => method === 'PUT');
			expect(puts).toHaveLength(supplier === 'same' && ifExists === 'update' ? 1 : 0);
			expect(posts(service)).toHaveLength(supplier === 'other' ? 1 : 0);
			if (supplier === 'unclear') {
				expect(error?.message).toMatch(/^Document 1 .* may be from the supplier in Contact/);
			} else expect(json[0]).toMatchObject({ existed: supplier === 'same' });
		}
	});
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
