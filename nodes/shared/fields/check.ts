import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { isObject } from '../client/message';
import { pathOf, rowAt, type Place } from './convert';
import { acceptedFields, labelWithin, type ServiceField, type ServiceFields } from './describe';
import { isNothing, refuseLacking } from './values';

/** Checks records whose values are already converted (convert.ts). */

const extraFieldsAdvice = ' If your service has this field, enter it under Extra Fields.';

type Within = Partial<Pick<Place, 'path' | 'label'>>;

/**
 * Checks an object field by field.
 * @param record converted, with the service's names
 * @param within the place of the object; absent for a record
 * @returns the record without empty values
 * @throws ServiceError (badInput) for an unknown name, a read-only field, or two fields that exclude each other
 */
export function checkRecord(
	fields: ServiceFields,
	record: IDataObject,
	within: Within = {},
): IDataObject {
	const accepted = new Map(acceptedFields(fields));
	const entries = Object.entries(record).map(([name, value]) => {
		const field = accepted.get(name);
		const path = pathOf(name, within.path);
		const known = Object.hasOwn(fields, name) ? fields[name].label : undefined;
		const label = labelWithin(known ?? name, within.label);
		if (field) return [name, checkMember(field, value, { path, label })];
		return refuseInput(
			path,
			known
				? `${label} is set by the service, so the node cannot send it`
				: `The service has no published field ${label}`,
			known
				? 'Remove it.'
				: `Remove it, or correct its name.${within.path ? '' : extraFieldsAdvice}`,
		);
	});
	const object = Object.fromEntries(
		entries.filter(([, value]) => value !== undefined),
	) as IDataObject;
	refuseBoth(fields, object, within.path);
	return object;
}

function checkMember(
	field: ServiceField,
	value: unknown,
	place: Pick<Place, 'path' | 'label'>,
): unknown {
	const { kind, fields = {}, row = 'Row' } = field;
	if (isNothing(value)) return undefined;
	if (kind === 'group') {
		const group = checkRecord(fields, value as IDataObject, place);
		// A group without fields counts as not added.
		return Object.keys(group).length > 0 ? group : undefined;
	}
	if (kind === 'rows') {
		return rowsIn(value)?.map((one, index) => checkRecord(fields, one, rowAt(place, row, index)));
	}
	if (kind !== 'json' || field.fields === undefined) return value;
	// Unpublished fields stay.
	const known = Object.entries(value as IDataObject).map(([name, member]) => [
		name,
		fields[name] && member !== null
			? checkMember(fields[name], member, {
					path: pathOf(name, place.path),
					label: fields[name].label,
				})
			: member,
	]);
	return Object.fromEntries(known.filter(([, member]) => member !== undefined));
}

/** In a form, rows are one level deeper than in a body. @returns undefined if no row was added */
export function rowsIn(value: unknown): IDataObject[] | undefined {
	const rows = isObject(value) ? value.row : value;
	return isNothing(rows) ? undefined : (rows as IDataObject[]);
}

/** Refuses an object with two fields of which one has to be empty (docs/api/writes.md#refused-before-sending). */
function refuseBoth(fields: ServiceFields, object: IDataObject, within?: string): void {
	for (const [name, { excludes = '', label }] of Object.entries(fields)) {
		if (object[name] == null || object[excludes] == null) continue;
		refuseInput(
			pathOf(name, within),
			`${label} and ${fields[excludes].label} cannot be used together`,
			'Fill in one of them.',
		);
	}
}

/**
 * Refuses a body that lacks a required field, at any depth.
 * @throws ServiceError (badInput) that names all missing fields
 */
export function refuseMissing(fields: ServiceFields, body: IDataObject): void {
	const missing = missingIn(fields, body);
	if (missing.length > 0) refuseLacking(missing);
}

function missingIn(fields: ServiceFields, body: IDataObject, within: Within = {}): Place[] {
	return acceptedFields(fields).flatMap(([name, field]) => {
		const { required, kind, fields: inner = {}, row: rowName = 'Row' } = field;
		const value = body[name];
		const label = labelWithin(field.label, within.label);
		const place = { path: pathOf(name, within.path), label };
		if (value === undefined || value === null) return required ? [place] : [];
		if (kind === 'group')
			return missingIn(inner, value as IDataObject, { ...within, path: place.path });
		if (kind !== 'rows') return [];
		return (value as IDataObject[]).flatMap((row, index) =>
			missingIn(inner, row, rowAt(place, rowName, index)),
		);
	});
}
