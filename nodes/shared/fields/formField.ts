import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	acceptedFields,
	type Choices,
	onlyField,
	type ServiceField,
	type ServiceFields,
	withoutRequired,
} from './describe';

/** Makes the fields of n8n's form from their descriptions (describe.ts). */

/** For fields without an example of their own. */
const examples: Partial<Record<ServiceField['kind'], string>> = {
	amount: 'e.g. 1234.50',
	date: 'e.g. 2026-12-31',
	dateTime: 'e.g. 2026-12-31 14:30:00',
	id: 'e.g. 41',
	json: 'e.g. { "currency": "CZK" }',
	number: 'e.g. 25.125',
};

/** Of a form field: its description, for the conversion of its value. A symbol, so that n8n and form.json ignore it. */
export const described = Symbol('described');

export interface FormField extends INodeProperties {
	[described]?: ServiceField;
}

/** @param more properties of the form alone, e.g. when it shows the field */
export function formField(
	name: string,
	field: ServiceField,
	more: Partial<INodeProperties> = {},
): FormField {
	const conversion = { [described]: field };
	if (field.pickedFrom !== undefined)
		return { ...locatorOf(name, field, field.pickedFrom), ...conversion, ...more };
	const { label: displayName, description, required, kind } = field;
	const { placeholder = examples[kind], hint } = field;
	const base = {
		displayName,
		name,
		description,
		...(placeholder !== undefined && { placeholder }),
		...(hint !== undefined && { hint }),
		...(required && { required }),
	};
	return { ...base, ...typed(base, field), ...conversion, ...more };
}

type Base = Pick<INodeProperties, 'displayName' | 'name' | 'description'>;

type Typed = Pick<INodeProperties, 'type' | 'typeOptions' | 'options' | 'default'>;

/** The type of a field, with its options and default. */
function typed(base: Base, field: ServiceField): Typed {
	const { kind, usual = '' } = field;
	switch (kind) {
		case 'flag':
			return { type: 'boolean', default: field.usual ?? false };
		case 'whole':
			// A number has a default, to which n8n returns without a word when the operation is switched to and fro.
			if (field.required && field.usual === undefined) return { type: 'string', default: usual };
			return wholeNumberOptions(field);
		case 'date':
			return { type: 'dateTime', typeOptions: { dateOnly: true }, default: usual };
		case 'dateTime':
			return { type: 'dateTime', default: usual };
		case 'choice': {
			const options = choicesOf(field.choices);
			if (field.several) return { type: 'multiOptions', options, default: field.usual ?? [] };
			return { type: 'options', options, default: field.usual ?? options[0].value };
		}
		case 'group':
			return groupField(base, field);
		case 'rows':
			// Rows with one field are a plain list, which one expression can fill.
			return onlyField(field) ? { type: 'string', default: usual } : rowsField(base, field);
		case 'json':
			return { type: 'json', default: usual };
		default:
			// Amounts and IDs too, because a number field would round them.
			return { type: 'string', default: usual };
	}
}

function wholeNumberOptions({ minimum, maximum, usual }: ServiceField) {
	const typeOptions = {
		...(minimum !== undefined && { minValue: minimum }),
		...(maximum !== undefined && { maxValue: maximum }),
	};
	return {
		type: 'number' as const,
		...(Object.keys(typeOptions).length > 0 && { typeOptions }),
		default: usual ?? Math.max(0, minimum ?? 0),
	};
}

/** The choices of a field, in their order, except that JavaScript puts numbers first, in rising order. */
export function choicesOf(choices: Choices = {}): INodePropertyOptions[] {
	return Object.entries(choices).map(([key, words]) => {
		const [name, description] = typeof words === 'string' ? [words] : words;
		const value = /^\d+$/.test(key) ? Number(key) : key;
		return { name, value, ...(description !== undefined && { description }) };
	});
}

/** n8n reports a required field in a collection as missing even if it was not added. */
function groupField({ displayName, name }: Base, { fields = {} }: ServiceField): INodeProperties {
	const members = formFields(withoutRequired(fields));
	// A picked record replaces typed fields, so the picker comes first.
	const isPicker = ({ type }: INodeProperties) => type === 'resourceLocator';
	const options = [...members.filter(isPicker), ...members.filter((field) => !isPicker(field))];
	const [first, ...others] = options;
	// A group with one field shows it at once, without a button that adds it.
	const added = others.length === 0 ? { [first.name]: first.default } : {};
	return { ...formGroup(displayName, name, 'field', []), options, default: added };
}

/** Several rows of the fields. */
export function rowsField(base: Base, { fields = {}, row = 'Row' }: ServiceField): INodeProperties {
	return {
		...base,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		// "Add VAT rate"
		placeholder: `Add ${row.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`,
		default: {},
		options: [{ displayName: row, name: 'row', values: formFields(fields, fieldInRow) }],
	};
}

/** A row contains all its fields, so a choice in it needs an empty value. */
function fieldInRow(name: string, field: ServiceField): INodeProperties {
	const property = formField(name, field);
	if (property.type !== 'options' || field.required) return property;
	const options = [{ name: 'Not Set', value: '' }, ...choicesOf(field.choices)];
	return { ...property, options, default: '' };
}

/** The accepted fields, sorted by label. */
export function formFields(fields: ServiceFields, toField = formField): INodeProperties[] {
	const all = acceptedFields(fields).map(([name, field]) => toField(name, field));
	return byLabel(all, ({ displayName }) => displayName);
}

/**
 * A collection of fields, in alphabetical order, as n8n wants it.
 * @param added what the button below it adds: "field"
 */
export function formGroup(
	displayName: string,
	name: string,
	added: string,
	options: INodeProperties[],
): INodeProperties {
	const sorted = byLabel(options, (field) => field.displayName);
	const placeholder = `Add ${added}`;
	return { displayName, name, type: 'collection', placeholder, default: {}, options: sorted };
}

/** A text on the form, without a value. */
export function formNotice(
	name: string,
	displayName: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName, name, type: 'notice', default: '', ...more };
}

/** In the order of labels. Not by localeCompare, whose first use takes longer than a request. */
export function byLabel<T>(list: readonly T[], labelOf: (one: T) => string): T[] {
	const key = (one: T) => labelOf(one).toLowerCase();
	return [...list].sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

/** A link to a document. The token is its last segment, without a query or fragment. */
export const linkPattern = '^https?://[^?#]*/([^/?#]+)/?(?:[?#].*)?$';

/** The further choice of a picker of documents; `modes` around it, because n8n's lint reads a mode elsewhere as a field. */
const byUrlMode = {
	modes: [
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/permalink/b7Qm2cW9',
			hint: 'A link that ends with the permalink token of the document',
			extractValue: { type: 'regex', regex: linkPattern },
		},
	],
} satisfies Pick<INodeProperties, 'modes'>;

/** An ID that is picked from a list or typed in. @param searchListMethod lists what can be picked */
export function locatorOf(
	name: string,
	{ label, description, placeholder, hint, required, byLink }: Omit<ServiceField, 'kind'>,
	searchListMethod: string,
): INodeProperties {
	return {
		displayName: label,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
		...(required && { required }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select...',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder, ...(hint && { hint }) },
			...(byLink ? byUrlMode.modes : []),
		],
	};
}
