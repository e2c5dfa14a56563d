import type { INodeProperties } from 'n8n-workflow';

import { lineItemFields } from '../../shared/documents/lineFields';
import {
	acceptedFields,
	amount,
	flag,
	type ServiceFields,
	text,
} from '../../shared/fields/describe';
import { formField, formGroup } from '../../shared/fields/formField';

/** The form of the line items, in Create and Update. */

/**
 * The parameter names of the line form. Update has its own: n8n keeps the values of equal names when the operation is
 * switched, so the lines of Create would replace those of an existing document.
 */
export interface LineNames {
	vatCountryCode: string;
	amountsIncludeVat: string;
	lineItems: string;
	/** Members of Options, for lines that are not typed in. */
	field: string;
	json: string;
	/** The switch that shows the others. */
	replaces?: string;
}

export const namesInCreate: LineNames = {
	vatCountryCode: 'vatCountryCode',
	amountsIncludeVat: 'amountsIncludeVat',
	lineItems: 'lineItems',
	field: 'lineItemsField',
	json: 'lineItemsJson',
};

export const namesInUpdate: LineNames = {
	vatCountryCode: 'newVatCountryCode',
	amountsIncludeVat: 'newAmountsIncludeVat',
	lineItems: 'newLineItems',
	field: 'newLineItemsField',
	json: 'newLineItemsJson',
	replaces: 'replaceLineItems',
};

export const vatCountryCode = formField(
	namesInCreate.vatCountryCode,
	text('VAT Country', 'The country of the VAT rates, as a two-letter ISO code', {
		placeholder: 'e.g. CZ',
		// n8n cannot require a field by what a row has.
		hint: 'Enter it to choose a VAT Rate From List or By %.',
	}),
);

/** Amounts with or without VAT, by the switch Amounts Include VAT. The fields of the service have it in their names. */
const switchedFields: ServiceFields = {
	price: amount(
		'Unit Price',
		'The price of one unit, negative for a discount. See Amounts Include VAT above.',
		{
			placeholder: 'e.g. 1234.50',
		},
	),
	amount: amount('Line Total', 'The total of the line item. See Amounts Include VAT above.', {
		placeholder: 'e.g. 2469.00',
	}),
};

export const givenLineFields: ServiceFields = { ...switchedFields, ...lineItemFields };

/** The fields that each line shows. The user adds the others. */
const always = ['description', 'qt', 'unitName', 'price'];

/** n8n sets a dragged column in the mode "id", or else in the first after the list: a column has percentages. */
const vatRate: INodeProperties = {
	displayName: 'VAT Rate',
	name: 'vatRateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'A VAT rate of the service for the country, date, type and direction, or its percentage',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a rate...',
			typeOptions: { searchListMethod: 'searchVatRates', searchable: true },
		},
		{
			displayName: 'By %',
			name: 'percentage',
			type: 'string',
			placeholder: 'e.g. 21',
			hint: 'Requires the VAT Country. A domestic rate is Standard unless you add VAT Rate Type under Further Fields.',
		},
		{
			displayName: 'By ID',
			name: 'rateId',
			type: 'string',
			placeholder: 'e.g. 1201',
			hint: 'The ID of a VAT rate in the service. To enter a percentage, choose By %.',
		},
	],
};

const row: INodeProperties[] = [
	...always.map((name) => formField(name, givenLineFields[name])),
	vatRate,
	formGroup(
		'Further Fields',
		'furtherFields',
		'field',
		acceptedFields(givenLineFields)
			.filter(([name]) => !always.includes(name) && name !== vatRate.name)
			.map(([name, field]) => formField(name, field)),
	),
];

export const linesFieldName = formField(
	namesInCreate.field,
	text(
		'Field with Line Items',
		'The input field with the list of line items, or an expression that returns the list',
		{ placeholder: 'e.g. lineItems', asEntered: true },
	),
);

export const lineItemsJson: INodeProperties = {
	displayName: 'Line Items as JSON',
	name: namesInCreate.json,
	type: 'json',
	default: '[]',
	placeholder: 'e.g. [{ "description": "Chairs", "qt": 2, "price": 100 }]',
	description: 'A list of line items with the field names of the service, or with price and amount',
};

const includeVat = formField(
	namesInCreate.amountsIncludeVat,
	flag(
		'Amounts Include VAT',
		'Whether Unit Price and Line Total include VAT. The VAT recap is then computed from the amounts with VAT.',
		{ decides: true },
	),
);

const lines: INodeProperties = {
	displayName: 'Line Items',
	name: namesInCreate.lineItems,
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		fixedCollection: { itemTitle: '={{ $collection.item.value.description || "Line Item" }}' },
	},
	placeholder: 'Add line item',
	default: {},
	description: 'The line items. Enter Quantity and Unit Price, or Line Total.',
	options: [{ displayName: 'Line Item', name: 'row', values: row }],
};

export const linesOfCreate = [includeVat, lines];

const replaceLineItems = formField(
	'replaceLineItems',
	flag(
		'Replace Line Items',
		'Whether the line items that you enter replace all line items of the document. When off, it keeps its own.',
		{ decides: true },
	),
);

const ifReplaced = (field: INodeProperties, name: string, path = ''): INodeProperties => ({
	...field,
	name,
	displayOptions: { show: { [`${path}${replaceLineItems.name}`]: [true] } },
});

export const linesOfUpdate: INodeProperties[] = [
	replaceLineItems,
	{
		...ifReplaced(vatCountryCode, namesInUpdate.vatCountryCode),
		hint: 'Enter it for a VAT Rate By %. From List also needs VAT Country Type and Direction, under Update Fields.',
	},
	ifReplaced(includeVat, namesInUpdate.amountsIncludeVat),
	ifReplaced(lines, namesInUpdate.lineItems),
];

export const lineOptionsOfUpdate: INodeProperties[] = [
	ifReplaced(linesFieldName, namesInUpdate.field, '/'),
	ifReplaced(lineItemsJson, namesInUpdate.json, '/'),
];
