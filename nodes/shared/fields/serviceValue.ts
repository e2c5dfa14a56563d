import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { ExactNumber } from '../client/json';
import { acceptedFields, onlyField, type ServiceField, type ServiceFields } from './serviceField';
import { refuseBoth } from './rules';
import { givenJson, jsonToSend, RepeatedName } from './givenJson';
import {
	alike,
	calendarDate,
	decimalText,
	flagOf,
	isBlank,
	momentOf,
	positiveId,
	refuseEmpty,
	refuseHalfCharacter,
	refuseInexact,
	shown,
	trimmed,
} from './values';

/** Where a value stands: the name that the service knows, and what a person reads. */
export interface Place {
	/** "lineItems[0].qt" */
	path: string;
	/** "Quantity of Line 1" */
	label: string;
	/** Of the workflow: moments become dates in it. */
	timeZone?: string;
	/** In a change, null and an empty text clear a field. */
	clears?: boolean;
}

/**
 * Checks a value and turns it into what goes into a body.
 * @returns JSON with {@link ExactNumber}s; undefined if nothing was given, null if the field is to be cleared
 * @throws ServiceError (badInput) that names the field, for anything that does not plainly mean such a value
 */
export function serviceValue(field: ServiceField, given: unknown, place: Place): unknown {
	const { path, label, timeZone } = place;
	if (isBlank(given)) {
		if (!place.clears || given === undefined) return undefined;
		return field.required ? refuseEmpty(path, label) : null;
	}
	const isDigits = given instanceof ExactNumber && field.kind !== 'json';
	const value: unknown = isDigits ? given.digits : given;
	switch (field.kind) {
		case 'text':
			return textOf(value, place);
		case 'id':
			return new ExactNumber(positiveId(value, path, label));
		case 'whole':
		case 'choice':
			return wholeOf(field, value, place);
		case 'number':
		case 'amount':
			return new ExactNumber(decimalText(value, path, label));
		case 'date':
			return calendarDate(value, path, label, timeZone);
		case 'dateTime':
			return momentOf(value, path, label);
		case 'flag':
			return flagOf(value, path, label);
		case 'texts':
			return listOf(value).map((one) => emailOr(field, textOf(one, place), place));
		case 'ids':
			return listOf(value).map((one) => new ExactNumber(positiveId(one, path, label)));
		case 'group':
			return unlessEmpty(serviceObject(field.fields ?? {}, objectOf(value, place), place));
		case 'rows':
			return rowsOf(field, value, { path, label, timeZone });
		case 'json':
			return jsonOf(
				field,
				typeof value === 'string' ? parsed(value, place, jsonToSend) : value,
				place,
			);
	}
}

/** A group to which nothing was added says nothing. */
const unlessEmpty = (group: IDataObject) => (Object.keys(group).length > 0 ? group : undefined);

/**
 * Checks an object field by field.
 * @param given by the names of the service; names that it does not know are refused
 * @param within where the object stands; a whole record stands nowhere
 */
export function serviceObject(
	fields: ServiceFields,
	given: IDataObject,
	within: Partial<Place> = {},
): IDataObject {
	const accepted = new Map(acceptedFields(fields));
	const entries = Object.entries(given).map(([name, value]) => {
		const field = accepted.get(name);
		const path = within.path ? `${within.path}.${name}` : name;
		if (field) {
			const label = within.label ? `${field.label} of ${within.label}` : field.label;
			return [name, serviceValue(field, value, { ...within, path, label })];
		}
		return refuseInput(
			path,
			Object.hasOwn(fields, name)
				? `${path} is set by the service and cannot be sent`
				: `${path} is not a field that the service is known to have`,
			'Take it out. What your service knows beyond the published fields goes into Extra Fields.',
		);
	});
	const object = Object.fromEntries(
		entries.filter(([, value]) => value !== undefined),
	) as IDataObject;
	refuseBoth(fields, object, within.path);
	return object;
}

/**
 * JSON of which some fields are known: those are checked, what is GET only is taken out, the rest stays as it
 * is, since nobody published all of it.
 */
function jsonOf({ fields }: ServiceField, value: unknown, place: Place): unknown {
	if (fields === undefined) return value;
	const { path, timeZone } = place;
	const given = Object.entries(objectOf(value, place));
	if (given.length === 0) {
		refuseInput(path, `${place.label} is an empty object`, 'Give its fields, or leave it out.');
	}
	const entries = given
		.filter(([name]) => fields[name]?.getOnly !== true)
		.map(([name, member]) => {
			const field = fields[name] as ServiceField | undefined;
			if (!field || member === null) return [name, member];
			return [
				name,
				serviceValue(field, member, { path: `${path}.${name}`, label: field.label, timeZone }),
			];
		});
	return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** Rows of one field may be given as a list of its values, or as text. */
function rowsOf(field: ServiceField, value: unknown, place: Place): IDataObject[] {
	const { fields = {}, row = 'Row' } = field;
	const only = onlyField(field);
	if (only === undefined) return serviceRows(fields, row, value, place);
	const isObject = (one: unknown) => typeof one === 'object' && one !== null;
	const rows = listOf(value).map((one) => (isObject(one) ? one : { [only]: one }));
	return serviceRows(fields, row, rows, place);
}

/**
 * Checks a list of objects.
 * @param row what one of them is called
 * @param given a list, one object, or the JSON of either
 */
export function serviceRows(
	fields: ServiceFields,
	row: string,
	given: unknown,
	place: Place,
): IDataObject[] {
	const list = typeof given === 'string' ? parsed(given, place) : given;
	const rows = typeof list === 'object' && list !== null && !Array.isArray(list) ? [list] : list;
	if (!Array.isArray(rows)) {
		return refuseInput(
			place.path,
			`${place.label} must be a list, but is ${shown(rows)}`,
			'Pass a list of objects, for example from an earlier node.',
		);
	}
	return rows.map((one, index) => {
		const path = `${place.path}[${index}]`;
		const own = { ...place, path, label: `${row} ${index + 1}` };
		return serviceObject(fields, objectOf(one, own), own);
	});
}

function wholeOf({ choices, minimum }: ServiceField, value: unknown, { path, label }: Place) {
	const text = trimmed(String(value));
	const number = Number(text);
	const isWhole = (typeof value === 'number' || typeof value === 'string') && /^-?\d+$/.test(text);
	if (isWhole && Number.isSafeInteger(number)) {
		if (choices ? Object.hasOwn(choices, number) : number >= (minimum ?? -Infinity)) return number;
	}
	if (choices && typeof value === 'string') {
		const named = Object.entries(choices).find(([, name]) => alike(name, text));
		if (named) return Number(named[0]);
	}
	const allowed = choices
		? Object.entries(choices)
				.map(([key, name]) => `${key} ${name}`)
				.join(', ')
		: `a whole number${minimum === undefined ? '' : `, ${minimum} or more`}`;
	return refuseInput(path, `${label} cannot be ${shown(value)}`, `Use ${allowed}.`);
}

function textOf(value: unknown, { path, label }: Place): string {
	if (typeof value === 'string') {
		refuseHalfCharacter(value, path, label);
		return value;
	}
	if (typeof value === 'number' && Number.isFinite(value)) {
		refuseInexact(value, path, label);
		return String(value);
	}
	return refuseInput(path, `${label} must be a text, but is ${shown(value)}`, `Correct ${label}.`);
}

/** An address may stand in angle brackets behind a name. */
const email = /^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/** @throws ServiceError (badInput) for a text that is to be an e-mail address and is none */
function emailOr({ areEmails }: ServiceField, text: string, { path, label }: Place): string {
	if (areEmails !== true || email.test(text)) return text;
	return refuseInput(
		path,
		`${label} holds something that is no email address`,
		'Enter addresses such as name@example.com, comma-separated.',
	);
}

/** A list, or texts separated by commas or line ends. */
function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	return value
		.split(/[,;\n]/)
		.map(trimmed)
		.filter(Boolean);
}

function objectOf(value: unknown, place: Place): IDataObject {
	const object = typeof value === 'string' ? parsed(value, place) : value;
	if (typeof object === 'object' && object !== null && !Array.isArray(object)) {
		return object as IDataObject;
	}
	return refuseInput(
		place.path,
		`${place.label} must be an object, but is ${shown(object)}`,
		`Pass an object with fields, or nothing.`,
	);
}

/** Long numbers become texts of their digits, which every kind of field takes for a number, unless JSON is meant. */
function parsed(value: string, { path, label }: Place, parse = givenJson): unknown {
	try {
		return parse(value);
	} catch (error) {
		const why = error instanceof RepeatedName ? `The JSON of ${label} ${error.message}` : undefined;
		return refuseInput(path, why ?? `${label} is not valid JSON`, `Correct the JSON of ${label}.`);
	}
}
