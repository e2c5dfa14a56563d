/** docs/reference/create.md#one-invoice-from-several-rows: groups of rows. */
import type { IDataObject } from 'n8n-workflow';

import { send } from '../support/apiRequest';
import { create, documentsPath, line, posted } from '../support/create';
import { bench, goOn } from '../support/withSandbox';

describe('groups of items', () => {
	const rows = Array.from({ length: 30 }, (_, index) => ({
		order: `O-${index % 4}`,
		what: `Row ${index}`,
		count: index + 1,
	}));
	const grouped = (changes: IDataObject = {}) =>
		create({
			combineItemsBy: 'order',
			lineItemsFrom: 'define',
			lineItems: {
				row: [{ description: '={{ $json.what }}', qt: '={{ $json.count }}', price: '10' }],
			},
			additionalFields: { orderNo: '={{ $json.order }}' },
			...(changes as object),
		});

	it('become one document each, with the lines of all its items in order', async () => {
		const one = await bench();
		const { error, items } = await one.run(grouped(), { items: rows });
		expect(error).toBeUndefined();
		expect(posted(one).map(({ orderNo }) => orderNo)).toEqual(['O-0', 'O-1', 'O-2', 'O-3']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		const [first] = posted(one);
		expect((first.lineItems as IDataObject[]).map(({ description }) => description)).toEqual(
			rows.filter(({ order }) => order === 'O-0').map(({ what }) => what),
		);
	});

	it('let a later node read the first row of each group with .item', async () => {
		const one = await bench();
		const next = send('/v2/accountingdocuments', {
			queryParameters: { field: [{ name: 'page', value: "={{ $('Start').item.json.count }}" }] },
		});
		const { run } = await one.run(grouped(), { items: rows, next });
		expect(run.data.resultData.error).toBeUndefined();
		const read = one.asked(documentsPath).filter(({ method }) => method === 'GET');
		expect(read.map(({ query }) => query)).toEqual(
			[1, 2, 3, 4].map((page) => ({ page: String(page) })),
		);
	});

	it.each<[string, string, string[], number]>([
		['the value of an expression', '={{ $json.order.slice(0, 2) }}', ['O-0', 'O-1', 'P-0'], 2],
		['visible characters', 'order', ['1', ' 1', '1\u200b'], 1],
	])('are formed by %s', async (_, combineItemsBy, orders, count) => {
		const one = await bench();
		const items = orders.map((order) => ({ ...rows[0], order }));
		const parameters = grouped({ combineItemsBy, additionalFields: {} });
		const { error } = await one.run(parameters, { items });
		expect(error).toBeUndefined();
		expect(posted(one)).toHaveLength(count);
	});

	it('with contradictory items are refused, with the items and the field', async () => {
		const one = await bench();
		const items = rows.map((row, index) => ({ ...row, currency: index === 9 ? 'EUR' : 'CZK' }));
		const parameters = grouped({ currency: '={{ $json.currency }}' });
		const { error } = await one.run(parameters, { items });
		expect(error?.message).toBe(
			'Rows 2 and 10 have the same Combine Items By value O-1, but differ in Currency',
		);
		expect(one.asked()).toEqual([]);
	});

	it('may differ in spaces at the end of a text, and have that of the first item', async () => {
		const one = await bench();
		const items = ['A-1 ', 'A-1'].map((order) => ({ ...rows[0], order }));
		const contact = { companyName: '=Example {{ $json.order }}' };
		const { error } = await one.run(grouped({ contact, uniqueBy: 'orderNo' }), { items });
		expect(error).toBeUndefined();
		expect(posted(one)).toMatchObject([
			{ orderNo: 'A-1 ', contact: { companyName: 'Example A-1 ' }, lineItems: [{}, {}] },
		]);
	});

	it('are named with their first row and their value if the service refuses one', async () => {
		const one = await bench();
		const match = { path: 'createDocument', call: 2 } as const;
		one.sandbox.admin.addFault({ kind: 'status', status: 403, times: 0, match });
		const { error } = await one.run(grouped(), { items: rows });
		expect(error?.message).toMatch(/^Row 2 \(O-1\): The service denied access/);
	});

	it('fail entirely if one of their items is invalid, which is named with its own line', async () => {
		const one = await bench();
		const items = rows.map((row, index) => ({ ...row, count: index === 9 ? '' : row.count }));
		const says = /^Row 10 \(O-1\): Quantity of Line Item 1 is empty/;
		const stopped = await one.run(grouped(), { items: items as IDataObject[] });
		expect(stopped.error?.message).toMatch(says);
		expect(stopped.error?.context?.itemIndex).toBe(9);
		expect(one.asked()).toEqual([]);
		const { items: output } = await one.run(grouped(), {
			items: items as IDataObject[],
			node: goOn,
		});
		expect(posted(one).map(({ orderNo }) => orderNo)).toEqual(['O-0', 'O-2', 'O-3']);
		const failed = output.filter(({ json: { error } }) => error !== undefined);
		expect(failed).toEqual(
			[1, 5, 9, 13, 17, 21, 25, 29].map((item) => ({
				json: { error: expect.stringMatching(says) },
				pairedItem: { item },
			})),
		);
		expect(output).toHaveLength(11);
	});

	it('may have items without lines if others of the group have some', async () => {
		const one = await bench();
		const items = [{ lines: [] }, { lines: [line()] }].map((row) => ({ order: 'A', ...row }));
		const from = { lineItemsFrom: 'inputField', lineItemsField: 'lines', vatCountryCode: 'CZ' };
		const { error } = await one.run(grouped({ ...from, lineItems: {} }), { items });
		expect(error).toBeUndefined();
		// Found by the country: the service's ID of the rate.
		expect(posted(one)).toMatchObject([{ lineItems: [{ vatRateId: 321 }] }]);
	});

	it.each([
		['order', ''],
		['order', '  '],
		['order', '\u200b'],
		['customer', 'O-1'],
	])('are not formed without a key: %s, %j', async (combineItemsBy, order) => {
		const one = await bench();
		const items = [0, 1].map((index) => ({ ...rows[index], order }));
		const { error } = await one.run(grouped({ combineItemsBy }), { items });
		expect(error?.message).toBe(
			`Rows 1 and 2: Combine Items By finds nothing in the field "${combineItemsBy}"`,
		);
		expect(one.asked(documentsPath)).toEqual([]);
	});
});

it('all items are checked before the first one is sent', async () => {
	const one = await bench();
	const items = [1, 2, 0].map((qt) => ({ rows: [line({ qt })] }));
	const parameters = create({ lineItemsJson: '={{ $json.rows }}' });
	const stopped = await one.run(parameters, { items });
	expect(stopped.error?.message).toMatch(/Quantity of Line Item 1 is 0/);
	expect(stopped.error?.context?.itemIndex).toBe(2);
	expect(one.asked()).toEqual([]);
	const going = await one.run(parameters, { items, node: goOn });
	expect(going.items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2].map((item) => ({ item })),
	);
	expect(going.json[2].error).toMatch(/Quantity of Line Item 1 is 0/);
	expect(posted(one)).toHaveLength(2);
});
