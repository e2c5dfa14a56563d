import type { IDataObject } from 'n8n-workflow';

import fc, { propertyMs } from '../../property';
import { create, documentsPath, line, posted } from '../support/create';
import { json, smallService } from '../support/smallService';
import { bench, byId, searchPath, type Parameters } from '../support/withSandbox';

it.each([
	[{ accountingDocuments: '12' }, '"accountingDocuments":[{"accountingDocumentId":12}]'],
	[{ amount: '12.340' }, '"amount":12.340'],
	[{ amount: '12.345' }, '"amount":12.345'],
])('a payment order of %j goes out as it is', async (entered, sent) => {
	const { arrived, run } = await smallService({
		answer: ({ path, method }) =>
			method === 'GET' && path.endsWith('/paymentorders') ? [] : { id: 12 },
	});
	const order = { resource: 'paymentOrder', operation: 'create', bankAccountId: '3' };
	const { error } = await run({ ...order, dueDate: '2030-01-31', ...entered });
	expect(error).toBeUndefined();
	const posts = arrived.filter(({ method }) => method === 'POST');
	expect(posts.map(({ body }) => body)).toEqual([expect.stringContaining(sent)]);
});

/** A line of an invoice, and the request for it, as bytes, because digits count. */
async function sentFor(entered: IDataObject, changes: Parameters = {}) {
	const { arrived, run } = await smallService({
		answer: ({ path }) => (path === searchPath ? [] : { id: 1 }),
	});
	const parameters = create({ lineItemsJson: JSON.stringify([entered]), ...changes });
	const { error, hints } = await run(parameters);
	const [post] = arrived.filter(({ path }) => path === documentsPath);
	return {
		hints,
		message: error?.message,
		line: /"lineItems":\[(.*?)\]/.exec(post?.body ?? '')?.[1],
	};
}

const vat = { vatRate: 21, vatRateType: 1 };
const amounts = ['unitPrice', 'unitPriceVatExcl', 'total', 'totalVatExcl', 'vatValue'] as const;
/** The amounts as sent, in the order of {@link amounts}. */
const five = (sent = '') => amounts.map((name) => new RegExp(`"${name}":([^,}]+)`).exec(sent)?.[1]);
const explains = (hint: string) => hint.includes('Quantity ×');

/** What a service would return: all five amounts. */
const complete = (changes: IDataObject = {}) => ({
	...{ qt: 2, unitPrice: '121', unitPriceVatExcl: '100' },
	...{ total: '242', totalVatExcl: '200', vatValue: '42' },
	...changes,
});

describe('a line has one amount, or all five', () => {
	it.each<[string, IDataObject, string]>([
		['fractions of a unit', { qt: 0.25, price: '0.50', ...vat }, '"unitPriceVatExcl":0.50'],
		[
			'the noise of a computed total',
			{ amount: 3 * 0.1, ...vat },
			'"totalVatExcl":0.30000000000000004',
		],
		['a total of 0', { qt: 1, amount: 0, ...vat }, '"totalVatExcl":0'],
		['a price of 0', { qt: 1, price: 0, ...vat }, '"unitPriceVatExcl":0'],
		['empty others', { qt: 1, price: 5, amount: '', total: null, ...vat }, '"unitPriceVatExcl":5'],
		['a total without a quantity', { total: '12.10', ...vat }, '"total":12.10'],
		['a negative quantity', { qt: -3, price: '33.33', ...vat }, '"unitPriceVatExcl":33.33'],
	])('%s goes out digit by digit', async (_name, entered, sent) => {
		const { message, line: out } = await sentFor(entered);
		expect(message).toBeUndefined();
		expect(out).toMatch(new RegExp(`${sent.replace('.', '\\.')}[,}]`));
		expect(out?.match(/"(unitPrice|total|vatValue)/g)).toHaveLength(1);
	});

	it.each([
		['of an invoice', complete()],
		[
			'of a text line',
			complete({
				qt: 0,
				unitPrice: 0,
				unitPriceVatExcl: 0,
				total: 0,
				totalVatExcl: 0,
				vatValue: 0,
			}),
		],
		['without a quantity', complete({ qt: '' })],
		[
			'with cents of rounding',
			complete({
				qt: 3,
				unitPrice: '40.33',
				unitPriceVatExcl: '33.33',
				total: '121',
				totalVatExcl: '100',
				vatValue: '21',
			}),
		],
	])('all five %s go out as they are', async (_name, entered) => {
		const { message, line: out, hints } = await sentFor(entered);
		expect(message).toBeUndefined();
		const given = amounts.map((name) => String((entered as IDataObject)[name]));
		expect(five(out)).toEqual(given);
		expect(hints.filter(explains)).toEqual([]);
	});

	it.each([
		[{ total: '300' }, 'Quantity × Unit Price is 242.00, but the Line Total is 300.00'],
		[{ qt: 0 }, 'Quantity × Unit Price is 0.00, but the Line Total is 200.00'],
	])('a hint names the total of %j, and nothing is refused', async (changes, words) => {
		const { message, hints } = await sentFor(complete(changes));
		expect(message).toBeUndefined();
		expect(hints.filter(explains)).toEqual([
			`Line Item 1 of item 0: ${words}. Both are sent as they are.`,
		]);
	});

	it.each<[IDataObject, string]>([
		[{ qt: 1 }, 'Line Item 1 has no amount'],
		[{ qt: 1, vatValue: 21 }, 'Line Item 1 has only a VAT Amount'],
		[{ qt: 1, price: 5, amount: 5 }, 'Line Item 1 has Unit Price and Line Total'],
		[{ qt: 1, price: 5, unitPrice: 6 }, 'Line Item 1 has Unit Price and Unit Price With VAT'],
		[{ qt: 1, total: 121, vatValue: 21 }, 'Line Item 1 has Line Total With VAT and VAT Amount'],
		[complete({ vatValue: '' }), 'Line Item 1 has four amounts, but no VAT Amount'],
		[complete({ total: null }), 'Line Item 1 has four amounts, but no Line Total With VAT'],
		[{ price: 5 }, 'Quantity of Line Item 1 is empty'],
		[{ qt: 0, price: 5 }, 'Quantity of Line Item 1 is 0'],
	])('%j is refused: %s', async (entered, message) => {
		const sent = await sentFor({ ...entered, ...vat });
		expect(sent).toMatchObject({ message, line: undefined });
	});

	it('an update sends the amounts of lines that it does not touch as they are', async () => {
		const b = await bench();
		const { json: made } = await b.run(create());
		b.sandbox.admin.changeDocument(String(made[0].id), { total: 300 });
		const { error } = await b.run({
			resource: 'accountingDocument',
			operation: 'update',
			accountingDocumentId: byId(made[0].id),
			updateFields: { description: 'Chairs' },
		});
		expect(error).toBeUndefined();
	});

	it(
		'gives the totals that the service computes, for any prices of a shop',
		async () => {
			const b = await bench({ documents: 0 });
			const property = fc.asyncProperty(
				fc.array(shopLine, { minLength: 1, maxLength: 20 }),
				async (rows) => {
					const {
						error,
						json: made,
						hints,
					} = await b.run(create({ lineItemsJson: JSON.stringify(rows), output: 'raw' }));
					expect([error?.message, hints]).toEqual([undefined, []]);
					const sent = posted(b).at(-1)?.lineItems as IDataObject[];
					const entered = rows.map(({ price, amount }) => Number(price ?? amount));
					expect(sent.map((one) => Number(one.unitPriceVatExcl ?? one.totalVatExcl))).toEqual(
						entered,
					);
					// A copy with all amounts that the service returned is accepted and hinted only if its numbers do not fit.
					const copy = (made[0].lineItems as IDataObject[]).map(({ id: _id, ...one }) => one);
					const again = await b.run(create({ lineItemsJson: JSON.stringify(copy) }));
					expect(again.error?.message).toBeUndefined();
				},
			);
			await fc.assert(property, { numRuns: Math.ceil(10 * Number(process.env.TRIALS ?? 1)) });
		},
		propertyMs,
	);
});

const cents = (most: number) =>
	fc.integer({ min: 0, max: most * 100 }).map((one) => (one / 100).toFixed(2));

/** As a shop writes it: a price and a quantity, also of fractions, or a total. */
const shopLine = fc
	.tuple(
		fc.oneof(fc.integer({ min: 1, max: 999 }), fc.constantFrom(0.25, 0.5, 1.5, 0.125)),
		cents(9_999),
		fc.boolean(),
		fc.constantFrom(21, 12),
	)
	.map(([qt, price, isTotal, vatRate]): IDataObject => ({
		qt,
		...(isTotal ? { amount: price } : { price }),
		...{ vatRate, vatRateType: 1 },
	}));

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
