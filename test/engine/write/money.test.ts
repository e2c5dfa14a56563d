import type { IDataObject } from 'n8n-workflow';

import { Decimal } from '../../../nodes/shared/decimal';
import { create, documentsPath, line, posted } from '../support/create';
import { json, smallService } from '../support/smallService';
import { bench, searchPath, type Parameters } from '../support/withSandbox';

it.each([
	[{ accountingDocuments: '12' }, '"accountingDocuments":[{"accountingDocumentId":12}]'],
	[{ amount: '12.340' }, '"amount":12.340'],
	[{ amount: '12.345' }, '"amount":12.345'],
])('a payment order of %j goes out as it is', async (entered, sent) => {
	const { arrived, run } = await smallService({ answer: () => ({ id: 1 }) });
	const order = { resource: 'paymentOrder', operation: 'create', bankAccountId: '3' };
	const { error } = await run({ ...order, dueDate: '2030-01-31', ...entered });
	expect(error).toBeUndefined();
	expect(arrived.map(({ body }) => body)).toEqual([expect.stringContaining(sent)]);
});

/** A line of an invoice, and the request for it, as bytes, because digits count. */
async function sentFor(entered: IDataObject, changes: Parameters = {}) {
	const { arrived, run } = await smallService({
		answer: ({ path }) => (path === searchPath ? [] : { id: 1 }),
	});
	const parameters = create({ lineItemsJson: JSON.stringify([entered]), ...changes });
	const { error } = await run(parameters);
	const [post] = arrived.filter(({ path }) => path === documentsPath);
	return { message: error?.message, line: /"lineItems":\[(.*?)\]/.exec(post?.body ?? '')?.[1] };
}

const vat = { vatRate: 21, vatRateType: 1 };
const bought = (qt: unknown, price: unknown, amount: unknown, more: IDataObject = vat) =>
	({ qt, price, amount, ...more }) as IDataObject;
const amounts = ['unitPrice', 'unitPriceVatExcl', 'total', 'totalVatExcl', 'vatValue'] as const;
/** The amounts as sent, in the order of {@link amounts}. */
const five = (sent = '') => amounts.map((name) => new RegExp(`"${name}":([^,}]+)`).exec(sent)?.[1]);

describe('a unit price together with a line total', () => {
	it.each<[string, IDataObject, Parameters, string[]]>([
		['CZK', bought(3, '33.33', '100.00'), {}, ['40.33', '33.33', '121', '100.00', '21']],
		[
			'CZK with VAT',
			bought(3, '33.33', '100.00'),
			{ amountsIncludeVat: true },
			['33.33', '27.55', '100.00', '82.64', '17.36'],
		],
		['JPY', bought(3, '33', '100'), { currency: 'JPY' }, ['40', '33', '121', '100', '21']],
		[
			'IQD',
			bought(1, '0.35', '0.35'),
			{ currency: 'IQD' },
			['0.424', '0.35', '0.424', '0.35', '0.074'],
		],
		[
			'CLF',
			bought(1, '0.035', '0.035'),
			{ currency: 'CLF' },
			['0.0424', '0.035', '0.0424', '0.035', '0.0074'],
		],
		[
			'HUF, of a price',
			{ qt: 3, price: '4301.28', vatValue: '2743.34', ...vat, vatRate: 27 },
			{ currency: 'HUF', amountsIncludeVat: true },
			['4301.28', '3386.83', '12903.84', '10160.5', '2743.34'],
		],
		[
			'yen with decimals',
			bought(1, '33.5', '33.5'),
			{ currency: 'JPY' },
			['40.5', '33.5', '40.5', '33.5', '7'],
		],
		[
			'a price of fractions',
			bought(1000, '0.12345', '123.45'),
			{},
			['0.14937', '0.12345', '149.37', '123.45', '25.92'],
		],
		[
			'amounts without a VAT rate',
			{ qt: 2, price: '100', total: '242' },
			{},
			['121', '100', '242', '200', '42'],
		],
		[
			'reverse charge with its VAT',
			{ qt: 1, price: '10', vatValue: '2.10', vatRate: 21, vatRateType: 4 },
			{},
			['10', '10', '10', '10', '2.10'],
		],
		['no VAT', bought(3, '33.33', '100.00', {}), {}, ['33.33', '33.33', '100', '100.00', '0']],
		[
			'reverse charge',
			bought(1, '10', '10', { vatRate: 21, vatRateType: 4 }),
			{},
			['10', '10', '10', '10', '0'],
		],
		[
			'a credit note',
			bought(-3, '33.33', '-100.00'),
			{},
			['40.33', '33.33', '-121', '-100.00', '-21'],
		],
	])('goes out with all five amounts: %s', async (_, entered, changes, expected) => {
		const sent = await sentFor(entered, changes);
		expect(sent.message).toBeUndefined();
		expect(five(sent.line)).toEqual(expected);
	});

	it.each<[string, IDataObject, Parameters, RegExp | undefined]>([
		['by just what rounding explains', bought(3, '33.33', '100.01'), {}, undefined],
		[
			'by more',
			bought(3, '33.33', '100.02'),
			{},
			/^Line Total of Line Item 1 is 100.02, but Quantity × Unit Price is 99.99$/,
		],
		[
			'by more, across the sides of VAT',
			{ qt: 2, price: '10', total: '30', ...vat },
			{},
			/^Line Total With VAT of Line Item 1 is 30, but Quantity × Unit Price is 20, at a VAT rate of 21 %$/,
		],
		[
			'by a rounding in between, across the sides of VAT',
			{ qt: 1, price: '10.1250', total: '12.26', ...vat },
			{},
			undefined,
		],
		['by more yen', bought(3, '33', '102'), { currency: 'JPY' }, /is 102, but .* is 99$/],
		[
			'where the quantity has decimals',
			bought('0.5', '33.33', '16.68'),
			{},
			/is 16.68, but .* is 16.665$/,
		],
		[
			'in what is complete',
			{
				qt: 1,
				unitPrice: '121',
				unitPriceVatExcl: '100',
				total: '121',
				totalVatExcl: '200',
				vatValue: '21',
			},
			{},
			/is 200, but .* is 100$/,
		],
	])('may differ from it %s', async (_, entered, changes, message) => {
		const sent = await sentFor(entered, changes);
		if (message) expect(sent.message).toMatch(message);
		else expect(sent.message).toBeUndefined();
		expect(sent.line === undefined).toBe(message !== undefined);
	});

	const given = (amounts: IDataObject, rate = 21) => ({
		qt: 2,
		vatRate: rate,
		vatRateType: 1,
		...amounts,
	});

	it.each<[IDataObject, RegExp | undefined]>([
		[
			given({ total: 121, totalVatExcl: 90 }),
			/^Line Total With VAT of Line Item 1 is 121, but Line Total Without VAT is 90, at a VAT rate of 21 %$/,
		],
		[given({ total: 122, totalVatExcl: 100 }), /is 122, but .* is 100, at/],
		[given({ total: '121.40', totalVatExcl: '100.00' }), /is 121.4, but .* is 100, at/],
		[
			given({ unitPrice: 121, unitPriceVatExcl: 90 }),
			/^Unit Price Without VAT of Line Item 1 is 90, but Unit Price With VAT is 121, at a VAT rate of 21 %$/,
		],
		[given({ price: 100, amount: 201 }), /is 201, but .* is 200$/],
		[
			given({ price: 100, unitPriceVatExcl: 120 }),
			/^Unit Price Without VAT of Line Item 1 is 120, but Unit Price is 100$/,
		],
		[
			given({ amount: 200, totalVatExcl: 242 }),
			/^Line Total Without VAT .* is 242, but .* is 200$/,
		],
		[given({ price: 100, unitPriceVatExcl: '100.00' }), undefined],
		[given({ price: 100, unitPrice: 121 }), undefined],
		[
			given({ total: 121, vatValue: 30 }),
			/^VAT Amount of Line Item 1 is 30, but Line Total With VAT is 121, at a VAT rate of 21 %$/,
		],
		[given({ totalVatExcl: 100, vatValue: 19 }), /is 19, but Line Total Without VAT is 100, at/],
		[given({ price: 50, vatValue: 19 }), /is 19, but Quantity × Unit Price is 100, at/],
		[given({ price: 50, vatValue: 21 }, 0), /is 21, but .* is 100, at a VAT rate of 0 %$/],
		[
			{ qt: 1, total: 121, totalVatExcl: 100, vatValue: 19 },
			/^VAT Amount of Line Item 1 is 19, but the amounts with and without VAT differ by 21$/,
		],
		[{ qt: 1, unitPrice: 121, unitPriceVatExcl: 100, vatValue: 19 }, /is 19, but .* differ by 21$/],
		[{ qt: 1, total: 121, totalVatExcl: 90 }, undefined],
		[given({ total: 121, totalVatExcl: 121, vatRateType: 4, vatValue: 25.41 }), undefined],
		[given({ total: '100.00', totalVatExcl: '82.64', vatValue: '17.36' }), undefined],
		[given({ price: '33.50', amount: 67 }), undefined],
		[given({ qt: 3, unitPrice: '4301.28', total: 12904 }, 27), /is 12904, but .* is 12903.84$/],
		[given({ qt: 3, price: '33.50', amount: 101 }), /is 101, but .* is 100.5$/],
		[given({ qt: 3, price: '33.33', amount: 100 }), undefined],
		[given({ qt: '0.5', unitPrice: '529.58', total: '264.80' }), undefined],
		[given({ qt: 100, unitPrice: '1.00', totalVatExcl: '83.00' }), undefined],
	])('contradicts any other amount, or does not: %j', async (entered, message) => {
		const sent = await sentFor(entered, { currency: 'HUF' });
		if (message) expect(sent.message).toMatch(message);
		else expect(sent.message).toBeUndefined();
		expect(sent.line === undefined).toBe(message !== undefined);
	});

	it('needs a VAT rate that the node knows', async () => {
		const sent = await sentFor(bought(3, '33.33', '100.00', { vatRateId: '312' }));
		expect(sent.message).toMatch(/^VAT Rate \(%\) of Line Item 1 is not known/);
		expect(sent.line).toBeUndefined();
	});

	it('agrees with all other amounts, for any numbers', async () => {
		const places = Array.from({ length: 200 }, (_, index) => index + 1);
		const rows = places.map((place) => {
			const price = (((place * 7919) % 100_000) / 100).toFixed(2);
			const qt = ((place * 31) % 97) + 1;
			const total = ((Number(price) * qt * 100 + ((place % 3) - 1)) / 100).toFixed(2);
			return bought(qt, price, total);
		});
		const b = await bench({ documents: 0 });
		const parameters = create({ lineItemsJson: JSON.stringify(rows) });
		const { error } = await b.run(parameters);
		expect(error).toBeUndefined();
		const sent = posted(b)[0].lineItems as IDataObject[];
		const of = (one: IDataObject, name: string) => Decimal.from(one[name]) ?? Decimal.zero;
		sent.forEach((one, index) => {
			expect([index, String(of(one, 'totalVatExcl').plus(of(one, 'vatValue')))]).toEqual([
				index,
				String(of(one, 'total')),
			]);
			const entered = [one.unitPriceVatExcl, one.totalVatExcl].map(Number);
			expect([index, ...entered]).toEqual([
				index,
				...[rows[index].price, rows[index].amount].map(Number),
			]);
		});
	});
});

it('one amount of a line is sent unchanged, for any total of the document', async () => {
	const additionalFields = { total: '250', totalVatExcl: '201' };
	for (const [entered, expected] of [
		[line({ price: '100.50' }), '"unitPriceVatExcl":100.50'],
		[{ amount: '10.10', ...vat }, '"totalVatExcl":10.10'],
		[{ total: '242.00', ...vat }, '"total":242.00'],
	] as const) {
		const sent = await sentFor(entered, { additionalFields });
		expect(sent.message).toBeUndefined();
		expect(sent.line).toContain(expected);
		expect(sent.line?.match(/"(unitPrice|total|vatValue)/g)).toHaveLength(1);
	}
});

const ledger = { extraFields: { field: [{ name: 'ledger', value: '1e-7' }] } };

it.each<[object, object, boolean]>([
	[{ exchRate: '0.0000001' }, { exchRate: 1e-7 }, true],
	[{ exchRate: '={{ 1e-7 }}' }, { exchRate: '0.0000001' }, true],
	[{ exchRate: '0.0000001' }, { exchRate: '1.0e-7' }, true],
	[{ exchRate: '0.0000001' }, { exchRate: 2e-7 }, false],
	[{ exchRate: 1 }, { exchRate: null }, true],
	[ledger, { ledger: '0.0000001' }, true],
])('%j that comes back as %j is the same: %s', async (additionalFields, returned, isSame) => {
	const { run, arrived } = await smallService({
		answer: ({ path, body }) =>
			path === searchPath ? [] : { ...(JSON.parse(body) as IDataObject), id: 1, ...returned },
	});
	const { error, hints } = await run(create({ additionalFields }));
	expect(error).toBeUndefined();
	expect(arrived.at(-1)?.body).toMatch(/"exchRate":(0\.00000010*|1)[,}]|"ledger":1e-7/);
	const says =
		/^The service returned other values than were sent while creating document 1: Exchange Rate \(/;
	expect(hints).toEqual(isSame ? [] : [expect.stringMatching(says)]);
});

it('an application that may create but not search can create', async () => {
	const { arrived, run } = await smallService({
		answer: ({ path, body }, response) =>
			path === searchPath
				? void json(response, 403, { message: 'No right to search' })
				: { ...(JSON.parse(body) as IDataObject), id: 7 },
	});
	const result = await run(create());
	expect(result.error).toBeUndefined();
	expect(result.json).toMatchObject([{ id: 7 }]);
	expect(
		arrived.filter(({ method, path }) => method === 'POST' && path === documentsPath),
	).toHaveLength(1);
});
