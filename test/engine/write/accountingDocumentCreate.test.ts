/** docs/reference/create.md: what Create sends and refuses. */
import type { IDataObject } from 'n8n-workflow';

import { create, documentsPath, line, lines, posted } from '../support/create';
import { smallService } from '../support/smallService';
import { bench, searchPath, type Parameters, byId } from '../support/withSandbox';

describe('creating a document', () => {
	it('sends the values of the form, and outputs the response', async () => {
		const one = await bench();
		const result = await one.run(
			create({
				contact: { contactId: { __rl: true, mode: 'list', value: '5001' } },
				issueDate: '2026-11-03T00:00:00',
				dueDate: '2026-11-17T00:00:00',
				additionalFields: { orderNo: 'A-17' },
			}),
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
				dueDate: '2026-11-17',
				lineItems: [
					{ description: 'Chairs', qt: 2, unitPriceVatExcl: 100, vatRate: 21, vatRateType: 1 },
				],
			},
		]);
		const [made] = one.sandbox.admin.createdDocuments();
		expect(result.json).toEqual([{ ...made, existed: false }]);
		expect(made).toMatchObject({ total: 242, totalVatExcl: 200 });
		expect(result.hints).toEqual([]);
	});

	it('accepts lines from the form, the input or JSON, by the same rules', async () => {
		const one = await bench();
		const row = {
			description: '={{ $json.what }}',
			qt: '={{ $json.count }}',
			unitName: 'pcs',
			price: '99.90',
		};
		const further = { vatRate: '21', vatRateType: 1 };
		const items = [{ what: 'Chairs', count: 2, nested: { rows: [line(), line({ qt: 3 })] } }];
		const rate = byId('312');
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
			const { error } = await one.run(parameters, { items });
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
		['9007199254740993', '9007199254740993'],
		['-12345678901234567890.12', '-12345678901234567890.12'],
		['1e400', '1e400'],
		['"9007199254740993"', '"9007199254740993"'],
		['[9007199254740993]', '[9007199254740993]'],
	])('keeps the digits of an Extra Field that is all one number: %s', async (value, sent) => {
		const service = await smallService({
			answer: ({ path }) => (path === searchPath ? [] : { id: 1 }),
		});
		const extraFields = { field: [{ name: 'ledger', value }] };
		await service.run(create({ additionalFields: { extraFields } }));
		const [{ body }] = service.arrived.filter(({ path }) => path === documentsPath);
		expect(body).toContain(`"ledger":${sent}`);
	});
});

it('refuses lines in two places', async () => {
	const one = await bench();
	const row = [{ description: 'Chairs', qt: '1', price: '100' }];
	const { error } = await one.run(create({ lineItems: { row } }));
	expect(error?.message).toBe('Line Items and Line Items as JSON are filled in');
	expect(posted(one)).toEqual([]);
});

describe('VAT rates', () => {
	it('are found in the list of the country', async () => {
		const one = await bench();
		const rows = [
			line({ vatRateType: undefined, vatRate: 12 }),
			line({ vatRateType: 2, vatRate: undefined }),
			line({ vatRateType: 4, vatRate: 12 }),
		];
		const { error } = await one.run(
			create({ ...lines(...rows), vatCountryCode: 'cz', direction: 0 }),
		);
		expect(error).toBeUndefined();
		// 12 % is a standard rate and one of reverse charge.
		expect(posted(one)[0].lineItems).toMatchObject(
			[312, 302, 305].map((vatRateId) => ({ vatRateId })),
		);
		const listed = one.asked('/v2/vatrates');
		expect(listed).toHaveLength(1);
		expect(listed[0].query).toMatchObject({
			countryCode: 'CZ',
			vatCountryType: '1',
			accountingDocumentDirection: '0',
		});
	});

	const byPercentage = (changes: Parameters = {}, further: IDataObject = {}) =>
		create({
			vatCountryCode: 'CZ',
			lineItemsFrom: 'define',
			lineItems: {
				row: [
					{
						...{ description: 'Chairs', qt: 1, price: '100' },
						vatRateId: { __rl: true, mode: 'percentage', value: '={{ $json.vat }}' },
						furtherFields: further,
					},
				],
			},
			...changes,
		});

	it('by percentage mean the standard rate of a domestic document, from one list for all items', async () => {
		const one = await bench();
		const given = [21, '21 %', ' 21.0% ', 12, '', null];
		const items = given.map((vat) => ({ vat }));
		expect((await one.run(byPercentage(), { items })).error).toBeUndefined();
		const rates = posted(one).map(({ lineItems }) => (lineItems as IDataObject[])[0]);
		expect(rates.map(({ vatRateId }) => vatRateId)).toEqual([
			...[321, 321, 321, 312],
			...[undefined, undefined],
		]);
		expect(one.asked('/v2/vatrates')).toHaveLength(1);
	});

	const picked = { __rl: true, mode: 'rateId', value: '={{ $json.vat }}' };

	it.each<[string, Parameters]>([
		['in the picker', { lineItems: { row: [{ qt: 1, price: '100', vatRateId: picked }] } }],
		['in JSON', { lineItemsJson: '={{ [{ qt: 1, price: 100, vatRateId: $json.vat }] }}' }],
	])('by ID refuse a percentage before sending (%s)', async (_, { lineItems, lineItemsJson }) => {
		const one = await bench();
		const from = lineItems ? { lineItemsFrom: 'define', lineItems } : { lineItemsJson };
		const parameters = create({ vatCountryCode: 'CZ', ...(from as Parameters) });
		const { error } = await one.run(parameters, { items: [{ vat: 321 }, { vat: 21 }] });
		expect(error?.message).toBe(
			"Row 2: VAT Rate ID 21 of Line Item 1 is not in the service's list for CZ on 2026-01-31 (Issued, Domestic)",
		);
		expect(error?.description).toMatch(/^To enter a percentage, set VAT Rate to By %\. .*ID 321/);
		expect(posted(one)).toEqual([]);
	});

	it('on a line with a Reverse Charge Code are not mistaken for the standard rate', async () => {
		const one = await bench();
		const parameters = byPercentage({}, { reverseChargeCode: '4' });
		const { error } = await one.run(parameters, { items: [{ vat: 21 }] });
		expect(error?.message).toBe('The VAT rate of Line Item 1 (21 %) is ambiguous');
		expect(posted(one)).toEqual([]);
	});

	it.each<[string, string | number, Parameters, string, RegExp]>([
		[
			'that none has',
			20,
			{},
			"The VAT rate of Line Item 1 (20 %, Standard) is not in the service's list for CZ on 2026-01-31 (Issued, Domestic)",
			/21 % Standard, Základní 21 % \(ID 321\).*ID 312/,
		],
		[
			'0, which says not why there is no VAT',
			0,
			{},
			"The VAT rate of Line Item 1 (0 %, Standard) is not in the service's list for CZ on 2026-01-31 (Issued, Domestic)",
			/Osvobozeno \(ID 300\).*Mimo DPH \(ID 302\)/,
		],
		[
			'that several have on a document that is not domestic',
			21,
			{ vatCountryType: 2, direction: 0 },
			'The VAT rate of Line Item 1 (21 %) is ambiguous',
			/ID 321.*ID 306.*ID 307/,
		],
		[
			'without a VAT Country',
			21,
			{ vatCountryCode: '' },
			'VAT Country is empty, so the node cannot find the VAT rate of Line Item 1',
			/^Enter VAT Country\. Or enter VAT Rate Type too/,
		],
		['that is not a number', 'basic', {}, 'VAT Rate (%) of Line Item 1', /./],
		[
			'of another year',
			15,
			{ additionalFields: { taxDate: '={{ $json.vat === 15 ? "2026-01-15" : "2023-12-15" }}' } },
			"(15 %, Standard) is not in the service's list for CZ on 2026-01-15 (Issued, Domestic)",
			/^Enter one of these percentages: 21, 12\./,
		],
		[
			'of another country',
			19,
			{ vatCountryCode: '={{ $json.vat === 19 ? "SK" : "CZ" }}', direction: 0 },
			"(19 %, Standard) is not in the service's list for SK on 2026-01-31 (Received, Domestic)",
			/^Enter one of these percentages: 23\./,
		],
		[
			'of a country without rates',
			20,
			{ vatCountryCode: '={{ $json.vat === 20 ? "AT" : "CZ" }}', vatCountryType: 2 },
			"(20 %) is not in the service's list for AT on 2026-01-31 (Issued, EU)",
			/^The service lists no rates for these\. Check VAT Country, /,
		],
	])('by percentage refuse one %s', async (_, vat, changes, message, description) => {
		const one = await bench();
		const { error } = await one.run(byPercentage(changes), { items: [{ vat: 21 }, { vat }] });
		expect(error?.message).toContain(message);
		expect(error?.description).toMatch(description);
		expect(posted(one)).toEqual([]);
	});
});

it.each([
	[{ dueDate: '2026-01-31' }, []],
	[{ dueDate: '2026-01-30' }, ['Due Date is before Issue Date: row 1. Check both dates.']],
	[{ dueDate: '2026-01-30', additionalFields: { direction: 0 } }, []],
])('a hint names an issued document that is overdue at once: %j', async (changes, said) => {
	const b = await bench({ documents: 0 });
	const parameters = create({ issueDate: '2026-01-31', ...changes });
	expect((await b.run(parameters)).hints).toEqual(said);
	const { error, hints } = await b.run(
		create({ issueDate: '2026-01-31', ...changes, preview: true }),
	);
	expect(error).toBeUndefined();
	expect(hints.filter((hint) => hint.startsWith('Due'))).toEqual(said);
});

it('hints name issued documents without VAT rates or a due date, and any without an issue date', async () => {
	const b = await bench({ documents: 0 });
	const rated = line();
	const bare = { description: 'Chairs', qt: 1, price: 1 };
	const items = [
		{ orderNo: 'C-1', rows: [bare, rated, bare], day: '2026-01-31' },
		{ orderNo: 'C-2', rows: [rated], due: '2026-02-14' },
		{ orderNo: 'C-3', rows: [bare], day: '2026-01-31' },
	];
	const parameters = create({
		...{ lineItemsFrom: 'inputField', lineItemsField: 'rows', contact: {} },
		...{ issueDate: '={{ $json.day }}', dueDate: '={{ $json.due }}' },
		...{ additionalFields: { orderNo: '={{ $json.orderNo }}' } },
		uniqueBy: 'orderNo',
	});
	const { hints, error } = await b.run(parameters, { items: items as never });
	expect(error).toBeUndefined();
	expect(hints).toEqual([
		'Created without VAT Rate: Line Items 1 and 3 of row 1 (Order Number C-1) and Line Item 1 of row 3 (Order Number C-3). If VAT applies, correct these line items.',
		'Created without Issue Date: row 2 (Order Number C-2). The Period filter does not find such documents.',
		'Created without Due Date: row 1 (Order Number C-1) and row 3 (Order Number C-3). Such documents never count as overdue.',
	]);
	const cash = await b.run(create({ type: 7, cashRegisterId: 11, contact: {} }));
	expect([cash.error, cash.hints]).toEqual([undefined, []]);
	const direction = { orderNo: '={{ $json.orderNo }}', direction: 0 };
	const received = await b.run(
		{ ...parameters, additionalFields: direction },
		{ items: items as never },
	);
	expect([received.error, received.hints]).toEqual([
		undefined,
		[
			'Created without Issue Date: row 2 (Order Number C-2). The Period filter does not find such documents.',
		],
	]);
});

it('a contact of which all added fields are empty is refused before anything is sent', async () => {
	const b = await bench({ documents: 0 });
	const contact = { companyName: '={{ $json.name }}', city: '={{ $json.city }}' };
	const rows = [{ city: 'Brno' }, { name: ' ' }];
	const { error } = await b.run(create({ contact }), { items: rows as IDataObject[] });
	expect(error?.message).toBe('Row 2: City of Contact and Company of Contact are empty');
	expect(error?.description).toMatch(/^Enter at least one of them\. If they come from/);
	expect(error?.context?.itemIndex).toBe(1);
	expect(b.asked()).toEqual([]);
	const filled = await b.run(create({ contact }), { items: rows.slice(0, 1) as IDataObject[] });
	expect(filled.error).toBeUndefined();
	expect(posted(b)).toMatchObject([{ contact: { city: 'Brno' } }]);
});

describe('the cash register', () => {
	const inFields = { additionalFields: { cashRegisterId: '11' } };
	it.each([
		['of an invoice, in Additional Fields', { type: 0, ...inFields }],
		['of a type from an expression, in Additional Fields', { type: '={{ 0 }}', ...inFields }],
		['of a type from an expression, at the top', { type: '={{ 0 }}', cashRegisterId: '11' }],
		['of a cash receipt, at the top', { type: 7, cashRegisterId: '11' }],
		['of a cash receipt from an expression', { type: '={{ 7 }}', ...inFields }],
	])('%s, is sent', async (_, changes) => {
		const one = await bench();
		const { error } = await one.run(create(changes));
		expect(error).toBeUndefined();
		expect(posted(one)).toMatchObject([{ cashRegisterId: 11 }]);
	});

	it('is refused if it is entered twice and differs', async () => {
		const one = await bench();
		const { error } = await one.run(
			create({ type: '={{ 0 }}', cashRegisterId: '12', ...inFields }),
		);
		expect(error?.message).toMatch(/^Cash Register ID at the top and in Additional Fields differ/);
		expect(one.asked()).toEqual([]);
	});
});
