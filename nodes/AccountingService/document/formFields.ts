import type { INodeProperties } from 'n8n-workflow';

import { cashReceipt, cashTypes, creditNote, issued } from '../../shared/documents/choices';
import { documentFields, documentWithoutPayment } from '../../shared/documents/documentRecord';
import { lineItemsJson, linesFieldName } from './lineForm';
import { type ServiceFields, text } from '../../shared/fields/describe';
import { outputFields } from '../../shared/fields/output';
import { bodyForm } from '../../shared/fields/recordForm';
import { ifExists, uniqueBy } from './key';
import { formField, formNotice } from '../../shared/fields/formField';

const dateNames = ['issueDate', 'dueDate'] as const;
/** The first fields of the form, in this order. */
export const topNames = ['type', 'currency', 'cashRegisterId', ...dateNames] as const;

/** What a new document is if Additional Fields does not say otherwise: issued and domestic. */
export const usualValues = { direction: issued, vatCountryType: 1 } as const;

const usualHint =
	'For a received or foreign document, add Direction or VAT Country Type under Additional Fields.';

const required = (name: (typeof topNames)[number]) =>
	formField(name, { ...documentFields[name], required: true });

/** n8n would require the cash register of an invoice too if an expression gives the type. checkRules requires it. */
const cashRegister: INodeProperties = formField('cashRegisterId', documentFields.cashRegisterId, {
	displayOptions: { show: { type: cashTypes } },
});

/** No published source says which sign the service wants. */
const signNotice: INodeProperties = formNotice(
	'signNotice',
	'Enter the amounts with the sign that your existing credit notes have.',
	{ displayOptions: { show: { type: [creditNote] } } },
);

const relatedNotice: INodeProperties = formNotice(
	'relatedNotice',
	'Related Document copies nothing, so enter the contact and the line items. For a credit note, Create From Document copies them.',
	{ displayOptions: { show: { type: [creditNote, cashReceipt] } } },
);

export const topFields: INodeProperties[] = [
	{ ...required('type'), hint: usualHint },
	signNotice,
	relatedNotice,
	required('currency'),
	cashRegister,
	...dateNames.map((name) => formField(name, documentFields[name])),
];

/** Fields with their own place. The cash register has it for some types only. */
const elsewhere: string[] = ['type', 'currency', ...dateNames, 'contact', 'lineItems'];
/** The fields in Additional Fields, all optional: what the service requires of them has a usual value. */
export const furtherFields: ServiceFields = Object.fromEntries(
	Object.entries(documentFields)
		.filter(([name]) => !elsewhere.includes(name))
		.map(([name, field]) => {
			// An empty Direction does not mean Issued.
			const decides = Object.hasOwn(usualValues, name) ? { decides: true as const } : {};
			return [name, { ...field, required: undefined, ...decides }];
		}),
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

export const contact: INodeProperties = formField('contact', documentFields.contact, {
	description:
		'The customer or supplier. Choose an existing contact, enter details, or both. Details that you enter apply to this document only.',
});

export const combineItemsBy = formField(
	'combineItemsBy',
	text(
		'Combine Items By',
		'Create one document from all input items with the same value in this field. Each item adds its line items. Enter the field name or an expression.',
		{ placeholder: 'e.g. orderNo', asEntered: true },
	),
);

/** Which documents the items become, lines that are not typed in, and the output. */
export const optionsOfUpsert = [
	combineItemsBy,
	linesFieldName,
	lineItemsJson,
	uniqueBy,
	...outputFields(documentWithoutPayment),
];

export const optionsOfCreate = [...optionsOfUpsert, ifExists];
