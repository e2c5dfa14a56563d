import { amount, choice, flag, id, number, type ServiceFields, text } from '../fields/describe';
import { autoFinancialAccountStatuses, vatRateTypes } from './choices';

/** docs/api/resources.md#line-item. */
export const lineItemFields: ServiceFields = {
	id: text('Line Item ID', 'The ID of the line item in the service', { getOnly: true }),
	description: text('Description', 'The goods or services of the line item', {
		placeholder: 'e.g. Office chairs',
	}),
	finAccount: text('Financial Account', 'The account in your ledger for this line item', {
		placeholder: 'e.g. 5180000',
	}),
	qt: number('Quantity', 'The number of units', { placeholder: 'e.g. 2' }),
	unitName: text('Unit', 'The unit of measure, such as pieces or hours', {
		placeholder: 'e.g. pcs',
	}),
	unitPrice: amount('Unit Price With VAT', 'The price per unit with VAT', {
		placeholder: 'e.g. 1493.75',
		computed: true,
		shownRounded: true,
	}),
	unitPriceVatExcl: amount('Unit Price Without VAT', 'The price per unit without VAT', {
		placeholder: 'e.g. 1234.50',
		computed: true,
		shownRounded: true,
	}),
	total: amount('Line Total With VAT', 'The amount of the line item with VAT', {
		placeholder: 'e.g. 2987.49',
		computed: true,
	}),
	totalVatExcl: amount('Line Total Without VAT', 'The amount of the line item without VAT', {
		placeholder: 'e.g. 2469.00',
		computed: true,
	}),
	vatValue: amount('VAT Amount', 'The VAT of the line item in the currency of the document', {
		placeholder: 'e.g. 518.49',
		computed: true,
	}),
	vatRate: number(
		'VAT Rate (%)',
		'The VAT rate in percent. Leave it empty if you choose a VAT Rate.',
		{ placeholder: 'e.g. 21', fillsOthers: ['vatRateId'] },
	),
	vatRateType: choice(
		'VAT Rate Type',
		vatRateTypes,
		'How VAT applies to the line item. Leave it empty if you choose a VAT Rate.',
	),
	vatRateId: id('VAT Rate ID', 'The ID of a VAT rate in the service', {
		placeholder: 'e.g. 1201',
		fillsOthers: ['vatRate', 'vatRateType'],
	}),
	vatDeduction: flag(
		'VAT Deduction',
		'Whether the VAT of the line item is deductible. For received documents only.',
	),
	reverseChargeCode: text(
		'Reverse Charge Code',
		'The code of the goods or service. Leave it empty if reverse charge does not apply.',
		{ placeholder: 'e.g. 4' },
	),
	storeItemId: id('Store Item ID', 'The ID of the stock item in the service'),
	branch: text('Branch', 'The branch that the line item belongs to', { placeholder: 'e.g. Brno' }),
	project: text('Project', 'The project that the line item belongs to', {
		placeholder: 'e.g. Renovation',
	}),
	autoFinancialAccountStatus: choice(
		'Account Classification',
		autoFinancialAccountStatuses,
		'Whether the service has determined the financial account itself',
		{ computed: true },
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
