import {
	choice,
	date,
	id,
	number,
	type RecordDescription,
	type ServiceFields,
	text,
} from '../../../shared/fields/describe';
import {
	directions,
	issued,
	vatCountryTypes,
	vatRateTypes,
} from '../../../shared/documents/choices';

/**
 * VatRate (docs/api/resources.md#vat-rate). On a line of a document `id` is `vatRateId` and `type` is `vatRateType`.
 */
const vatRateFields: ServiceFields = {
	id: id('ID', 'The ID of the VAT rate, for VAT Rate ID of a line item'),
	text: text('Text', 'The name of the VAT rate'),
	vatRate: number('VAT Rate (%)', 'The VAT rate in percent'),
	type: choice('Type', vatRateTypes, 'How VAT applies, for VAT Rate Type of a line item'),
	validFrom: date('Valid From', 'The first day of the rate'),
	validTo: date('Valid To', 'The last day of the rate'),
	noteDomestic: text('Domestic Note', 'A note for the side in your country'),
	noteCounterpart: text('Counterpart Note', 'A note for the other side'),
};

export const vatRateRecord: RecordDescription = {
	one: 'VAT rate',
	many: 'VAT rates',
	fields: vatRateFields,
	simplified: Object.fromEntries(Object.keys(vatRateFields).map((name) => [name, name])),
};

/** What the list is asked by (docs/api/requests.md#vat-rates). */
export const vatRateQuery: ServiceFields = {
	countryCode: text('Country Code', 'The ISO code of the country whose rates are listed', {
		required: true,
		placeholder: 'e.g. CZ',
	}),
	date: date('Date', 'The day for which to list rates', { required: true, isFilter: true }),
	vatCountryType: choice(
		'VAT Country Type',
		vatCountryTypes,
		'Where the customer or supplier is, for VAT purposes',
		{ required: true },
	),
	accountingDocumentDirection: choice(
		'Direction',
		directions,
		'Rates for issued or for received documents',
		{ required: true, usual: issued },
	),
	financialAccount: text('Financial Account', 'Only rates allowed for this ledger account', {
		placeholder: 'e.g. 5180000',
	}),
};
