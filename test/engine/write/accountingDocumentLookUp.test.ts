/** docs/reference/create.md#prevent-duplicates: the search for an existing document, in lists of any order. */
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

/** In no order. */
const place = ({ id }: IDataObject) => (Number(id) * 97) % 251;

type Pages = (all: IDataObject[], page: number, size: number) => unknown;

const slice: Pages = (all, page, size) => all.slice((page - 1) * size, page * size);
const counted: Pages = (all, page, size) => ({
	accountingDocuments: slice(all, page, size),
	pagesCount: Math.ceil(all.length / size),
	currentPage: page,
	pageSize: size,
});

/** Adds a created document to the list. False: it is not created, and the outcome is unknown. */
type Add = (listed: IDataObject[], made: IDataObject) => unknown;
const asNewest: Add = (listed, made) => listed.unshift(made);
const atTheEnd: Add = (listed, made) => listed.push(made);

/** A service whose search returns the given documents, in that order. */
async function serviceOf(
	listed: IDataObject[],
	{ pages = counted, add = asNewest }: { pages?: Pages; add?: Add } = {},
): Promise<SmallService> {
	return await smallService({
		answer: ({ method, path, body }: Arrived, response) => {
			const given = body === '' ? {} : (JSON.parse(body) as IDataObject);
			if (path === searchPath) return pages(listed, Number(given.page), Number(given.pageSize));
			const id = Number(path.split('/').pop());
			if (method === 'POST') {
				const made = { ...given, id: listed.length + 1 };
				return add(listed, made) === false ? void json(response, 502, {}) : made;
			}
			if (method === 'PUT') return { ...given, id };
			return listed.find((one) => one.id === id);
		},
	});
}

type Order = 'newest first' | 'oldest first' | 'by date';
const orders: Record<Order, [inOrder: (all: IDataObject[]) => IDataObject[], add: Add]> = {
	'newest first': [(all) => all.reverse(), asNewest],
	'oldest first': [(all) => all, atTheEnd],
	// The new ones have older dates.
	'by date': [(all) => all.reverse(), atTheEnd],
};

/** Shows each created document that long after its creation. False: as for {@link Add}. */
async function lateService(
	count: number,
	msFor: (made: IDataObject) => number | false,
	order: Order = 'newest first',
): Promise<SmallService> {
	const shownAt = new Map<unknown, number>();
	const [inOrder, add] = orders[order];
	return await serviceOf(inOrder(documents(count)), {
		pages: (all, page, size) => {
			const now = performance.now();
			const shown = all.filter(({ id }) => (shownAt.get(id) ?? 0) <= now);
			return counted(shown, page, size);
		},
		add: (listed, made) => {
			const ms = msFor(made);
			if (ms === false) return false;
			shownAt.set(made.id, performance.now() + ms);
			return add(listed, made);
		},
	});
}

const posts = ({ arrived }: SmallService) =>
	arrived.filter(({ method, path }) => method === 'POST' && path === documentsPath);

const unique = (options: Parameters = {}): Parameters => ({
	uniqueBy: 'orderNo',
	additionalFields: { orderNo: '={{ $json.orderNo }}' },
	options: { lookBack: 100, ...options },
});

async function createUnique(service: SmallService, orderNo: string, options: Parameters = {}) {
	return await service.run(create(unique(options)), { items: [{ orderNo }] });
}

it.each<[string, (all: IDataObject[]) => IDataObject[]]>([
	['newest first', (all) => all.reverse()],
	['oldest first', (all) => all],
	['in no order', (all) => all.sort((a, b) => place(a) - place(b))],
])('a document that exists is found in a list %s, counted or not', async (_name, inOrder) => {
	for (const pages of [counted, slice]) {
		const service = await serviceOf(inOrder(documents(250)), { pages });
		const { json, error } = await createUnique(service, 'N-249');
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ id: 249, existed: true });
		expect(posts(service)).toHaveLength(0);
	}
});

it('the search for a document applies Largest Page Size', async () => {
	const service = await serviceOf(documents(70).reverse(), {
		pages: (all, page, size) => (size > 50 ? { error: 'Too large' } : counted(all, page, size)),
	});
	const settings = { customizeParameterNames: true, largestPageSize: 50 };
	const credentials = service.credential(settings);
	const items = ['A', 'B', 'C'].map((orderNo) => ({ orderNo }));
	const { error, hints, ...result } = await service.run(create(unique()), { items, credentials });
	expect([error, hints]).toEqual([undefined, []]);
	expect(result.json.map(({ existed }) => existed)).toEqual([false, false, false]);
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
	const [issueDate, dueDate] = ['2026-01-31', '2026-02-14'];
	const header = {
		type: 0,
		direction: 1,
		currency: 'CZK',
		vatCountryType: 1,
		...{ issueDate, dueDate },
		orderNo: 'A',
	};
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
				...changes,
			}),
			{ items: [{ orderNo: 'A' }], node: goOn },
		);
		expect(items[0].error).toMatch(/may or may not have been made.*one of the documents .*900/);
		expect(hints.join()).not.toMatch(/was created/);
		expect(posts(service)).toHaveLength(1);
	});
});

it.each([20, 100])(
	'nothing is created if the service gives the same page of %d whichever is asked for, and no count',
	async (size) => {
		const all = documents(250).reverse();
		const service = await serviceOf(all, { pages: () => all.slice(0, size) });
		const { error } = await createUnique(service, 'N-2', { lookBack: 200 });
		expect(error?.message).toMatch(
			/^The responses do not match the pagination settings of the credential/,
		);
		expect(posts(service)).toHaveLength(0);
	},
);

describe('the first created document proves that Unique By works', () => {
	it.each<[string, RegExp, Add]>([
		[
			'it is not among the newest documents of the list',
			/^Document ID 2001 .*Order Number first.* newest documents in the service's list\. Unique By/,
			atTheEnd,
		],
		[
			'the list does not show the field',
			/^Document ID 2001 .* does not show its Order Number first, so Unique By cannot find it/,
			(listed, { orderNo: _orderNo, ...made }) => asNewest(listed, made),
		],
	])('%s: it is returned with a hint, and nothing more is sent', async (...row) => {
		const [, words, add] = row;
		for (const node of [goOn, { retryOnFail: true, maxTries: 2 }]) {
			const service = await serviceOf(documents(2000).reverse(), { add });
			const { json, error, hints } = await service.run(create(unique()), {
				items: [{ orderNo: 'first' }, { orderNo: 'second' }, { orderNo: 'third' }],
				node: { ...node, waitBetweenTries: 1 },
			});
			expect(posts(service)).toHaveLength(1);
			if (error) {
				expect(error.message).toMatch(/^Row 2: /);
				expect(error.message.replace('Row 2: ', '')).toMatch(words);
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
			const service = await lateService(count, () => Infinity);
			const { json, hints } = await service.run(create(unique({ lookBack: 500 })), {
				items: [{ orderNo: 'first' }, { orderNo: 'second' }],
				node: goOn,
			});
			expect(json[0]).toMatchObject({ id: count + 1, existed: false });
			expect(hints.join()).toMatch(/Another run may create a duplicate/);
			expect(hints.join().includes('list new documents late')).toBe(count < 500);
			expect(json[1].error).toMatch(/does not see it among the newest documents/);
			expect(posts(service)).toHaveLength(1);
		},
	);

	it.each([
		['others create more than a page meanwhile', 2000, 150],
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

	it.each<[Order, number]>([
		['newest first', 0],
		['newest first', 30],
		['newest first', 600],
		['oldest first', 30],
		['by date', 30],
	])('are named at the end: %s, a list of %d', async (order, count) => {
		const msFor = ({ orderNo }: IDataObject) => (orderNo === 'first' ? 0 : Infinity);
		const service = await lateService(count, msFor, order);
		const { json, hints, error } = await service.run(create(unique()), { items });
		expect(error).toBeUndefined();
		expect(json.map(({ existed }) => existed)).toEqual([false, false, false]);
		const says = `^The list does not show .* ID ${count + 2} and ${count + 3}\\. .* may create duplicates`;
		expect(hints).toEqual([expect.stringMatching(new RegExp(says))]);
	});

	it.each(Object.keys(orders) as Order[])(
		'are awaited, so that another run finds them at once: %s',
		async (order) => {
			const service = await lateService(30, () => 1500, order);
			const first = await service.run(create(unique()), { items });
			const again = await service.run(create(unique()), { items });
			expect([first.error, again.error]).toEqual([undefined, undefined]);
			const [a, b, c] = first.json.map(({ id }) => String(id));
			const says = `3 accounting documents existed already, so the node created nothing for them: ID ${a}, ID ${b} and ID ${c}.`;
			expect([first.hints, again.hints]).toEqual([[], [says]]);
			expect(again.json.map(({ existed }) => existed)).toEqual([true, true, true]);
			expect(posts(service)).toHaveLength(3);
		},
	);

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

	it.each(Array.from({ length: 30 }, (_, index) => index + 1))(
		'cause no duplicate in another run unless a hint or an error warns of it (seed %d)',
		async (seed) => {
			const next = random(seed);
			const count = [0, 30, 150][next(3)];
			const service = await lateService(count, () => next(2) * next(4000));
			const entered = Array.from({ length: next(5) + 1 }, () => ({ orderNo: `new ${next(4)}` }));
			const first = await service.run(create(unique()), { items: entered });
			const sent = posts(service).length;
			await service.run(create(unique()), { items: entered });
			const isWarned = first.error !== undefined || first.hints.join().includes('duplicate');
			const isDuplicated = posts(service).length > sent;
			expect(isDuplicated && !isWarned).toBe(false);
		},
	);

	it('cost one request', async () => {
		const service = await lateService(2000, () => 0);
		await service.run(create(unique()), { items });
		const searches = service.arrived.filter(({ path }) => path === searchPath);
		const pages = searches.map(({ body }) => (JSON.parse(body) as { page: number }).page);
		expect(pages).toEqual([1, 0, 0, 1, 1]);
	});
});

it.each([0, 1500])(
	'an equal document of an earlier run, %i ms late, is no proof of a lost creation',
	async (lateMs) => {
		const service = await lateService(30, ({ id }) => id === 31 && lateMs);
		const credentials = service.credential();
		const parameters = create();
		const first = await service.run(parameters, { credentials });
		expect(first.json).toMatchObject([{ id: 31, existed: false }]);
		const second = await service.run(parameters, { credentials });
		expect(second.error?.message).toMatch(/may or may not/);
	},
);

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
					...{ direction: 0, uniqueBy: 'externalNo', ifExists },
					additionalFields: { externalNo: 'F-1' },
					contact: ours,
				}),
			);
			const puts = service.arrived.filter(({ method }) => method === 'PUT');
			expect(puts).toHaveLength(supplier === 'same' && ifExists === 'update' ? 1 : 0);
			expect(posts(service)).toHaveLength(supplier === 'other' ? 1 : 0);
			if (supplier === 'unclear') {
				expect(error?.message).toMatch(
					/^The document with the .* \(ID 1\) may be from the supplier in Contact/,
				);
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
