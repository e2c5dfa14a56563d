import type { IDataObject } from 'n8n-workflow';

import { create, documentsPath, line, lines, newer, posted } from '../support/create';
import { runNode } from '../support/engine';
import { smallService } from '../support/smallService';
import { bench, goOn, searchPath } from '../support/withSandbox';

describe('creating a document', () => {
	it('sends what was entered, shows what came, and says what the service computed', async () => {
		const one = await bench();
		const result = await one.run(
			create({
				contact: { contactId: '5001' },
				additionalFields: { orderNo: 'A-17', issueDate: '2026-11-03T00:00:00' },
			}),
			{ node: newer },
		);
		expect(result.error).toBeUndefined();
		expect(posted(one)).toEqual([
			{
				type: 0,
				direction: 1,
				currency: 'CZK',
				vatCountryType: 1,
				contact: { contactId: 5001 },
				orderNo: 'A-17',
				issueDate: '2026-11-03',
				lineItems: [
					{ description: 'Chairs', qt: 2, unitPriceVatExcl: 100, vatRate: 21, vatRateType: 1 },
				],
			},
		]);
		const [made] = one.sandbox.admin.createdDocuments();
		expect(result.json).toEqual([
			{
				...made,
				existed: false,
				computedByService: expect.stringContaining('total, totalVatExcl'),
			},
		]);
		expect(made).toMatchObject({ total: 242, totalVatExcl: 200 });
		expect(result.hints).toEqual([]);
	});

	it('takes lines that are defined below, from the input, or as JSON, by the same rules', async () => {
		const one = await bench();
		const row = {
			description: '={{ $json.what }}',
			qt: '={{ $json.count }}',
			unitName: 'pcs',
			price: '99.90',
		};
		const further = { vatRate: '21', vatRateType: 1 };
		const items = [{ what: 'Chairs', count: 2, nested: { rows: [line(), line({ qt: 3 })] } }];
		const rate = { __rl: true, mode: 'id', value: '312' };
		const ways = [
			create({
				lineItemsFrom: 'define',
				lineItems: {
					row: [
						{ ...row, furtherFields: further },
						{ ...row, vatRateId: rate },
					],
				},
			}),
			create({ lineItemsFrom: 'inputField', lineItemsField: 'nested.rows' }),
			create({ lineItemsFrom: 'inputField', lineItemsField: '={{ $json.nested.rows }}' }),
			create({ lineItemsFrom: 'json', lineItemsJson: '={{ $json.nested.rows }}' }),
		];
		for (const parameters of ways) {
			const { error } = await one.run(parameters, { items, node: newer });
			expect(error).toBeUndefined();
		}
		const [defined, ...others] = posted(one).map(({ lineItems }) => lineItems);
		expect(defined).toEqual([
			{
				description: 'Chairs',
				qt: 2,
				unitName: 'pcs',
				unitPriceVatExcl: 99.9,
				vatRate: 21,
				vatRateType: 1,
			},
			{ description: 'Chairs', qt: 2, unitName: 'pcs', unitPriceVatExcl: 99.9, vatRateId: 312 },
		]);
		const expected = [2, 3].map((qt) => ({
			description: 'Chairs',
			qt,
			unitPriceVatExcl: 100,
			vatRate: 21,
			vatRateType: 1,
		}));
		expect(others).toEqual([expected, expected, expected]);
	});

	it.each([
		['no lines as JSON and no total', lines(), /^The document has no lines and no total/],
		[
			'no lines in the form and no total',
			{ lineItemsFrom: 'define', lineItems: {} },
			/^The document has no lines and no total/,
		],
		['an empty type', { type: "={{ '' }}" }, /^Type is empty/],
		['an empty direction', { direction: "={{ '' }}" }, /^Direction is empty/],
		['an empty VAT country type', { vatCountryType: "={{ '' }}" }, /^VAT Country Type is empty/],
		[
			'a number that has lost digits in a text',
			{ additionalFields: { orderNo: '={{ 9007199254740993 }}' } },
			/^Order Number is a number that is not exact/,
		],
		[
			'a number with an exponent in a text',
			{ additionalFields: { variableSymbol: '={{ 1e21 }}' } },
			/^Variable Symbol is a number that is not exact/,
		],
		[
			'a key that nobody sees',
			{ uniqueBy: 'orderNo', additionalFields: { orderNo: '\u200b\u0007 ' } },
			/^Order Number is empty, but documents are to be unique by it/,
		],
		[
			'an unknown field of a line',
			lines(line({ colour: 'red' })),
			/lineItems\[0\]\.colour is not a field/,
		],
		[
			'a field of a line that is GET only',
			lines(line({ id: 'x' })),
			/lineItems\[0\]\.id is set by the service/,
		],
		['no quantity', lines(line(), line({ qt: undefined })), /^Quantity of Line 2 is empty/],
		['a quantity of 0', lines(line({ qt: 0 })), /^Quantity of Line 1 is 0/],
		[
			'a quantity that is none',
			lines(line({ qt: 'two' })),
			/^Quantity of Line 1 is no number: "two"/,
		],
		['no amount', lines({ description: 'x', qt: 1 }), /^Line 1 has no amount/],
		[
			'a price and a total that contradict',
			lines(line({ amount: 210 })),
			/Line Total Without VAT of Line 1 is 210, but Quantity × Unit Price Without VAT is 200/,
		],
		[
			'VAT that contradicts its rate',
			lines(line({ amount: 200, vatValue: 50 })),
			/VAT Amount of Line 1 is 50, but a rate of 21 % of 200 is 42/,
		],
		[
			'a total that contradicts the lines',
			{ additionalFields: { total: '250' } },
			/^Total is 250, but the lines add up to 242/,
		],
		[
			'a total without VAT that contradicts the lines',
			{ additionalFields: { totalVatExcl: '201' } },
			/^Total Without VAT is 201, but the lines add up to 200/,
		],
		[
			'an amount given twice',
			lines(line({ unitPriceVatExcl: 100 })),
			/are the same amount, given twice/,
		],
		[
			'a VAT rate without its type',
			lines(line({ vatRateType: undefined })),
			/^VAT Rate Type of Line 1 is missing/,
		],
		['a currency that is no code', { currency: 'Kč' }, /^Currency must be an ISO 4217 code/],
		['no currency', { currency: '={{ "" }}' }, /^Currency is empty/],
		[
			'two numbers',
			{ additionalFields: { explicitNo: 'X', sequenceId: '100' } },
			/^Explicit Number cannot be combined/,
		],
		['no cash register', { type: 8 }, /^Cash Register ID is missing.*Simplified Invoice/],
		[
			'another summary of a cash receipt',
			{ type: 7, additionalFields: { cashRegisterId: '11', vatRecapCalculationMode: 0 } },
			/^VAT Summary Mode must be Manually/,
		],
		[
			'a cash receipt by card',
			{ type: 7, additionalFields: { cashRegisterId: '11', paymentType: 4 } },
			/^Payment Type of a cash receipt must be Cash/,
		],
		[
			'deduction on an issued document',
			lines(line({ vatDeduction: true })),
			/^VAT Deduction is for received documents only/,
		],
		[
			'an issued document with a foreign account',
			{
				additionalFields: {
					extraFields: { field: [{ name: 'bankAccounts', value: '[{"iban":"X"}]' }] },
				},
			},
			/^An issued document needs its bank account by ID/,
		],
		[
			'a received document with an own account',
			{
				direction: 0,
				additionalFields: {
					extraFields: { field: [{ name: 'bankAccounts', value: '[{"bankAccountId":1}]' }] },
				},
			},
			/^A received document cannot have a bank account by its ID/,
		],
		[
			'a date that is none',
			{ additionalFields: { dueDate: '2026-02-30' } },
			/^Due Date is not a date/,
		],
		['a list that is none', { lineItemsJson: '"x"' }, /^Lines must be a list/],
		[
			'a field that the item lacks',
			{ lineItemsFrom: 'inputField', lineItemsField: 'rows' },
			/^The input item has no field rows/,
		],
		[
			'something unique that is empty',
			{ uniqueBy: 'orderNo' },
			/^Order Number is empty, but documents are to be unique by it/,
		],
	])('refuses %s before anything is sent', async (_, changes, message) => {
		const one = await bench();
		const { error } = await one.run(create(changes as IDataObject as never), { node: newer });
		expect(error?.message).toMatch(message);
		expect(error?.description).not.toBe('');
		expect(
			one.asked().filter(({ method, path }) => method !== 'GET' || path !== '/v2/vatrates'),
		).toEqual([]);
	});

	it('checks all items before the first one is sent', async () => {
		const one = await bench();
		const items = [1, 2, 0].map((qt) => ({ rows: [line({ qt })] }));
		const parameters = create({ lineItemsJson: '={{ $json.rows }}' });
		const stopped = await one.run(parameters, { items, node: newer });
		expect(stopped.error?.message).toMatch(/Quantity of Line 1 is 0/);
		expect(stopped.error?.context?.itemIndex).toBe(2);
		expect(one.asked()).toEqual([]);
		const going = await one.run(parameters, { items, node: { ...newer, ...goOn } });
		expect(going.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(going.json[2].error).toMatch(/Quantity of Line 1 is 0/);
		expect(posted(one)).toHaveLength(2);
	});

	it('keeps the digits of amounts and ids', async () => {
		const one = await bench({ idBase: '9007199254740993' });
		const related = String(one.sandbox.admin.documentAt(0).id);
		expect(related).toBe('9007199254740993');
		const parameters = create({
			...lines({ description: 'x', qt: '3', amount: '10.50' }),
			additionalFields: { relatedAccountingDocumentId: related },
		});
		const { error, json } = await one.run(parameters, { node: newer });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ relatedAccountingDocumentId: related, totalVatExcl: 10.5 });
	});

	it('keeps the digits of numbers in Extra Fields', async () => {
		const value = '{ "account": 9007199254740993, "rows": ["9007199254740993", 1.5] }';
		const extraFields = { field: [{ name: 'ledger', value }] };
		const service = await smallService({
			answer: ({ path, body }) =>
				path === searchPath ? [] : { ...(JSON.parse(body) as IDataObject), id: 1 },
		});
		await runNode({
			parameters: create({ additionalFields: { extraFields } }),
			credentials: service.credential(),
			node: newer,
		});
		const [{ body }] = service.arrived.filter(({ path }) => path === documentsPath);
		expect(body).toContain('"ledger":{"account":9007199254740993,"rows":["9007199254740993",1.5]}');
	});

	it('turns a moment into the date of the workflow, and leaves a date alone', async () => {
		const one = await bench();
		const dates = {
			issueDate: '={{ $json.issue }}',
			dueDate: '={{ $json.due }}',
			taxDate: '={{ $now }}',
		};
		const items = [{ issue: '2026-11-01T02:30:00Z', due: '2026-11-01' }];
		const { error } = await one.run(create({ additionalFields: dates }), { items, node: newer });
		expect(error).toBeUndefined();
		// Tests run in New York's time, as n8n does unless told otherwise.
		expect(posted(one)[0]).toMatchObject({ issueDate: '2026-10-31', dueDate: '2026-11-01' });
	});

	it('says what came back otherwise than it was sent', async () => {
		const one = await bench();
		const parameters = create({
			additionalFields: { creditNoteDescription: 'only for credit notes' },
		});
		const { hints } = await one.run(parameters, { node: newer });
		expect(hints).toEqual([
			expect.stringMatching(
				/^Document \d+ came back otherwise than it was sent: Credit Note Reason\.$/,
			),
		]);
	});
});

describe('VAT rates', () => {
	it('are found by percentage in the list of the country', async () => {
		const one = await bench();
		const rows = [
			line({ vatRateType: undefined, vatRate: 12, vatRateId: undefined }),
			line({ vatRateType: 2, vatRate: undefined }),
		];
		const { error } = await one.run(
			create({ ...lines(...rows), vatCountryCode: 'cz', direction: 0 }),
			{ node: newer },
		);
		// 12 % is a standard rate and one of reverse charge.
		expect(error?.message).toBe('The VAT rate of Line 1 (12 %) is ambiguous');
		expect(error?.description).toMatch(/ID 312\).*ID 305\)/);
		const standard = create({
			...lines({ ...rows[0], vatRateType: 1 }, rows[1]),
			vatCountryCode: 'cz',
		});
		expect((await one.run(standard, { node: newer })).error).toBeUndefined();
		expect(posted(one)[0].lineItems).toMatchObject([{ vatRateId: 312 }, { vatRateId: 302 }]);
		const listed = one.asked('/v2/vatrates');
		expect(listed).toHaveLength(2);
		expect(listed[0].query).toMatchObject({
			countryCode: 'CZ',
			vatCountryType: '1',
			accountingDocumentDirection: '0',
		});
	});

	it('that are ambiguous are refused with the candidates', async () => {
		const one = await bench();
		const parameters = create({
			direction: 0,
			vatCountryType: 2,
			vatCountryCode: 'CZ',
			...lines(line({ vatRateType: 4 })),
		});
		const { error } = await one.run(parameters, { node: newer });
		expect(error?.message).toBe('The VAT rate of Line 1 (21 %, Reverse Charge) is ambiguous');
		expect(error?.description).toMatch(/Zboží z EU 21 % \(ID 306\); .*\(ID 307\)/);
		expect(posted(one)).toEqual([]);
	});
});

describe('groups of items', () => {
	const rows = Array.from({ length: 30 }, (_, index) => ({
		order: `O-${index % 4}`,
		what: `Row ${index}`,
		count: index + 1,
	}));
	const grouped = (changes: IDataObject = {}) =>
		create({
			oneDocumentPer: 'group',
			groupBy: 'order',
			lineItemsFrom: 'define',
			lineItems: {
				row: [{ description: '={{ $json.what }}', qt: '={{ $json.count }}', price: '10' }],
			},
			additionalFields: { orderNo: '={{ $json.order }}' },
			...(changes as object),
		});

	it('become one document each, with the lines of all its items in order', async () => {
		const one = await bench();
		const { error, items } = await one.run(grouped(), { items: rows, node: newer });
		expect(error).toBeUndefined();
		expect(posted(one).map(({ orderNo }) => orderNo)).toEqual(['O-0', 'O-1', 'O-2', 'O-3']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((first) =>
				rows.map((_, item) => ({ item })).filter(({ item }) => item % 4 === first),
			),
		);
		const [first] = posted(one);
		expect((first.lineItems as IDataObject[]).map(({ description }) => description)).toEqual(
			rows.filter(({ order }) => order === 'O-0').map(({ what }) => what),
		);
	});

	it('may be told by an expression', async () => {
		const one = await bench();
		const parameters = grouped({ groupBy: '={{ $json.order.slice(0, 2) }}', additionalFields: {} });
		const { error, items } = await one.run(parameters, { items: rows, node: newer });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	it('that contradict themselves are refused, with the items and the field', async () => {
		const one = await bench();
		const items = rows.map((row, index) => ({ ...row, currency: index === 9 ? 'EUR' : 'CZK' }));
		const parameters = grouped({ currency: '={{ $json.currency }}' });
		const { error } = await one.run(parameters, { items, node: newer });
		expect(error?.message).toBe(
			'Items 1 and 9 are one document by Group By, but differ in Currency',
		);
		expect(one.asked()).toEqual([]);
	});

	it('fail as a whole when one of their items cannot be used', async () => {
		const one = await bench();
		const items = rows.map((row, index) => ({ ...row, count: index === 9 ? 'x' : row.count }));
		const { json, items: output } = await one.run(grouped(), {
			items,
			node: { ...newer, ...goOn },
		});
		expect(posted(one).map(({ orderNo }) => orderNo)).toEqual(['O-0', 'O-2', 'O-3']);
		const failed = output.filter(({ json: { error } }) => error !== undefined);
		expect(failed.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
			1, 5, 9, 13, 17, 21, 25, 29,
		]);
		expect(json.filter(({ error }) => error === undefined)).toHaveLength(3);
	});

	it.each(['', '  ', '\u200b'])('are none by an empty text (%j)', async (order) => {
		const one = await bench();
		const items = [
			{ ...rows[0], order },
			{ ...rows[1], order },
		];
		const { error } = await one.run(grouped(), { items, node: newer });
		expect(error?.message).toBe('Group By (order) is empty');
		expect(one.asked(documentsPath)).toEqual([]);
	});

	it('are told by what is seen of a text', async () => {
		const one = await bench();
		const items = ['1', ' 1', '1\u200b'].map((order) => ({ ...rows[0], order }));
		const { error } = await one.run(grouped({ additionalFields: {} }), { items, node: newer });
		expect(error).toBeUndefined();
		expect(posted(one)).toHaveLength(1);
	});

	it('need the field that they are told by', async () => {
		const one = await bench();
		const { error } = await one.run(grouped({ groupBy: 'customer' }), { items: rows, node: newer });
		expect(error?.message).toMatch(/Group By \(customer\) gives no value/);
		expect(one.asked(documentsPath)).toEqual([]);
	});
});
