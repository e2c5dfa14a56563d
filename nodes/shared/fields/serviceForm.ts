import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { acceptedFields, onlyField, type ServiceField, type ServiceFields } from './serviceField';
import { extraFields, extraOf } from './pairs';
import { refuseMissing } from './rules';
import { collectionOf, propertyOf, withoutRequired } from './serviceProperty';
import { serviceObject, serviceValue } from './serviceValue';
import { collection, membersOf, refuseEmpty, type Form } from './values';

/** The form of a record that is sent: what is required on top, the rest in a collection, and what is unknown. */

export const additionalFieldsName = 'additionalFields';

/** The fields of a form that sends a record: required ones on top, the others in Additional Fields. */
export function bodyForm(fields: ServiceFields): INodeProperties[] {
	return [
		...requiredOf(fields),
		collectionField('Additional Fields', additionalFieldsName, fields, extraFields),
	];
}

/** The fields to update: all in one collection, since each may stay as it is. */
export function changeForm(fields: ServiceFields): INodeProperties {
	return {
		...collectionField('Update Fields', updateFieldsName, withoutRequired(fields), extraFields),
		description: 'The fields to update; the others are not touched',
	};
}

const updateFieldsName = 'updateFields';

/**
 * What the form changes, checked: null and an empty text clear a field; undefined, as a missing column gives it, leaves
 * the field as it is.
 * @throws ServiceError (badInput) that names the field
 */
export function changesOf(form: Form, fields: ServiceFields): IDataObject {
	const { extraFields: extra, ...given } = membersOf(form, updateFieldsName);
	const place = { timeZone: form.timeZone, clears: true };
	return {
		...serviceObject(fields, unwrapped(given, fields), place),
		...extraOf(extra, fields, { empty: 'clears' }),
	};
}

/** Whether fields to update were added, but the item has none of them. */
export function leavesAsItIs(form: Form, changes: IDataObject): boolean {
	return Object.keys(changes).length === 0 && lacksValue(membersOf(form, updateFieldsName));
}

/** Whether a value is missing, however deep. */
function lacksValue(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return value === undefined;
	return Object.values(value).some(lacksValue);
}

/** The same for the parameters of a query. */
export function queryForm(fields: ServiceFields): INodeProperties[] {
	const further = Object.values(fields).some(({ required }) => !required);
	return [
		...requiredOf(fields),
		...(further ? [collectionField('Filters', queryFieldsName, fields)] : []),
	];
}

const queryFieldsName = 'filters';

function requiredOf(fields: ServiceFields): INodeProperties[] {
	return acceptedFields(fields)
		.filter(([, { required }]) => required)
		.map(([name, field]) => propertyOf(name, field));
}

/** A collection of what is not required, and of more fields, in alphabetical order. */
export function collectionField(
	displayName: string,
	name: string,
	fields: ServiceFields,
	...more: INodeProperties[]
): INodeProperties {
	const further = Object.entries(fields).filter(([, { required }]) => !required);
	return {
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: [...collectionOf(Object.fromEntries(further)), ...more].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}

/**
 * The record that the form sends, checked.
 * @throws ServiceError (badInput) that names the field, also for a required one that is empty
 */
export function bodyOf(form: Form, fields: ServiceFields): IDataObject {
	const { extraFields: extra, ...further } = collection(form, additionalFieldsName);
	const body = {
		...requiredValues(form, fields),
		...serviceObject(fields, unwrapped(further, fields), { timeZone: form.timeZone }),
		...extraOf(extra, fields),
	};
	refuseMissing(fields, body);
	return body;
}

/**
 * The query that the form asks for, checked.
 * @throws ServiceError (badInput) as {@link bodyOf}
 */
export function queryOf(form: Form, fields: ServiceFields): IDataObject {
	const query = {
		...requiredValues(form, fields),
		...serviceObject(fields, collection(form, queryFieldsName), { timeZone: form.timeZone }),
	};
	return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

function requiredValues(form: Form, fields: ServiceFields): IDataObject {
	const required = acceptedFields(fields).filter(([, field]) => field.required);
	return Object.fromEntries(
		required.map(([name, field]) => {
			const { label } = field;
			const place = { path: name, label, timeZone: form.timeZone };
			const value = serviceValue(field, fromForm(field, form.get(name)), place);
			if (value === undefined) return refuseEmpty(name, label);
			return [name, value as IDataObject[string]];
		}),
	);
}

/** The fields of a form as a body has them. */
export function unwrapped(given: IDataObject, fields: ServiceFields): IDataObject {
	return Object.fromEntries(
		Object.entries(given).map(([name, value]) => {
			const field = fields[name];
			return [name, field ? fromForm(field, value) : value];
		}),
	) as IDataObject;
}

/** A form holds rows one level deeper than a body, and none if they were added and left empty. */
function fromForm(field: ServiceField, value: unknown): unknown {
	if (field.kind !== 'rows' || typeof value !== 'object' || value === null) return value;
	if (onlyField(field) || Array.isArray(value)) return value;
	const { row = [] } = value as { row?: IDataObject | IDataObject[] };
	const rows = [row].flat();
	return rows.length > 0 ? rows : undefined;
}
