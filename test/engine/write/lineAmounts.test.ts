/** docs/api/writes.md#money: a line has one amount, or all five. */
import type { IDataObject } from 'n8n-workflow';

import fc, { propertyMs } from '../../property';
import { create, line, lines, posted } from '../support/create';
import { sentFor } from '../support/sentLine';
import { smallService } from '../support/smallService';
import { bench, byId } from '../support/withSandbox';

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
		['the noise of a computed total', { amount: 3 * 0.1, ...vat }, '"totalVatExcl":0.3'],
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
		[
			'with totals of which one is computed from the other',
			complete({
				qt: 1.5,
				unitPrice: '946.17',
				unitPriceVatExcl: '844.79',
				total: '1419.26',
				totalVatExcl: '1267.20',
				vatValue: '152.06',
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
		[
			{ total: '300' },
			'Quantity × Unit Price With VAT is 242.00, but Line Total With VAT is 300.00',
		],
		[{ qt: 0 }, 'Quantity × Unit Price Without VAT is 0.00, but Line Total Without VAT is 200.00'],
		[
			{ qt: 3, ...{ unitPrice: '40', unitPriceVatExcl: '33', total: '121', totalVatExcl: '100' } },
			'Quantity × Unit Price Without VAT is 99.00, but Line Total Without VAT is 100.00',
		],
	])('a hint names the total of %j, and nothing is refused', async (changes, words) => {
		const { message, hints } = await sentFor(complete(changes));
		expect(message).toBeUndefined();
		expect(hints.filter(explains)).toEqual([
			`Line Item 1 of row 1: ${words}. The node sends both unchanged.`,
		]);
	});

	it('yen may be rounded to yen', async () => {
		const yen = { unitPrice: '40', unitPriceVatExcl: '33', total: '121', totalVatExcl: '100' };
		const changes = { currency: 'JPY' };
		const { message, hints } = await sentFor(complete({ qt: 3, ...yen, vatValue: '21' }), changes);
		expect([message, hints.filter(explains)]).toEqual([undefined, []]);
	});

	it.each([
		['without VAT', false, { unitPriceVatExcl: 'price', totalVatExcl: 'amount' }],
		['with VAT', true, { unitPrice: 'price', total: 'amount' }],
	])('all five may have the names of the form, %s', async (_name, amountsIncludeVat, names) => {
		const entered = Object.entries(complete()).map(([name, value]) => [
			(names as Record<string, string>)[name] ?? name,
			value,
		]);
		const sent = await sentFor(Object.fromEntries(entered) as IDataObject, { amountsIncludeVat });
		expect(sent.message).toBeUndefined();
		expect(five(sent.line)).toEqual(['121', '100', '242', '200', '42']);
	});

	it.each<[IDataObject, string]>([
		[{ qt: 1 }, 'Line Item 1 has no amount'],
		[
			complete({ unitPriceVatExcl: '', price: '100', vatValue: '' }),
			'Line Item 1 has four amounts, but no VAT Amount',
		],
		[
			complete({ vatValue: '', price: '100' }),
			'Line Item 1 has Unit Price, Unit Price With VAT, Unit Price Without VAT, Line Total With VAT and Line Total Without VAT',
		],
		[{ qt: 1, vatValue: 21 }, 'Line Item 1 has only a VAT Amount'],
		[{ qt: 1, price: 5, amount: 5 }, 'Line Item 1 has Unit Price and Line Total'],
		[{ qt: 1, price: 5, unitPrice: 6 }, 'Line Item 1 has Unit Price and Unit Price With VAT'],
		[{ qt: 1, total: 121, vatValue: 21 }, 'Line Item 1 has Line Total With VAT and VAT Amount'],
		[complete({ vatValue: '' }), 'Line Item 1 has four amounts, but no VAT Amount'],
		[complete({ total: null }), 'Line Item 1 has four amounts, but no Line Total With VAT'],
		[{ price: 5 }, 'Quantity of Line Item 1 is empty'],
		[{ qt: 0, price: 5 }, 'Quantity of Line Item 1 is 0'],
		[{ qt: 0, amount: 5 }, 'Quantity of Line Item 1 is 0'],
	])('%j is refused: %s', async (entered, message) => {
		const sent = await sentFor({ ...entered, ...vat });
		expect(sent).toMatchObject({ message, line: undefined });
	});

	it('an update sends the amounts of lines that it does not touch as they are', async () => {
		const { arrived, run } = await smallService({
			answer: ({ method, body }) => ({
				...{ id: 1, type: 0, lineItems: [line({ total: 300, unitPrice: 5, vatValue: 1 })] },
				...(method === 'PUT' && (JSON.parse(body) as IDataObject)),
			}),
		});
		const { error, hints } = await run({
			...{ resource: 'accountingDocument', operation: 'update', accountingDocumentId: byId('1') },
			updateFields: { description: 'Chairs' },
		});
		expect(error).toBeUndefined();
		const [put] = arrived.filter(({ method }) => method === 'PUT');
		expect(JSON.parse(put.body)).toMatchObject({
			lineItems: [{ total: 300, unitPrice: 5, vatValue: 1 }],
		});
		expect(hints.filter(explains)).toEqual([]);
	});

	it(
		'gives the totals that the service computes, for any prices of a shop',
		async () => {
			const b = await bench({ documents: 0 });
			const property = fc.asyncProperty(
				fc.array(shopLine, { minLength: 1, maxLength: 20 }),
				fc.boolean(),
				async (rows, amountsIncludeVat) => {
					const made = await b.run(create({ ...lines(...rows), amountsIncludeVat, output: 'raw' }));
					expect([made.error?.message, made.hints]).toEqual([undefined, []]);
					const sent = posted(b).at(-1)?.lineItems as IDataObject[];
					const [price, total] = amountsIncludeVat
						? ['unitPrice', 'total']
						: ['unitPriceVatExcl', 'totalVatExcl'];
					for (const [index, row] of rows.entries()) {
						const given = row.price === undefined ? total : price;
						const amount = Number(row.price ?? row.amount);
						expect(amounts.filter((name) => name in sent[index])).toEqual([given]);
						expect(sent[index][given]).toBe(amount);
					}
					// The service's own amounts are accepted, without a hint, and give the same totals.
					const [document] = made.json;
					const copied = (document.lineItems as IDataObject[]).map(({ id: _id, ...one }) => one);
					const copy = await b.run(
						create({ ...lines(...copied), amountsIncludeVat, output: 'raw' }),
					);
					expect([copy.error?.message, copy.hints]).toEqual([undefined, []]);
					const totals = ({ total: all, totalVatExcl, vatRecap }: IDataObject) => [
						...[all, totalVatExcl, vatRecap],
					];
					expect(totals(copy.json[0])).toEqual(totals(document));
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
		fc.oneof(fc.integer({ min: 1, max: 999 }), fc.constantFrom(0.25, 0.5, 1.5, 0.125, -3)),
		cents(9_999),
		fc.boolean(),
		fc.constantFrom(21, 12),
	)
	.map(([qt, price, isTotal, vatRate]): IDataObject => ({
		qt,
		...(isTotal ? { amount: price } : { price }),
		...{ vatRate, vatRateType: 1 },
	}));
