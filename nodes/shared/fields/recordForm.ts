import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkRecord, refuseMissing, rowsIn } from './check';
import { convert } from './convert';
import { acceptedFields, onlyField, type ServiceField, type ServiceFields } from './describe';
import { collection, type Form } from './readForm';
import { isBlank, trimmed } from './values';
import { extraFields, extraOf } from './extraFields';
import { formField, formFields, formGroup, rowsField } from './formField';

/** The form of a request body: required fields at the top, the others and Extra Fields in a collection. */

const isOnTop = ({ required, onForm }: ServiceField) => required === true || onForm === true;

/** Required ones come first, as n8n wants them. */
const onTop = (fields: ServiceFields) =>
	acceptedFields(fields)
		.filter(([, field]) => isOnTop(field))
		.sort(([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false));

const topProperties = (fields: ServiceFields) =>
	onTop(fields).flatMap(([name, field]) => [...pickerRows(name, field), formField(name, field)]);

const pickedName = (name: string) => `${name}Picked`;

/** Rows of a picker, beside the list of the same IDs that one expression can fill. */
function pickerRows(name: string, field: ServiceField): INodeProperties[] {
	const only = onlyField(field);
	if (only === undefined || field.fields?.[only].pickedFrom === undefined) return [];
	const { row = 'Row', description } = field;
	const base = { displayName: `${row}s`, name: pickedName(name), description };
	return [rowsField(base, field)];
}

/** The value of a field, or the IDs that were picked and those of the list. */
function enteredIn(form: Form, name: string, field: ServiceField): unknown {
	const value = form.get(name);
	// Read here, because a link can stand in the place of its ID until now.
	if (field.pickedFrom) return convert(field, value, { path: name, label: field.label });
	const only = onlyField(field);
	if (only === undefined || field.kind !== 'rows') return value;
	const picked = rowsIn(form.get(pickedName(name))) ?? [];
	const listed = isBlank(value) ? [] : (value as IDataObject[]);
	const all = [...picked.filter((one) => !isBlank(one[only])), ...listed];
	return all.length === 0 ? undefined : all;
}

/** A collection of the optional fields and more. */
export function optionalFields(
	displayName: string,
	name: string,
	fields: ServiceFields,
	...more: INodeProperties[]
): INodeProperties {
	const further = Object.entries(fields).filter(([, field]) => !isOnTop(field));
	const members = formFields(Object.fromEntries(further));
	return formGroup(displayName, name, 'field', [...members, ...more]);
}

/** Required and usual fields at the top, the others in Additional Fields. @param more further members of it */
export function bodyForm(fields: ServiceFields, more: INodeProperties[] = []): INodeProperties[] {
	return [
		...topProperties(fields),
		optionalFields('Additional Fields', 'additionalFields', fields, extraFields, ...more),
	];
}

/**
 * The checked request body of the form.
 * @param more members of Additional Fields that the operation reads itself
 * @throws ServiceError (badInput) that names the field, also for an empty required one
 */
export function bodyOf(
	form: Form,
	fields: ServiceFields,
	more: INodeProperties[] = [],
): IDataObject {
	const { extraFields: extra, ...further } = collection(form, 'additionalFields');
	const isOther = ([name]: [string, unknown]) => !more.some((one) => one.name === name);
	const body = {
		...checkedFields(form, fields, Object.fromEntries(Object.entries(further).filter(isOther))),
		...extraOf(extra, fields),
	};
	refuseMissing(fields, body);
	return body;
}

function checkedFields(form: Form, fields: ServiceFields, further: IDataObject): IDataObject {
	const top = onTop(fields).map(([name, field]) => [name, enteredIn(form, name, field)]);
	return checkRecord(fields, { ...Object.fromEntries(top), ...further } as IDataObject);
}

/** {@link bodyForm} for query parameters. */
export function queryForm(fields: ServiceFields): INodeProperties[] {
	const further = Object.values(fields).some((field) => !isOnTop(field));
	const filters = further ? [optionalFields('Filters', 'filters', fields)] : [];
	return [...topProperties(fields), ...filters];
}

/** The checked query of the form. @throws ServiceError (badInput) as {@link bodyOf} */
export function queryOf(form: Form, fields: ServiceFields): IDataObject {
	const query = checkedFields(form, fields, collection(form, 'filters'));
	const asText = ([name, value]: [string, unknown]) => [name, trimmed(String(value))];
	return Object.fromEntries(Object.entries(query).map(asText)) as IDataObject;
}
