import type { IDataObject } from 'n8n-workflow';

import { create, line, lines, posted } from '../support/create';
import { bench, goOn } from '../support/withSandbox';

describe('creating a document', () => {
	it.each([
		['no lines as JSON and no total', lines(), /^The document has no lines and no total/],
		['an empty type', { type: "={{ '' }}" }, /^Type is empty/],
		[
			'a number that has lost digits in a text',
			{ additionalFields: { orderNo: '={{ 9007199254740993 }}' } },
			/^Order Number is a number that is not exact/,
		],
		[
			'a number that has lost digits in an Extra Field',
			{
				additionalFields: {
					extraFields: { field: [{ name: 'ledger', value: '={{ 9007199254740993 }}' }] },
				},
			},
			/^ledger of Extra Fields is a number that is not exact/,
		],
		[
			'an Extra Field that is given twice',
			{
				additionalFields: {
					extraFields: {
						field: [
							{ name: 'ledger', value: '1' },
							{ name: ' ledger', value: '2' },
						],
					},
				},
			},
			/^Extra Fields repeat ledger$/,
		],
		[
			'a price of too many digits',
			lines(line({ price: '12345678901234567.89' })),
			/^Unit Price of Line 1 must be a plain decimal number, but is /,
		],
		['a switch as price', lines(line({ price: '={{ true }}' })), /Unit Price of Line 1/],
		['a date as price', lines(line({ price: '={{ new Date() }}' })), /Unit Price of Line 1/],
		['a number as VAT Country', { vatCountryCode: '={{ 203 }}' }, /^VAT Country must be an ISO/],
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
			/^'Quantity of Line 1' expects a number but we got 'two'/,
		],
		['no amount', lines({ description: 'x', qt: 1 }), /^Line 1 has no amount/],
		[
			'a VAT rate without its type',
			lines(line({ vatRateType: undefined })),
			/^VAT Rate Type of Line 1 is missing/,
		],
		['a currency that is no code', { currency: 'Kč' }, /^Currency must be an ISO 4217 code/],
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
			/^The bank account of an issued document has no bankAccountId/,
		],
		[
			'a received document with an own account',
			{
				direction: 0,
				additionalFields: {
					extraFields: { field: [{ name: 'bankAccounts', value: '[{"bankAccountId":1}]' }] },
				},
			},
			/^A received document cannot have a bankAccountId/,
		],
		[
			'a field that the item lacks',
			{ lineItemsFrom: 'inputField', lineItemsField: 'rows' },
			/^The input item has no field rows/,
		],
		[
			'something unique that is empty',
			{ createOptions: { uniqueBy: 'orderNo' } },
			/^Order Number is empty, but Unique By uses it/,
		],
	])('refuses %s before anything is sent', async (_, changes, message) => {
		const one = await bench();
		const { error } = await one.run(create(changes as IDataObject as never));
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
		const stopped = await one.run(parameters, { items });
		expect(stopped.error?.message).toMatch(/Quantity of Line 1 is 0/);
		expect(stopped.error?.context?.itemIndex).toBe(2);
		expect(one.asked()).toEqual([]);
		const going = await one.run(parameters, { items, node: goOn });
		expect(going.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(going.json[2].error).toMatch(/Quantity of Line 1 is 0/);
		expect(posted(one)).toHaveLength(2);
	});
});
