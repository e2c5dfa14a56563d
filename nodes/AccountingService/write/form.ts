import type { INodeProperties } from 'n8n-workflow';

import { documentFields } from '../../shared/documents/fields';
import { lineItemFields } from '../../shared/documents/lineFields';
import { extraFields } from '../../shared/fields/extraFields';
import { acceptedFields, amount, type ServiceFields } from '../../shared/fields/describe';
import { collectionField, propertyOf } from '../../shared/fields/recordForm';
import { ifExists, uniqueBy } from './unique';

/** The first fields of the form, in this order. */
export const topNames = ['type', 'direction', 'currency', 'vatCountryType'] as const;

export const topFields: INodeProperties[] = topNames.map((name) =>
	propertyOf(name, { ...documentFields[name], required: true }),
);

/** The fields for the collection Additional Fields. */
export const furtherFields: ServiceFields = Object.fromEntries(
	Object.entries(documentFields).filter(
		([name]) => ![...topNames, 'contact', 'lineItems'].includes(name),
	),
);

export const additionalFields = collectionField(
	'Additional Fields',
	'additionalFields',
	furtherFields,
	extraFields,
);

export const contact: INodeProperties = {
	...propertyOf('contact', documentFields.contact),
	description:
		'The customer or supplier. Enter a Contact ID, the details, or both. The details replace those of the contact.',
};

export const vatCountryCode: INodeProperties = {
	displayName: 'VAT Country',
	name: 'vatCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. CZ',
	description:
		'The country of the VAT rates, as a two-letter ISO code. Required to list VAT rates or to find one by its percentage.',
};

const groupBy: INodeProperties = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. orderNo',
	description:
		'Create one document from all input items with the same value in this field. Each item adds its lines. Enter the field name or an expression.',
};

/** The options that determine how many documents the items create. */
export const createOptions: INodeProperties = {
	displayName: 'Options',
	name: 'createOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [groupBy, ifExists, uniqueBy],
};

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
			displayName: 'By Percentage',
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
	{
		displayName: 'Further Fields',
		name: 'furtherFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: acceptedFields(givenLineFields)
			.filter(([name]) => !always.includes(name) && name !== vatRate.name)
			.map(([name, field]) => propertyOf(name, field))
			.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	},
];

const ways = [
	{
		name: 'Define Below',
		value: 'define',
		description: 'Enter the lines here, with values or expressions',
	},
	{
		name: 'Input Field',
		value: 'inputField',
		description: 'Use a list of lines from a field of the input item',
	},
	{ name: 'JSON', value: 'json', description: 'Enter the list of lines as JSON' },
];

const keep = {
	name: 'Keep as They Are',
	value: 'keep',
	description: 'Do not change the lines of the document',
};

const linesFrom: INodeProperties = {
	displayName: 'Lines From',
	name: 'lineItemsFrom',
	type: 'options',
	options: ways,
	default: 'define',
	description: 'Where the lines of the document come from',
};

const furtherLineFields: INodeProperties[] = [
	{
		displayName: 'Amounts Include VAT',
		name: 'amountsIncludeVat',
		type: 'boolean',
		default: false,
		description:
			'Whether Unit Price and Line Total include VAT. The VAT summary is then computed from the amounts with VAT.',
		displayOptions: { hide: { lineItemsFrom: ['keep'] } },
	},
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
	{
		displayName: 'Field with Lines',
		name: 'lineItemsField',
		type: 'string',
		default: '',
		placeholder: 'e.g. lineItems',
		description: 'The input field with the list of lines, or an expression that returns the list',
		displayOptions: { show: { lineItemsFrom: ['inputField'] } },
	},
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

export const linesOfCreate = [linesFrom, ...furtherLineFields];

export const linesOfUpdate = [
	{ ...linesFrom, options: [...ways, keep], default: 'keep' },
	...furtherLineFields,
];
