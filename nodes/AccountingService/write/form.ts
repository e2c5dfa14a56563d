import type { INodeProperties } from 'n8n-workflow';

import { cashReceipt, cashTypes, creditNote } from '../../shared/documents/choices';
import { documentFields, documentRecord } from '../../shared/documents/fields';
import { lineItemFields } from '../../shared/documents/lineFields';
import { acceptedFields, amount, type ServiceFields } from '../../shared/fields/describe';
import { outputFields } from '../../shared/fields/output';
import { bodyForm, propertyOf } from '../../shared/fields/recordForm';
import { ifExists, uniqueBy } from './unique';
import {
	collectionField,
	noticeField,
	switchField,
	textField,
} from '../../shared/fields/properties';

const dateNames = ['issueDate', 'dueDate'] as const;
/** The first fields of the form, in this order. */
export const topNames = ['type', 'currency', 'cashRegisterId', ...dateNames] as const;

/** What a new document is if Additional Fields does not say otherwise: issued and domestic. */
export const usualValues = { direction: 1, vatCountryType: 1 } as const;

const usualHint =
	'For a received or foreign document, add Direction or VAT Country Type under Additional Fields.';

const required = (name: (typeof topNames)[number]) =>
	propertyOf(name, { ...documentFields[name], required: true });

/** n8n would require the cash register of an invoice too if an expression gives the type. checkRules requires it. */
const cashRegister: INodeProperties = {
	...propertyOf('cashRegisterId', documentFields.cashRegisterId),
	displayOptions: { show: { type: cashTypes } },
};

/** No published source says which sign the service wants. */
const signNotice: INodeProperties = {
	...noticeField(
		'signNotice',
		'Enter the amounts with the sign that your existing credit notes have.',
	),
	displayOptions: { show: { type: [creditNote] } },
};

const relatedNotice: INodeProperties = {
	...noticeField(
		'relatedNotice',
		'Related Document does not copy the contact and the line items of the invoice. Enter them too.',
	),
	displayOptions: { show: { type: [creditNote, cashReceipt] } },
};

export const topFields: INodeProperties[] = [
	{ ...required('type'), hint: usualHint },
	signNotice,
	relatedNotice,
	required('currency'),
	cashRegister,
	...dateNames.map((name) => propertyOf(name, documentFields[name])),
];

/** Fields with their own place. The cash register has it for some types only. */
const elsewhere: string[] = ['type', 'currency', ...dateNames, 'contact', 'lineItems'];
/** The fields in Additional Fields, all optional: what the service requires of them has a usual value. */
export const furtherFields: ServiceFields = Object.fromEntries(
	Object.entries(documentFields)
		.filter(([name]) => !elsewhere.includes(name))
		.map(([name, field]) => [name, { ...field, required: undefined }]),
);

/** A type that needs a cash register has it at the top. */
const registerOfOthers = (field: INodeProperties): INodeProperties =>
	field.name === cashRegister.name
		? { ...field, displayOptions: { hide: { '/type': cashTypes } } }
		: field;

export const additionalFields: INodeProperties[] = bodyForm(furtherFields).map((field) => ({
	...field,
	options: (field.options as INodeProperties[]).map(registerOfOthers),
}));

export const contact: INodeProperties = {
	...propertyOf('contact', documentFields.contact),
	description:
		'The customer or supplier. Choose an existing contact, enter details, or both. Details that you enter apply to this document only.',
};

/**
 * The parameter names of the line form. Update has its own: n8n keeps the values of equal names when the operation is
 * switched, so the lines of Create would replace those of an existing document.
 */
export interface LineNames {
	vatCountryCode: string;
	amountsIncludeVat: string;
	lineItems: string;
	/** The collection with lines that are not typed in. */
	options: string;
}

export const namesInCreate: LineNames = {
	vatCountryCode: 'vatCountryCode',
	amountsIncludeVat: 'amountsIncludeVat',
	lineItems: 'lineItems',
	options: 'createOptions',
};

export const namesInUpdate: LineNames = {
	vatCountryCode: 'newVatCountryCode',
	amountsIncludeVat: 'newAmountsIncludeVat',
	lineItems: 'newLineItems',
	options: 'updateOptions',
};

export const vatCountryCode = textField(
	'VAT Country',
	namesInCreate.vatCountryCode,
	'The country of the VAT rates, as a two-letter ISO code. Required to list VAT rates or to find one by its percentage.',
	{ placeholder: 'e.g. CZ' },
);

const groupItemsBy = textField(
	'Group By',
	'groupBy',
	'Create one document from all input items with the same value in this field. Each item adds its line items. Enter the field name or an expression.',
	{ placeholder: 'e.g. orderNo' },
);

/** Amounts with or without VAT, by the switch Amounts Include VAT. The fields of the service have it in their names. */
const switchedFields: ServiceFields = {
	price: amount('Unit Price', 'The price of one unit. See Amounts Include VAT above.', {
		placeholder: 'e.g. 100.00',
	}),
	amount: amount('Line Total', 'The total of the line item. See Amounts Include VAT above.', {
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
			hint: 'Requires the VAT Country. A domestic rate is Standard unless you add VAT Rate Type under Further Fields.',
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

const linesFieldName = textField(
	'Field with Line Items',
	'lineItemsField',
	'The input field with the list of line items, or an expression that returns the list',
	{ placeholder: 'e.g. lineItems' },
);

const lineItemsJson: INodeProperties = {
	displayName: 'Line Items as JSON',
	name: 'lineItemsJson',
	type: 'json',
	default: '[]',
	placeholder: 'e.g. [{ "description": "Chairs", "qt": 2, "price": 100 }]',
	description: 'A list of line items with the field names of the service, or with price and amount',
};

/** Which documents the items become, lines that are not typed in, and the output. */
const optionsOfCreate = [
	groupItemsBy,
	linesFieldName,
	lineItemsJson,
	uniqueBy,
	...outputFields(documentRecord),
];

export const createOptions = collectionField('Options', 'createOptions', 'option', [
	...optionsOfCreate,
	ifExists,
]);

/** For Create or Update, which needs Unique By. */
export const upsertOptions: INodeProperties = {
	...collectionField('Options', 'createOptions', 'option', optionsOfCreate),
	default: { uniqueBy: uniqueBy.default },
};

const includeVat = switchField(
	'Amounts Include VAT',
	namesInCreate.amountsIncludeVat,
	'Whether Unit Price and Line Total include VAT. The VAT recap is then computed from the amounts with VAT.',
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
export const linesOfUpdate: INodeProperties[] = [
	{ ...vatCountryCode, name: namesInUpdate.vatCountryCode },
	{ ...includeVat, name: namesInUpdate.amountsIncludeVat },
	{
		...lines,
		name: namesInUpdate.lineItems,
		description: 'They replace all line items of the document. If you add none, it keeps its own.',
	},
	collectionField('Options', namesInUpdate.options, 'option', [linesFieldName, lineItemsJson]),
];
