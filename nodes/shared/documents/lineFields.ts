import { amount, choice, flag, id, number, type ServiceFields, text } from '../fields/describe';
import { autoFinancialAccountStatuses, vatRateTypes } from './choices';

/** docs/api/resources.md#line-item. */
export const lineItemFields: ServiceFields = {
	id: text('Line ID', 'The number of the line, given by the service', { getOnly: true }),
	description: text('Description', 'What was delivered or done', {
		placeholder: 'e.g. Office chairs',
	}),
	finAccount: text('Financial Account', 'The account of your books that the line belongs to', {
		placeholder: 'e.g. 5180000',
	}),
	qt: number('Quantity', 'How many units', { placeholder: 'e.g. 2' }),
	unitName: text('Unit', 'What is counted, such as pieces or hours', { placeholder: 'e.g. pcs' }),
	unitPrice: amount('Unit Price With VAT', 'The price of one unit, VAT included', {
		placeholder: 'e.g. 121.00',
	}),
	unitPriceVatExcl: amount('Unit Price Without VAT', 'The price of one unit, VAT excluded', {
		placeholder: 'e.g. 100.00',
	}),
	total: amount('Line Total With VAT', 'The amount of the line, VAT included', {
		placeholder: 'e.g. 242.00',
	}),
	totalVatExcl: amount('Line Total Without VAT', 'The amount of the line, VAT excluded', {
		placeholder: 'e.g. 200.00',
	}),
	vatValue: amount('VAT Amount', 'The VAT of the line in the currency of the document', {
		placeholder: 'e.g. 42.00',
	}),
	vatRate: number('VAT Rate (%)', 'The VAT rate in percent. Not needed with a VAT Rate ID.', {
		placeholder: 'e.g. 21',
	}),
	vatRateType: choice(
		'VAT Rate Type',
		vatRateTypes,
		'How VAT applies to the line. Not needed with a VAT Rate ID.',
	),
	vatRateId: id('VAT Rate ID', 'The VAT rate as the service lists it', {
		placeholder: 'e.g. 1201',
	}),
	vatDeduction: flag(
		'VAT Deduction',
		'Whether the VAT of the line can be deducted. Received documents only.',
	),
	reverseChargeCode: text(
		'Reverse Charge Code',
		'The code of the goods or service. Empty, reverse charge does not apply to the line.',
		{ placeholder: 'e.g. 4' },
	),
	storeItemId: id('Store Item ID', 'The number of the item in the store of the service'),
	branch: text('Branch', 'The branch that the line belongs to', { placeholder: 'e.g. Brno' }),
	project: text('Project', 'The project that the line belongs to', {
		placeholder: 'e.g. Renovation',
	}),
	autoFinancialAccountStatus: choice(
		'Account Classification',
		autoFinancialAccountStatuses,
		'How far the service has found the financial account by itself',
	),
};

/** docs/api/resources.md#vat-recap. */
export const vatRecapFields: ServiceFields = {
	vatRate: number('VAT Rate (%)', 'The VAT rate in percent', {
		required: true,
		placeholder: 'e.g. 21',
	}),
	vatRateType: choice('VAT Rate Type', vatRateTypes, 'How VAT applies to these amounts'),
	base: amount('Base', 'The amount without VAT', { placeholder: 'e.g. 200.00' }),
	vatAmount: amount('VAT Amount', 'The VAT of the base', { placeholder: 'e.g. 42.00' }),
	total: amount('Total', 'The amount with VAT', { placeholder: 'e.g. 242.00' }),
};
