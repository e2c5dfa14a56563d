import type { INodeProperties } from 'n8n-workflow';

import { documentFields } from '../../shared/documents/fields';
import { lineItemFields } from '../../shared/documents/lineFields';
import { extraFields } from '../../shared/fields/extraFields';
import { acceptedFields, amount, type ServiceFields } from '../../shared/fields/describe';
import { collectionField, propertyOf } from '../../shared/fields/recordForm';
import { ifExists, uniqueBy } from './unique';

/** The forms of Create and Update, and what both say of lines. */

/** On top of the form, in this order. */
export const topNames = ['type', 'direction', 'currency', 'vatCountryType'] as const;

export const topFields: INodeProperties[] = topNames.map((name) =>
	propertyOf(name, { ...documentFields[name], required: true }),
);

/** Everything without a place of its own. */
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
		'The customer or supplier: by the Contact ID, or by what you enter. With both, what you enter stands on the document.',
};

export const vatCountryCode: INodeProperties = {
	displayName: 'VAT Country',
	name: 'vatCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. CZ',
	description:
		'Whose VAT rates apply, as an ISO code of two letters. Needed for the list of VAT rates and to look a rate up by its percentage.',
};

const groupBy: INodeProperties = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. orderNo',
	description:
		'Make one document of all input items with the same value, each with its lines. Enter the name of their field, or an expression that gives the value.',
};

/** What decides how many documents the items become. */
export const createOptions: INodeProperties = {
	displayName: 'Options',
	name: 'createOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [groupBy, ifExists, uniqueBy],
};

/** Amounts whose meaning follows the switch Amounts Include VAT, beside the service's own, which say it by name. */
const switchedFields: ServiceFields = {
	price: amount('Unit Price', 'The price of one unit, with or without VAT as you say above', {
		placeholder: 'e.g. 100.00',
	}),
	amount: amount('Line Total', 'The amount of the line, with or without VAT as you say above', {
		placeholder: 'e.g. 200.00',
	}),
};

export const givenLineFields: ServiceFields = { ...switchedFields, ...lineItemFields };

/** What stands in each line of the form; the rest is added where it is needed. */
const always = ['description', 'qt', 'unitName', 'price'];

const vatRate: INodeProperties = {
	displayName: 'VAT Rate',
	name: 'vatRateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'One of the rates that the service lists for the country, date, type and direction, or its percentage',
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
			hint: 'Needs the VAT Country. On a domestic document it means the Standard rate; for another, add VAT Rate Type in Further Fields.',
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
		description: 'Enter the lines here. With expressions they are made from the input.',
	},
	{
		name: 'Input Field',
		value: 'inputField',
		description: 'Take the list of lines from a field of the input item',
	},
	{ name: 'JSON', value: 'json', description: 'Write the list of lines as JSON' },
];

const keep = {
	name: 'Keep as They Are',
	value: 'keep',
	description: 'Leave the lines of the document alone',
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
			'Whether Unit Price and Line Total are with VAT. The VAT summary then starts from the same side.',
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
		description: 'The lines of the document. Give each a quantity and a price, or a total.',
		options: [{ displayName: 'Line', name: 'row', values: row }],
		displayOptions: { show: { lineItemsFrom: ['define'] } },
	},
	{
		displayName: 'Field with Lines',
		name: 'lineItemsField',
		type: 'string',
		default: '',
		placeholder: 'e.g. lineItems',
		description:
			'The name of the field of the input item that holds the list of lines, or an expression that gives the list',
		displayOptions: { show: { lineItemsFrom: ['inputField'] } },
	},
	{
		displayName: 'Lines as JSON',
		name: 'lineItemsJson',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "description": "Chairs", "qt": 2, "price": 100 }]',
		description: 'A list of lines with the names of the fields of the service, or price and amount',
		displayOptions: { show: { lineItemsFrom: ['json'] } },
	},
];

export const linesOfCreate = [linesFrom, ...furtherLineFields];

export const linesOfUpdate = [
	{ ...linesFrom, options: [...ways, keep], default: 'keep' },
	...furtherLineFields,
];
