import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { ExactNumber, parseJsonExactly, parseToSend, tryParse } from '../client/json';
import { isObject } from '../client/message';
import { labelWithin, onlyField, type ServiceField, type ServiceFields } from './describe';
import { calendarDate, momentOf, type NoteExcelDate } from './dates';
import { choicesOf } from './formField';
import * as read from './readValue';
import { isBlank, isNothing, pickedValue, quoteValue, refuseEmpty, trimmed } from './values';

/**
 * Converts a value from the form, an expression or JSON to the value in the request body, by the description of its
 * field. No other file converts: readForm.ts calls this for the fields of the form, and check.ts checks the results.
 */

/** Path and label of a value, for errors. */
export interface Place {
	/** "lineItems[0].qt" */
	path: string;
	/** "Quantity of Line Item 1" */
	label: string;
	/** Of the workflow: a date with a time becomes its day in this zone. */
	timeZone?: string;
	/** Absent to refuse dates as numbers, as spreadsheets return them. */
	noteExcelDate?: NoteExcelDate;
}

export const pathOf = (name: string, within?: string) => (within ? `${within}.${name}` : name);

/**
 * @returns JSON with {@link ExactNumber}s; undefined if it is empty
 * @throws ServiceError (badInput) that names the field, for a value that the field cannot have
 */
export function convert(field: ServiceField, entered: unknown, place: Place): unknown {
	const { path, label, timeZone } = place;
	const input = field.pickedFrom ? pickedValue(entered) : entered;
	if (isBlank(input) || (['group', 'rows', 'texts'].includes(field.kind) && isNothing(input)))
		return undefined;
	const isDigits = input instanceof ExactNumber && field.kind !== 'json';
	const value: unknown = isDigits ? input.digits : input;
	switch (field.kind) {
		case 'text':
			return field.textOf ? field.textOf(value) : textOf(value, place);
		case 'id': {
			const usual = field.pickedFrom && 'Enter the ID, or choose From List.';
			const whatToDo = /\d/.test(String(value)) ? (field.notAnId ?? usual) : usual;
			return new ExactNumber(read.positiveId(value, path, label, whatToDo));
		}
		case 'whole':
			return read.wholeNumber(value, path, label, field.minimum, field.maximum);
		case 'choice':
			return read.choiceOf(choicesOf(field.choices), value, path, label);
		case 'number':
		case 'amount':
			return new ExactNumber(read.decimalText(value, path, label));
		case 'date':
			return calendarDate(
				...([value, path, label, timeZone] as const),
				field.isFilter ? undefined : place.noteExcelDate,
			);
		case 'dateTime':
			return momentOf(value, path, label, timeZone);
		case 'flag':
			return read.flagOf(value, path, label);
		case 'texts':
			return listOf(value).map((one) => textOf(one, place));
		case 'group':
			return convertRecord(field.fields, value, place);
		case 'rows':
			return convertRowsField(field, value, place);
		case 'json':
			if (typeof value === 'string')
				return knownFields(field, parsed(value, place, parseToSend), place);
			read.refuseUnsendable(value, path, label);
			return knownFields(field, value, place);
	}
}

/** The node sends text unchanged. */
function textOf(value: unknown, { path, label }: Place): string {
	return typeof value === 'string' ? value : (read.plainText(value, path, label) ?? '');
}

/** Converts the known fields of an object, or of its JSON. The check (check.ts) refuses unknown names. */
export function convertRecord(
	fields: ServiceFields = {},
	input: unknown,
	within: Place,
): IDataObject {
	const entries = Object.entries(objectOf(input, within)).map(([name, value]) => {
		const field = fields[name] as ServiceField | undefined;
		if (!field || field.getOnly) return [name, value];
		const [path, label] = [pathOf(name, within.path), labelWithin(field.label, within.label)];
		return [name, convert(field, value, { ...within, path, label })];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** JSON without its read-only fields. Not all of its fields are published, so unknown ones stay as they are. */
function knownFields({ fields }: ServiceField, value: unknown, place: Place): unknown {
	if (fields === undefined) return value;
	const { path, timeZone } = place;
	const input = Object.entries(objectOf(value, place));
	const entries = input
		.filter(([name]) => fields[name]?.getOnly !== true)
		.map(([name, member]) => {
			const field = fields[name] as ServiceField | undefined;
			if (!field || member === null) return [name, member];
			return [
				name,
				convert(field, member, { path: pathOf(name, path), label: field.label, timeZone }),
			];
		});
	return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** Rows may be one level deeper, as in a form. Those with one field may be entered as a list of its values. */
function convertRowsField(field: ServiceField, value: unknown, place: Place): IDataObject[] {
	const { fields = {}, row = 'Row' } = field;
	const only = onlyField(field);
	const list = isObject(value) && Array.isArray(value.row) ? value.row : value;
	if (only === undefined) return convertRows(fields, row, list, place);
	const rows = listOf(list).map((one) => (isObject(one) ? one : { [only]: one }));
	return convertRows(fields, row, rows, place);
}

/**
 * @param row what one object is called
 * @param input a list, one object, or the JSON of either
 */
export function convertRows(
	fields: ServiceFields,
	row: string,
	input: unknown,
	place: Place,
): IDataObject[] {
	if (isBlank(input)) refuseEmpty(place.path, place.label);
	const list = typeof input === 'string' ? parsed(input, place) : input;
	const rows = isObject(list) ? [list] : list;
	if (!Array.isArray(rows)) {
		return refuseInput(
			place.path,
			`${place.label} must be a list, but is ${quoteValue(rows)}`,
			'Pass a list of objects, for example from an earlier node.',
		);
	}
	return rows.map((one, index) =>
		convertRecord(fields, one, { ...place, ...rowAt(place, row, index) }),
	);
}

/** "Line Item 1" */
export const rowAt = ({ path }: Pick<Place, 'path'>, row: string, index: number) => ({
	path: `${path}[${index}]`,
	label: `${row} ${index + 1}`,
});

/** A list, or text separated by commas or line ends. */
function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	return value
		.split(/[,;\n]/)
		.map(trimmed)
		.filter(Boolean);
}

/** @throws ServiceError (badInput) for anything but an object or its JSON */
export function objectOf(value: unknown, place: Place): IDataObject {
	const object = typeof value === 'string' ? parsed(value, place) : value;
	if (isObject(object)) return object;
	return refuseInput(
		place.path,
		`${place.label} must be an object, but is ${quoteValue(object)}`,
		'Pass an object with fields, or nothing.',
	);
}

/** Long numbers become text of their digits, which every field accepts. A JSON field keeps them as numbers. */
function parsed(value: string, { path, label }: Place, parse = parseJsonExactly): unknown {
	const result = tryParse(value, parse);
	if (result !== undefined) return result;
	return refuseInput(path, `${label} is not valid JSON`, `Correct the JSON of ${label}.`);
}
