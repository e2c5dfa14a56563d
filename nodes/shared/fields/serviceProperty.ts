import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { acceptedFields, onlyField, type ServiceField, type ServiceFields } from './serviceField';

/** A field of the service as a field of a form. */
export function propertyOf(name: string, field: ServiceField): INodeProperties {
	const { label: displayName, description, placeholder, required } = field;
	const base = {
		displayName,
		name,
		description,
		...(placeholder !== undefined && { placeholder }),
		...(required && { required }),
	};
	switch (field.kind) {
		case 'flag':
			return { ...base, type: 'boolean', default: false };
		case 'whole':
			return { ...base, type: 'number', default: Math.max(0, field.minimum ?? 0) };
		case 'date':
			return { ...base, type: 'dateTime', typeOptions: { dateOnly: true }, default: '' };
		case 'dateTime':
			return { ...base, type: 'dateTime', default: '' };
		case 'choice': {
			const options = choicesOf(field.choices ?? {}, field.choiceWords);
			return { ...base, type: 'options', options, default: options[0]?.value ?? '' };
		}
		case 'group':
			return {
				...base,
				type: 'collection',
				default: {},
				// n8n takes a required field in a collection for missing, also where nobody added it.
				options: collectionOf(withoutRequired(field.fields ?? {})),
			};
		case 'rows':
			// Rows of one value are a list, which an expression can give whole.
			return onlyField(field)
				? { ...base, type: 'string', default: '' }
				: rowsProperty(base, field);
		case 'json':
			return { ...base, type: 'json', default: '' };
		default:
			// Amounts and ids too: a number field would round them.
			return { ...base, type: 'string', default: '' };
	}
}

/** Numbers and their labels as choices, in alphabetical order as n8n wants lists of five or more. */
export function choicesOf(
	choices: Readonly<Record<number, string>>,
	words: Readonly<Record<number, string>> = {},
): INodePropertyOptions[] {
	return sorted(
		Object.entries(choices).map(([number, name]) => {
			const value = Number(number);
			return { name, value, ...(words[value] !== undefined && { description: words[value] }) };
		}),
	);
}

/** The fields that are accepted, in alphabetical order. */
export function collectionOf(fields: ServiceFields, toProperty = propertyOf): INodeProperties[] {
	return acceptedFields(fields)
		.map(([name, field]) => toProperty(name, field))
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** The fields of a place in which each of them may be left out. */
export function withoutRequired(fields: ServiceFields): ServiceFields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, { required: _required, ...field }]) => [name, field]),
	);
}

function rowsProperty(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	{ fields = {}, row = 'Row' }: ServiceField,
): INodeProperties {
	return {
		...base,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: `Add ${row.toLowerCase()}`,
		default: {},
		options: [{ displayName: row, name: 'row', values: collectionOf(fields, rowPropertyOf) }],
	};
}

/** A form holds every field of a row, touched or not, so each has a value that means: not given. */
function rowPropertyOf(name: string, field: ServiceField): INodeProperties {
	const property = propertyOf(name, field);
	if (property.type === 'number') return { ...property, type: 'string', default: '' };
	const isFlag = property.type === 'boolean';
	if (!isFlag && (property.type !== 'options' || field.required)) return property;
	const choices = isFlag
		? ['Yes', 'No'].map((one) => ({ name: one, value: one.toLowerCase() }))
		: choicesOf(field.choices ?? {}, field.choiceWords);
	const options = [{ name: 'Not Given', value: '' }, ...choices];
	const description = field.description.replace(/^Whether /, 'Says whether ');
	return { ...property, type: 'options', options: sorted(options), default: '', description };
}

function sorted<T extends { name: string }>(options: T[]): T[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}
