import type { INodeProperties } from 'n8n-workflow';

import type { ServiceFields } from '../../../../shared/fields/describe';
import { extraFields } from '../../../../shared/fields/extraFields';
import { collectionField, propertyOf } from '../../../../shared/fields/recordForm';
import { wholeNumberField } from '../../../../shared/fields/options';
import { documentFields } from '../../../../shared/documents/fields';

/** The form of Create (contract of operations, 4), without the lines. */

/** On top, in this order, and what a new node starts with. */
const starts = { type: 0, direction: 1, currency: '', vatCountryType: 1 } as const;

export const topNames = Object.keys(starts) as Array<keyof typeof starts>;

/** On top of the form. */
export const topFields: INodeProperties[] = topNames.map((name) => ({
	...propertyOf(name, { ...documentFields[name], required: true }),
	default: starts[name],
}));

const ownPlaces = [...topNames, 'contact', 'lineItems'];

/** Everything without a place of its own. */
export const furtherFields: ServiceFields = Object.fromEntries(
	Object.entries(documentFields).filter(([name]) => !ownPlaces.includes(name)),
);

export const additionalFields = collectionField(
	'Additional Fields',
	'additionalFields',
	furtherFields,
	extraFields,
);

export const contact: INodeProperties = {
	...propertyOf('contact', documentFields.contact),
	placeholder: 'Add field',
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

export const oneDocumentPer: INodeProperties = {
	displayName: 'One Document Per',
	name: 'oneDocumentPer',
	type: 'options',
	options: [
		{ name: 'Item', value: 'item', description: 'Each input item becomes a document' },
		{
			name: 'Group of Items',
			value: 'group',
			description: 'Input items with the same value become one document, each with its lines',
		},
	],
	default: 'item',
	description: 'What becomes a document',
};

export const groupBy: INodeProperties = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. orderNo',
	description:
		'The name of the field of the input items that says which ones belong together, or an expression that gives the value',
	displayOptions: { show: { oneDocumentPer: ['group'] } },
};

export const uniqueFields = ['externalNo', 'orderNo', 'variableSymbol', 'explicitNo'] as const;
export type UniqueField = (typeof uniqueFields)[number];

export const uniqueBy: INodeProperties = {
	displayName: 'Unique By',
	name: 'uniqueBy',
	type: 'options',
	options: [
		...uniqueFields.map((name) => ({ name: documentFields[name].label, value: name })),
		{ name: 'Nothing', value: '' },
	].sort((a, b) => a.name.localeCompare(b.name)),
	default: '',
	description:
		'The field that tells whether a document exists already. The newest documents of the same type and direction are searched for it.',
};

export const ifExists: INodeProperties = {
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{ name: 'Create Another', value: 'create', description: 'Do not look' },
		{ name: 'Fail', value: 'fail', description: 'Stop at the item and name the document' },
		{ name: 'Return It', value: 'return', description: 'Hand on the document that is there' },
		{
			name: 'Update It',
			value: 'update',
			description: 'Change the fields that you give of the document that is there',
		},
	],
	default: 'return',
	description: 'What to do when a document with the same value is there',
	displayOptions: { hide: { uniqueBy: [''] } },
};

export const lookBack = wholeNumberField({
	displayName: 'Look Back',
	name: 'lookBack',
	minimum: 10,
	maximum: 100_000,
	default: 500,
	description: 'How many of the newest documents are searched for one that exists already',
});

export const lookAgainSeconds = wholeNumberField({
	displayName: 'Look Again (Seconds)',
	name: 'lookAgainSeconds',
	minimum: 0,
	maximum: 600,
	default: 30,
	description:
		'How long to look for a document whose answer was lost, before its outcome is told as unknown',
});
