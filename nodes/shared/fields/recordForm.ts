import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkRecord, choicesOf, listOf, type Place, refuseMissing } from './check';
import { acceptedFields, onlyField, type ServiceField, type ServiceFields } from './describe';
import { collection, datesOf, membersOf, type Form } from './readForm';
import { isBlank, pickedValue } from './values';
import { extraFields, extraOf } from './extraFields';
import { locatorOf } from './locator';
import { byLabel, collectionField } from './properties';

/** The form of a request body: required fields at the top, the others and Extra Fields in a collection. */

/** For fields without an example of their own. */
const examples: Partial<Record<ServiceField['kind'], string>> = {
	amount: 'e.g. 1210.00',
	id: 'e.g. 41',
	json: 'e.g. { "currency": "CZK" }',
	number: 'e.g. 25.125',
};

/** n8n's picker drops a date that it cannot read. */
const hints: Partial<Record<ServiceField['kind'], string>> = {
	date: 'Enter a date as 2026-12-31. n8n removes dates in other formats.',
	dateTime: 'Enter a time as 2026-12-31 14:30:00. n8n removes times in other formats.',
};

/** The form field of a service field. */
export function propertyOf(name: string, field: ServiceField): INodeProperties {
	const { label: displayName, description, required, kind, fields = {} } = field;
	const { placeholder = examples[kind], hint = hints[kind] } = field;
	if (field.pickedFrom !== undefined) return locatorOf(name, field, field.pickedFrom);
	const base = {
		displayName,
		name,
		description,
		...(placeholder !== undefined && { placeholder }),
		...(hint !== undefined && { hint }),
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
			// JavaScript sorts integer keys.
			const usual = field.usual ?? Number(Object.keys(field.choices ?? {})[0]);
			return { ...base, type: 'options', options, default: usual };
		}
		case 'group': {
			// n8n reports a required field in a collection as missing even if it was not added.
			const { options = [], ...group } = collectionField(
				...([displayName, name, 'field'] as const),
				propertiesOf(withoutRequired(fields)),
			);
			return {
				...base,
				...group,
				options: pickersFirst(options as INodeProperties[]),
				default: onlyMember(options as INodeProperties[]),
			};
		}
		case 'rows':
			// Rows with one field are a plain list, which one expression can fill.
			if (onlyField(field)) return { ...base, type: 'string', default: '' };
			return rowsProperty(base, field);
		case 'json':
			return { ...base, type: 'json', default: '' };
		default:
			// Amounts and IDs too, because a number field would round them.
			return { ...base, type: 'string', default: '' };
	}
}

/** A group with one field shows it at once, rather than a button that adds it. */
const onlyMember = ([first, ...others]: INodeProperties[]) =>
	others.length === 0 ? { [first.name]: first.default } : {};

/** What is picked replaces what is typed, so it comes first. */
const pickersFirst = (fields: INodeProperties[]) => {
	const isPicker = ({ type }: INodeProperties) => type === 'resourceLocator';
	return [...fields.filter(isPicker), ...fields.filter((field) => !isPicker(field))];
};

type Base = Pick<INodeProperties, 'displayName' | 'name' | 'description'>;

function rowsProperty(base: Base, { fields = {}, row = 'Row' }: ServiceField): INodeProperties {
	return {
		...base,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		// "Add VAT rate"
		placeholder: `Add ${row.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`,
		default: {},
		options: [{ displayName: row, name: 'row', values: propertiesOf(fields, rowPropertyOf) }],
	};
}

/** A row contains all its fields, so a choice in it needs an empty value. */
function rowPropertyOf(name: string, field: ServiceField): INodeProperties {
	const property = propertyOf(name, field);
	if (property.type !== 'options' || field.required) return property;
	const options = [{ name: 'Not Set', value: '' }, ...choicesOf(field.choices)];
	return { ...property, options, default: '' };
}

/** The accepted fields, sorted by label. */
function propertiesOf(fields: ServiceFields, toProperty = propertyOf): INodeProperties[] {
	const properties = acceptedFields(fields).map(([name, field]) => toProperty(name, field));
	return byLabel(properties, ({ displayName }) => displayName);
}

/** The same fields, all optional. */
export function withoutRequired(fields: ServiceFields): ServiceFields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			{ ...field, required: undefined, onForm: undefined },
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
	onTop(fields).flatMap(([name, field]) => [...pickerRows(name, field), propertyOf(name, field)]);

const pickedName = (name: string) => `${name}Picked`;

/** Rows of a picker, beside the list of the same IDs that one expression can fill. */
function pickerRows(name: string, field: ServiceField): INodeProperties[] {
	const only = onlyField(field);
	if (only === undefined || field.fields?.[only].pickedFrom === undefined) return [];
	const { row = 'Row', description } = field;
	const base = { displayName: `${row}s`, name: pickedName(name), description };
	return [rowsProperty(base, field)];
}

/** The value of a field, or the IDs that were picked and those of the list. */
function enteredIn(form: Form, name: string, field: ServiceField): unknown {
	const [listed, only] = [form.get(name), onlyField(field)];
	if (only === undefined || field.kind !== 'rows') return listed;
	const { row = [] } = membersOf(form, pickedName(name)) as { row?: IDataObject[] };
	const picked = row.map((one) => pickedValue(one[only])).filter((one) => !isBlank(one));
	if (picked.length === 0) return listed;
	return [...picked, ...(isBlank(listed) ? [] : listOf(listed))];
}

/** A collection of the optional fields and more. */
export function optionalFields(
	displayName: string,
	name: string,
	fields: ServiceFields,
	...more: INodeProperties[]
): INodeProperties {
	const further = Object.entries(fields).filter(([, field]) => !isOnTop(field));
	const members = propertiesOf(Object.fromEntries(further));
	return collectionField(displayName, name, 'field', [...members, ...more]);
}

/** Required and usual fields at the top, the others in Additional Fields. */
export function bodyForm(fields: ServiceFields): INodeProperties[] {
	return [
		...topProperties(fields),
		optionalFields('Additional Fields', 'additionalFields', fields, extraFields),
	];
}

/**
 * The checked request body of the form.
 * @throws ServiceError (badInput) that names the field, also for an empty required one
 */
export function bodyOf(form: Form, fields: ServiceFields): IDataObject {
	const { extraFields: extra, ...further } = collection(form, 'additionalFields');
	const body = {
		...checkedFields(form, fields, further, datesOf(form)),
		...extraOf(extra, fields),
	};
	refuseMissing(fields, body);
	return body;
}

function checkedFields(
	form: Form,
	fields: ServiceFields,
	further: IDataObject,
	dates: Partial<Place>,
): IDataObject {
	const top = onTop(fields)
		.map(([name, field]) => [name, enteredIn(form, name, field)])
		.filter(([, value]) => !isBlank(value));
	const input = { ...Object.fromEntries(top), ...further } as IDataObject;
	return checkRecord(fields, input, dates);
}

/** {@link bodyForm} for query parameters. */
export function queryForm(fields: ServiceFields): INodeProperties[] {
	const further = Object.values(fields).some((field) => !isOnTop(field));
	const filters = further ? [optionalFields('Filters', 'filters', fields)] : [];
	return [...topProperties(fields), ...filters];
}

/** The checked query of the form. @throws ServiceError (badInput) as {@link bodyOf} */
export function queryOf(form: Form, fields: ServiceFields): IDataObject {
	const query = checkedFields(form, fields, collection(form, 'filters'), {
		timeZone: form.timeZone,
	});
	return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
