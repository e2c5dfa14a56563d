import { runNode } from '../support/engine';
import { smallService } from '../support/smallService';
import type { Parameters } from '../support/withSandbox';

async function ran(parameters: Parameters) {
	const { arrived, credential } = await smallService({ answer: () => ({ id: 1 }) });
	const { error } = await runNode({ parameters, credentials: credential() });
	return { arrived, message: error?.message };
}

describe('a payment order', () => {
	const order = (additionalFields: object): Parameters => ({
		resource: 'paymentOrder',
		operation: 'create',
		bankAccountId: '3',
		dueDate: '2030-01-31',
		additionalFields,
	});

	it.each([
		[{}, /nothing to pay/],
		[{ accountingDocuments: '12,12' }, /names 12 twice/],
		[{ amount: '0' }, /Amount must be above 0/],
		[{ amount: '-5' }, /Amount must be above 0/],
		[{ amount: '12.345' }, /more than 2 decimals/],
	])('%j is refused before anything is sent', async (fields, message) => {
		const sent = await ran(order(fields));
		expect(sent.message).toMatch(message);
		expect(sent.arrived).toEqual([]);
	});

	it.each([[{ accountingDocuments: '12,13' }], [{ amount: '12.340' }]])(
		'%j goes out',
		async (fields) => {
			const sent = await ran(order(fields));
			expect(sent.message).toBeUndefined();
			expect(sent.arrived).toHaveLength(1);
		},
	);
});

describe('a VAT summary that is entered by hand', () => {
	const row = (base: string, vatAmount: string, total: string, more = {}) => ({
		vatRateType: 1,
		vatRate: '21',
		base,
		vatAmount,
		total,
		...more,
	});
	const recap = (additionalFields: object, rows: object[]): Parameters => ({
		resource: 'accountingDocument',
		operation: 'updateVatRecap',
		accountingDocumentId: { __rl: true, mode: 'id', value: '12' },
		vatRecapCalculationMode: 2,
		additionalFields: { ...additionalFields, vatRecap: { row: rows } },
	});
	const rows = [row('100', '21', '121')];
	const right = { total: '121', totalVatExcl: '100' };

	it.each([
		[{ ...right, total: '125' }, rows, /Total is 125, but the VAT summary adds up to 121/],
		[{ ...right, totalVatExcl: '90' }, rows, /Total Without VAT is 90, but/],
		[right, [row('100', '20', '121')], /VAT Amount of VAT Rate 1/],
	])('%j is refused before anything is sent', async (totals, given, message) => {
		const sent = await ran(recap(totals, given));
		expect(sent.message).toMatch(message);
		expect(sent.arrived).toEqual([]);
	});

	it.each([
		[right, rows],
		[{ total: '122', totalVatExcl: '100.50' }, [row('100.50', '21.11', '121.61')]],
	])('%j goes out', async (totals, given) => {
		const sent = await ran(recap(totals, given));
		expect(sent.message).toBeUndefined();
		expect(sent.arrived).toHaveLength(1);
	});
});
