import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkRecord, choicesOf, refuseMissing } from './check';
import { acceptedFields, onlyField, type ServiceField, type ServiceFields } from './describe';
import { collection, membersOf, type Form } from './form';
import { isBlank } from './values';
import { extraFields, extraOf } from './extraFields';

/** The form of a record that is sent: what is required on top, the rest in a collection, and what is unknown. */

/** For fields without an example of their own. */
const examples: Partial<Record<ServiceField['kind'], string>> = {
	amount: 'e.g. 1210.00',
	id: 'e.g. 41',
	json: 'e.g. { "currency": "CZK" }',
	number: 'e.g. 25.125',
};

/** A field of the service as a field of a form. */
export function propertyOf(name: string, field: ServiceField): INodeProperties {
	const { label: displayName, description, required, kind, fields = {} } = field;
	const { placeholder = examples[kind] } = field;
	if (field.pickedFrom !== undefined) return locatorOf(name, field, field.pickedFrom);
	const base = {
		displayName,
		name,
		description,
		...(placeholder !== undefined && { placeholder }),
		...(required && { required }),
	};
	switch (kind) {
		case 'flag':
			return { ...base, type: 'boolean', default: false };
		case 'whole':
			return { ...base, type: 'number', default: Math.max(0, field.minimum ?? 0) };
		case 'date':
			return { ...base, type: 'dateTime', typeOptions: { dateOnly: true }, default: '' };
		case 'dateTime':
			return { ...base, type: 'dateTime', default: '' };
		case 'choice': {
			const options = choicesOf(field.choices, field.choiceWords);
			// Names of whole numbers come in the order of the numbers.
			const usual = field.usual ?? Number(Object.keys(field.choices ?? {})[0]);
			return { ...base, type: 'options', options, default: usual };
		}
		case 'group': {
			// n8n takes a required field in a collection for missing, also where nobody added it.
			const options = propertiesOf(withoutRequired(fields));
			return { ...base, type: 'collection', default: {}, options };
		}
		case 'rows':
			// Rows of one value are a list, which an expression can give whole.
			if (onlyField(field)) return { ...base, type: 'string', default: '' };
			return rowsProperty(base, field);
		case 'json':
			return { ...base, type: 'json', default: '' };
		default:
			// Amounts and ids too: a number field would round them.
			return { ...base, type: 'string', default: '' };
	}
}

/** An ID that is picked from a list or typed in. @param searchListMethod lists what can be picked */
export function locatorOf(
	name: string,
	{ label, description, placeholder, required }: Omit<ServiceField, 'kind'>,
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
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}

type Base = Pick<INodeProperties, 'displayName' | 'name' | 'description'>;

function rowsProperty(base: Base, { fields = {}, row = 'Row' }: ServiceField): INodeProperties {
	return {
		...base,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: `Add ${row.toLowerCase()}`,
		default: {},
		options: [{ displayName: row, name: 'row', values: propertiesOf(fields, rowPropertyOf) }],
	};
}

/** A form holds every field of a row, touched or not, so a choice has a value that means: not given. */
function rowPropertyOf(name: string, field: ServiceField): INodeProperties {
	const property = propertyOf(name, field);
	if (property.type !== 'options' || field.required) return property;
	const options = [{ name: 'Not Given', value: '' }, ...choicesOf(field.choices)].sort((a, b) =>
		a.name.localeCompare(b.name),
	);
	return { ...property, options, default: '' };
}

const byName = (a: INodeProperties, b: INodeProperties) =>
	a.displayName.localeCompare(b.displayName);

/** The fields that are accepted, in alphabetical order. */
function propertiesOf(fields: ServiceFields, toProperty = propertyOf): INodeProperties[] {
	return acceptedFields(fields)
		.map(([name, field]) => toProperty(name, field))
		.sort(byName);
}

/** The fields of a place in which each of them may be left out. */
function withoutRequired(fields: ServiceFields): ServiceFields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, { required: _required, onForm: _onForm, ...field }]) => [
			name,
			field,
		]),
	);
}

const isOnTop = ({ required, onForm }: ServiceField) => required === true || onForm === true;

/** Required ones come first, as n8n wants them. */
const onTop = (fields: ServiceFields) =>
	acceptedFields(fields)
		.filter(([, field]) => isOnTop(field))
		.sort(([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false));

const topProperties = (fields: ServiceFields) =>
	onTop(fields).map(([name, field]) => propertyOf(name, field));

/** A collection of what is not required, and of more fields. */
export function collectionField(
	displayName: string,
	name: string,
	fields: ServiceFields,
	...more: INodeProperties[]
): INodeProperties {
	const further = Object.entries(fields).filter(([, field]) => !isOnTop(field));
	return {
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: [...propertiesOf(Object.fromEntries(further)), ...more].sort(byName),
	};
}

/** The fields of a form that sends a record: required and usual ones on top, the others in Additional Fields. */
export function bodyForm(fields: ServiceFields): INodeProperties[] {
	return [
		...topProperties(fields),
		collectionField('Additional Fields', 'additionalFields', fields, extraFields),
	];
}

/**
 * The record that the form sends, checked.
 * @throws ServiceError (badInput) that names the field, also for a required one that is empty
 */
export function bodyOf(form: Form, fields: ServiceFields): IDataObject {
	const { extraFields: extra, ...further } = collection(form, 'additionalFields');
	const body = { ...checkedFields(form, fields, further), ...extraOf(extra, fields) };
	refuseMissing(fields, body);
	return body;
}

function checkedFields(form: Form, fields: ServiceFields, further: IDataObject): IDataObject {
	const top = onTop(fields)
		.map(([name]) => [name, form.get(name)])
		.filter(([, value]) => !isBlank(value));
	const given = { ...Object.fromEntries(top), ...further } as IDataObject;
	return checkRecord(fields, given, { timeZone: form.timeZone });
}

/** The same for the parameters of a query. */
export function queryForm(fields: ServiceFields): INodeProperties[] {
	const further = Object.values(fields).some((field) => !isOnTop(field));
	const filters = further ? [collectionField('Filters', 'filters', fields)] : [];
	return [...topProperties(fields), ...filters];
}

/** The query that the form asks for, checked. @throws ServiceError (badInput) as {@link bodyOf} */
export function queryOf(form: Form, fields: ServiceFields): IDataObject {
	const query = checkedFields(form, fields, collection(form, 'filters'));
	return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/** The fields to update: all in one collection, since each may stay as it is. */
export function changeForm(fields: ServiceFields): INodeProperties {
	return {
		...collectionField('Update Fields', 'updateFields', withoutRequired(fields), extraFields),
		description: 'The fields to update; the others are not touched',
	};
}

/**
 * What the form changes, checked: null and an empty text clear a field; undefined, as a missing column gives it, leaves
 * the field as it is.
 * @throws ServiceError (badInput) that names the field
 */
export function changesOf(form: Form, fields: ServiceFields): IDataObject {
	const { extraFields: extra, ...given } = membersOf(form, 'updateFields');
	return {
		...checkRecord(fields, given, { timeZone: form.timeZone, clears: true }),
		...extraOf(extra, fields, { empty: 'clears' }),
	};
}

/** Whether fields to update were added, but the item has none of them. */
export function leavesAsItIs(form: Form, changes: IDataObject): boolean {
	return Object.keys(changes).length === 0 && lacksValue(membersOf(form, 'updateFields'));
}

/** Whether a value is missing, however deep. */
function lacksValue(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return value === undefined;
	return Object.values(value).some(lacksValue);
}
