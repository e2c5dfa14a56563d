import type { INodeProperties } from 'n8n-workflow';

import { documentFields } from '../../shared/documents/fields';
import { lineItemFields } from '../../shared/documents/lineFields';
import { acceptedFields, amount, type ServiceFields } from '../../shared/fields/describe';
import { propertyOf } from '../../shared/fields/recordForm';
import { ifExists, uniqueBy } from './unique';
import {
	choiceField,
	collectionField,
	switchField,
	textField,
} from '../../shared/fields/properties';

/** The first fields of the form, in this order. */
export const topNames = ['type', 'direction', 'currency', 'vatCountryType'] as const;

export const topFields: INodeProperties[] = topNames.map((name) =>
	propertyOf(name, { ...documentFields[name], required: true }),
);

/** The fields in Additional Fields. */
export const furtherFields: ServiceFields = Object.fromEntries(
	Object.entries(documentFields).filter(
		([name]) => ![...topNames, 'contact', 'lineItems'].includes(name),
	),
);

export const contact: INodeProperties = {
	...propertyOf('contact', documentFields.contact),
	description:
		'The customer or supplier. Enter a Contact ID, the details, or both. The details replace those of the contact.',
};

export const vatCountryCode = textField(
	'VAT Country',
	'vatCountryCode',
	'The country of the VAT rates, as a two-letter ISO code. Required to list VAT rates or to find one by its percentage.',
	{ placeholder: 'e.g. CZ' },
);

const groupBy = textField(
	'Group By',
	'groupBy',
	'Create one document from all input items with the same value in this field. Each item adds its lines. Enter the field name or an expression.',
	{ placeholder: 'e.g. orderNo' },
);

/** The options that determine how many documents the items create. */
export const createOptions = collectionField('Options', 'createOptions', 'option', [
	groupBy,
	ifExists,
	uniqueBy,
]);

/** The same for Create or Update, which needs Unique By. */
export const upsertOptions: INodeProperties = {
	...createOptions,
	default: { uniqueBy: uniqueBy.default },
	options: [groupBy, uniqueBy],
};

/** Amounts with or without VAT, by the switch Amounts Include VAT. The fields of the service have it in their names. */
const switchedFields: ServiceFields = {
	price: amount('Unit Price', 'The price of one unit. See Amounts Include VAT above.', {
		placeholder: 'e.g. 100.00',
	}),
	amount: amount('Line Total', 'The total of the line. See Amounts Include VAT above.', {
		placeholder: 'e.g. 200.00',
	}),
};

export const givenLineFields: ServiceFields = { ...switchedFields, ...lineItemFields };

/** The fields that each line shows. The user adds the others. */
const always = ['description', 'qt', 'unitName', 'price'];

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
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1201' },
		{
			displayName: 'By %',
			name: 'percentage',
			type: 'string',
			placeholder: 'e.g. 21',
			hint: 'Requires the VAT Country. On a domestic document, this is a Standard rate. For another type, add VAT Rate Type under Further Fields.',
		},
	],
};

const row: INodeProperties[] = [
	...always.map((name) => propertyOf(name, givenLineFields[name])),
	vatRate,
	collectionField(
		'Further Fields',
		'furtherFields',
		'field',
		acceptedFields(givenLineFields)
			.filter(([name]) => !always.includes(name) && name !== vatRate.name)
			.map(([name, field]) => propertyOf(name, field)),
	),
];

const ways: Record<string, [name: string, description: string]> = {
	define: ['Define Below', 'Enter the lines here, with values or expressions'],
	inputField: ['Input Field', 'Use a list of lines from a field of the input item'],
	json: ['JSON', 'Enter the list of lines as JSON'],
};

const keep: typeof ways = { keep: ['Keep as They Are', 'Do not change the lines of the document'] };

const linesFrom = (byDefault: string, choices: typeof ways) =>
	choiceField(
		'Lines From',
		'lineItemsFrom',
		'Where the lines of the document come from',
		byDefault,
		choices,
	);

const furtherLineFields: INodeProperties[] = [
	switchField(
		'Amounts Include VAT',
		'amountsIncludeVat',
		'Whether Unit Price and Line Total include VAT. The VAT summary is then computed from the amounts with VAT.',
		{ displayOptions: { hide: { lineItemsFrom: ['keep'] } } },
	),
	{
		displayName: 'Lines',
		name: 'lineItems',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			fixedCollection: { itemTitle: '={{ $collection.item.value.description || "Line" }}' },
		},
		placeholder: 'Add line',
		default: {},
		description: 'The lines of the document. Each needs a quantity and a price, or a total.',
		options: [{ displayName: 'Line', name: 'row', values: row }],
		displayOptions: { show: { lineItemsFrom: ['define'] } },
	},
	textField(
		'Field with Lines',
		'lineItemsField',
		'The input field with the list of lines, or an expression that returns the list',
		{ placeholder: 'e.g. lineItems', displayOptions: { show: { lineItemsFrom: ['inputField'] } } },
	),
	{
		displayName: 'Lines as JSON',
		name: 'lineItemsJson',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "description": "Chairs", "qt": 2, "price": 100 }]',
		description: 'A list of lines with the field names of the service, or with price and amount',
		displayOptions: { show: { lineItemsFrom: ['json'] } },
	},
];

export const linesOfCreate = [linesFrom('define', ways), ...furtherLineFields];

export const linesOfUpdate = [linesFrom('keep', { ...ways, ...keep }), ...furtherLineFields];
