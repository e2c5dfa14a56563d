import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { ExactNumber, parseJsonExactly, parseToSend, tryParse } from '../client/json';
import { isObject } from '../client/message';
import {
	acceptedFields,
	labelWithin,
	onlyField,
	type ServiceField,
	type ServiceFields,
} from './describe';
import { choicesOf } from './formField';
import { calendarDate, momentOf, type NoteExcelDate } from './dates';
import * as readValue from './readValue';
import * as values from './values';

/** Path and label of a value, for errors. */
export interface Place {
	/** "lineItems[0].qt" */
	path: string;
	/** "Quantity of Line Item 1" */
	label: string;
	/** Of the workflow: moments become dates in it. */
	timeZone?: string;
	/** Absent to refuse the number of a date in a spreadsheet. */
	noteExcelDate?: NoteExcelDate;
}

/**
 * Checks a value and turns it into what goes into a body.
 * @returns JSON with {@link ExactNumber}s; undefined if it is empty
 * @throws ServiceError (badInput) that names the field, for anything that does not plainly mean such a value
 */
export function checkValue(field: ServiceField, entered: unknown, place: Place): unknown {
	const { path, label, timeZone } = place;
	const input = field.pickedFrom ? values.pickedValue(entered) : entered;
	if (values.isBlank(input)) return undefined;
	const isDigits = input instanceof ExactNumber && field.kind !== 'json';
	const value: unknown = isDigits ? input.digits : input;
	switch (field.kind) {
		case 'text':
			return textOf(value, place);
		case 'id': {
			const usual = field.pickedFrom && 'Enter the ID, or choose From List.';
			const whatToDo = /\d/.test(String(value)) ? (field.notAnId ?? usual) : usual;
			return new ExactNumber(readValue.positiveId(value, path, label, whatToDo));
		}
		case 'whole':
			return readValue.wholeNumber(value, path, label, field.minimum);
		case 'choice':
			return readValue.choiceOf(choicesOf(field.choices), value, path, label);
		case 'number':
		case 'amount':
			return new ExactNumber(readValue.decimalText(value, path, label));
		case 'date':
			return calendarDate(value, path, label, timeZone, place.noteExcelDate);
		case 'dateTime':
			return momentOf(value, path, label, timeZone);
		case 'flag':
			return readValue.flagOf(value, path, label);
		case 'texts':
			return listOf(value).map((one) => textOf(one, place));
		case 'group': {
			const group = checkRecord(field.fields ?? {}, objectOf(value, place), place);
			// A group to which nothing was added says nothing.
			return Object.keys(group).length > 0 ? group : undefined;
		}
		case 'rows':
			return rowsOf(field, value, place);
		case 'json':
			if (typeof value === 'string')
				return checkedJson(field, parsed(value, place, parseToSend), place);
			readValue.refuseUnsendable(value, path, label);
			return checkedJson(field, value, place);
	}
}

/** The node sends text unchanged. */
function textOf(value: unknown, { path, label }: Place): string {
	return typeof value === 'string' ? value : (readValue.plainText(value, path, label) ?? '');
}

/**
 * Checks an object field by field.
 * @param input keyed by the service's names; unknown names are refused
 * @param within the place of the object; empty for a record
 */
export function checkRecord(
	fields: ServiceFields,
	input: IDataObject,
	within: Partial<Place> = {},
): IDataObject {
	const accepted = new Map(acceptedFields(fields));
	const entries = Object.entries(input).map(([name, value]) => {
		const field = accepted.get(name);
		const path = pathOf(name, within.path);
		if (field) {
			const label = labelWithin(field.label, within.label);
			return [name, checkValue(field, value, { ...within, path, label })];
		}
		return refuseInput(
			path,
			Object.hasOwn(fields, name)
				? `${path} is set by the service and cannot be sent`
				: `${path} is not a published field of the service`,
			'Remove it. If your service has this field, use Extra Fields.',
		);
	});
	const object = Object.fromEntries(
		entries.filter(([, value]) => value !== undefined),
	) as IDataObject;
	refuseBoth(fields, object, within.path);
	return object;
}

const pathOf = (name: string, within?: string) => (within ? `${within}.${name}` : name);

/** Refuses an object with two fields of which one has to be empty (docs/api/writes.md#refused-before-sending). */
function refuseBoth(fields: ServiceFields, object: IDataObject, within?: string): void {
	for (const [name, { excludes = '', label }] of Object.entries(fields)) {
		if (object[name] == null || object[excludes] == null) continue;
		refuseInput(
			pathOf(name, within),
			`${label} and ${fields[excludes].label} exclude each other`,
			'Fill in one of them.',
		);
	}
}

/**
 * Refuses a body in which something is missing that the service does not do without, however deep.
 * @throws ServiceError (badInput) that names all of it
 */
export function refuseMissing(fields: ServiceFields, body: IDataObject): void {
	const missing = missingIn(fields, body);
	if (missing.length > 0) values.refuseLacking(missing);
}

function missingIn(fields: ServiceFields, body: IDataObject, within?: string): Place[] {
	return acceptedFields(fields).flatMap(([name, { label, required, kind, fields: inner = {} }]) => {
		const value = body[name];
		const path = pathOf(name, within);
		if (value === undefined || value === null) return required ? [{ path, label }] : [];
		if (kind === 'group') return missingIn(inner, value as IDataObject, path);
		if (kind !== 'rows') return [];
		return (value as IDataObject[]).flatMap((row, index) =>
			missingIn(inner, row, `${path}[${index}]`),
		);
	});
}

/**
 * JSON of which some fields are known: those are checked, what is GET only is taken out, the rest stays as it
 * is, since nobody published all of it.
 */
function checkedJson({ fields }: ServiceField, value: unknown, place: Place): unknown {
	if (fields === undefined) return value;
	const { path, timeZone } = place;
	const input = Object.entries(objectOf(value, place));
	const entries = input
		.filter(([name]) => fields[name]?.getOnly !== true)
		.map(([name, member]) => {
			const field = fields[name] as ServiceField | undefined;
			if (!field || member === null) return [name, member];
			const own = { path: pathOf(name, path), label: field.label, timeZone };
			return [name, checkValue(field, member, own)];
		});
	return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** A form holds rows one level deeper than a body; rows of one field may be a list of its values. */
function rowsOf(field: ServiceField, value: unknown, place: Place): IDataObject[] | undefined {
	const { fields = {}, row = 'Row' } = field;
	const only = onlyField(field);
	const input = isObject(value) && 'row' in value ? value.row : value;
	// Added to the form, and left empty.
	if (isObject(input) ? Object.keys(input).length === 0 : input === undefined) return undefined;
	if (only === undefined) return checkRows(fields, row, input, place);
	const rows = listOf(input).map((one) => (isObject(one) ? one : { [only]: one }));
	return checkRows(fields, row, rows, place);
}

/**
 * Checks a list of objects.
 * @param row what one of them is called
 * @param input a list, one object, or the JSON of either
 */
export function checkRows(
	fields: ServiceFields,
	row: string,
	input: unknown,
	place: Place,
): IDataObject[] {
	if (values.isBlank(input)) values.refuseEmpty(place.path, place.label);
	const list = typeof input === 'string' ? parsed(input, place) : input;
	const rows = isObject(list) ? [list] : list;
	if (!Array.isArray(rows)) {
		return refuseInput(
			place.path,
			`${place.label} must be a list, but is ${values.quoteValue(rows)}`,
			'Pass a list of objects, for example from an earlier node.',
		);
	}
	return rows.map((one, index) => {
		const path = `${place.path}[${index}]`;
		const own = { ...place, path, label: `${row} ${index + 1}` };
		return checkRecord(fields, objectOf(one, own), own);
	});
}

/** A list, or text separated by commas or line ends. */
export function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	return value
		.split(/[,;\n]/)
		.map(values.trimmed)
		.filter(Boolean);
}

/** @throws ServiceError (badInput) for anything that holds no fields */
export function objectOf(value: unknown, place: Place): IDataObject {
	const object = typeof value === 'string' ? parsed(value, place) : value;
	if (isObject(object)) return object;
	return refuseInput(
		place.path,
		`${place.label} must be an object, but is ${values.quoteValue(object)}`,
		'Pass an object with fields, or nothing.',
	);
}

/** Long numbers become texts of their digits, which every kind of field takes for a number, unless JSON is meant. */
function parsed(value: string, { path, label }: Place, parse = parseJsonExactly): unknown {
	const result = tryParse(value, parse);
	if (result !== undefined) return result;
	return refuseInput(path, `${label} is not valid JSON`, `Correct the JSON of ${label}.`);
}
