import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';

/** The form of a node as filled in for one item. */
export interface Form {
	/** Undefined for a field that the form does not show. */
	get(name: string): unknown;
	/** Members of collections that are required once they are added; null is a value of its own there. */
	mayBeNull?: readonly string[];
	/** Of the workflow, as IANA names it: a moment becomes the date that it is there. */
	timeZone?: string;
}

/** What an item gives that has an empty cell, or lacks the column. */
export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** The same, or a text in which nobody sees anything. */
export const isBlank = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && trimmed(value) === '');

/** The members of a collection that are not empty: an empty one is as good as not added. */
export function collection(form: Form, name: string): IDataObject {
	const isGiven = ([member, value]: [string, unknown]) =>
		!isEmpty(value) || (value === null && form.mayBeNull?.includes(member) === true);
	return Object.fromEntries(Object.entries(membersOf(form, name)).filter(isGiven));
}

/** Everything that was added to a collection, empty or not. */
export function membersOf(form: Form, name: string): IDataObject {
	const value = form.get(name);
	return typeof value === 'object' && value !== null ? (value as IDataObject) : {};
}

/** @throws ServiceError (badInput) unless the value is a whole number within the limits */
export function wholeNumber(
	value: unknown,
	field: string,
	label: string,
	minimum: number,
	maximum = Number.MAX_SAFE_INTEGER,
): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= minimum) {
		if (number <= maximum) return number;
	}
	const range =
		maximum === Number.MAX_SAFE_INTEGER ? `${minimum} or more` : `${minimum} to ${maximum}`;
	return refuseInput(
		field,
		`${label} must be a whole number, ${range}, but is ${shown(value)}`,
		`Correct ${label}.`,
	);
}

const unseen = /[\s\p{Cc}\p{Cf}]/u;

/** Without spaces at the ends, and without what nobody sees there either, as a copied text may have it. */
export function trimmed(text: string): string {
	let [start, end] = [0, text.length];
	while (start < end && unseen.test(text[start])) start++;
	while (end > start && unseen.test(text[end - 1])) end--;
	return text.slice(start, end);
}

/** Whether a number may have lost digits before it came here: an integer that its neighbours round to as well. */
export function isInexact(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** @throws ServiceError (badInput) for a number that has lost digits, or would be written with an exponent */
export function refuseInexact(value: unknown, field: string, label: string): void {
	if (typeof value !== 'number') return;
	if (!isInexact(value) && !String(value).includes('e')) return;
	refuseInput(
		field,
		`${label} is a number that is not exact: ${shown(value)}`,
		`Pass ${label} as text: a number of so many digits loses some.`,
	);
}

/**
 * A text that may be left empty.
 * @returns the trimmed text; undefined where there is none
 * @throws ServiceError (badInput) for a list, an object or a switch, which no text is meant by, and for a number
 * that is not exact
 */
export function plainText(value: unknown, field: string, label: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) {
		refuseInexact(value, field, label);
		const text = trimmed(String(value));
		refuseHalfCharacter(text, field, label);
		return text === '' ? undefined : text;
	}
	return refuseInput(field, `${label} must be a text, but is ${shown(value)}`, `Correct ${label}.`);
}

/** Half of a character cannot be sent; JSON would carry it and an address would not. */
export function refuseHalfCharacter(text: string, field: string, label: string): void {
	if (!/\p{Surrogate}/u.test(text)) return;
	refuseInput(field, `${label} holds half of a character`, `Enter ${label} anew.`);
}

/** "bank transfer" and "BankTransfer" are the same choice. */
export function alike(one: string, other: string): boolean {
	const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
	return plain(one) === plain(other);
}

/** @returns the trimmed text @throws ServiceError (badInput) when it is empty */
export function requiredText(value: unknown, field: string, label: string): string {
	return plainText(value, field, label) ?? refuseEmpty(field, label);
}

/** @throws ServiceError (badInput) always */
export function refuseEmpty(field: string, label: string): never {
	return refuseInput(
		field,
		`${label} is empty`,
		`Enter ${label}. If it comes from an expression, check that the item has that field.`,
	);
}

/**
 * An int64 id (specification section 4), kept as text since ids beyond 2^53 lose digits as numbers.
 * @throws ServiceError (badInput) when it is no positive whole number
 */
export function positiveId(value: unknown, field: string, label: string): string {
	const isTooLarge = isInexact(value);
	const isNumber = typeof value === 'number';
	const text = isNumber ? String(value) : requiredText(value, field, label);
	if (!isTooLarge && /^0*[1-9]\d{0,18}$/.test(text)) return text.replace(/^0+/, '');
	return refuseInput(
		field,
		`${label} must be a positive whole number, but is ${shown(value)}`,
		isTooLarge
			? `Pass ${label} as text: as a number it is too large to be exact.`
			: `Correct ${label}.`,
	);
}

/**
 * A calendar date as YYYY-MM-DD. A date is taken as written: no time zone may move it to another day. A moment
 * (a date and time that names its zone, or an object that is one) becomes the date that it is in `timeZone`.
 * @throws ServiceError (badInput) when it is no date
 */
export function calendarDate(
	value: unknown,
	field: string,
	label: string,
	timeZone?: string,
): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const text = (momentTextOf(value) ?? String(value)).trim();
	const date = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
	if (date !== undefined && isDate(date)) {
		const moment = namesItsZone.test(text) ? new Date(text.replace(' ', 'T')) : undefined;
		if (moment === undefined) return date;
		if (!Number.isNaN(moment.getTime())) return timeZone ? dateIn(timeZone, moment) : date;
	}
	return refuseInput(
		field,
		`${label} is not a date: ${shown(value)}`,
		`Pick a date, or pass one as YYYY-MM-DD, e.g. 2026-01-31.`,
	);
}

const namesItsZone = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(Z|[-+]\d{2}:?\d{2})$/i;

/** Parsing alone would take February 30 for March 2. */
function isDate(date: string): boolean {
	const parsed = new Date(date);
	return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** The ISO text of a Date or of a DateTime, which is what n8n's `$now` is; undefined for other values. */
export function momentTextOf(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	if (typeof value !== 'object' || value === null || !('toISO' in value)) return undefined;
	return String((value as { toISO(): unknown }).toISO());
}

function dateIn(timeZone: string, moment: Date): string {
	const parts = new Intl.DateTimeFormat('en', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	}).formatToParts(moment);
	const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
	return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** A value as an error message may show it: short. */
export function shown(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value).slice(0, 40);
}

/**
 * A decimal number with its digits, as money needs it: "1210.50" stays "1210.50".
 * @returns a JSON number without an exponent
 * @throws ServiceError (badInput) for anything that is not plainly one number
 */
export function decimalText(value: unknown, field: string, label: string): string {
	const number = typeof value === 'number' && Number.isFinite(value) ? plainDecimal(value) : value;
	const text = typeof number === 'string' ? trimmed(number) : '';
	// A comma before one or two digits can only be a decimal comma; before three it may part thousands.
	const pointed = /^[-+]?\d{1,15},\d{1,2}$/.test(text) ? text.replace(',', '.') : text;
	const [, sign, whole, fraction] = /^([-+]?)(\d{1,15})(\.\d{1,30})?$/.exec(pointed) ?? [];
	if (whole !== undefined) {
		return `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${fraction ?? ''}`;
	}
	if (/^[-+]?\d+([.,]\d+)?$/.test(pointed) && pointed.length > 15) {
		refuseInput(
			field,
			`${label} has too many digits: ${shown(value)}`,
			'Use at most 15 digits before the decimal point and 30 behind it.',
		);
	}
	return refuseInput(
		field,
		`${label} is no number: ${shown(value)}`,
		'Use digits with a decimal point, e.g. 1210.50, without spaces, currency or separators of thousands.',
	);
}

/** 1e-7 as 0.0000001: a JavaScript number may print with an exponent. */
function plainDecimal(value: number): string {
	const text = String(value);
	return /e/.test(text) ? value.toFixed(15).replace(/\.?0+$/, '') : text;
}

/** @returns undefined for anything that is not plainly yes or no */
export function plainFlag(value: unknown): boolean | undefined {
	if (typeof value === 'object') return undefined;
	const text = String(value).trim().toLowerCase();
	if (['true', '1', 'yes'].includes(text)) return true;
	return ['false', '0', 'no'].includes(text) ? false : undefined;
}

/** @throws ServiceError (badInput) for anything that is not plainly yes or no */
export function flagOf(value: unknown, field: string, label: string): boolean {
	return (
		plainFlag(value) ??
		refuseInput(
			field,
			`${label} must be true or false, but is ${shown(value)}`,
			`Correct ${label}.`,
		)
	);
}

/**
 * A moment as ISO 8601 with its zone.
 * @throws ServiceError (badInput) when it is none
 */
export function momentOf(value: unknown, field: string, label: string): string {
	const text = (momentTextOf(value) ?? String(value)).trim();
	if (/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:?\d{2})?)?$/.test(text)) {
		if (isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))) return text.replace(' ', 'T');
	}
	return refuseInput(
		field,
		`${label} is not a date and time: ${shown(value)}`,
		'Pick a moment, or pass one as 2026-01-31T12:00:00Z.',
	);
}
