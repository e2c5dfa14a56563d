import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { pageSizeLimits } from '../client/dialect';
import { refuseInput } from '../client/errors';

/** The form of a node as filled in for one item. */
export interface Form {
	get(name: string): unknown;
}

export function formOf(host: IExecuteFunctions, itemIndex: number): Form {
	return {
		get: (name) => host.getNodeParameter(name, itemIndex, undefined, { extractValue: true }),
	};
}

export function formOfTrigger(host: IPollFunctions): Form {
	return { get: (name) => host.getNodeParameter(name, undefined) };
}

/** A collection, empty when nothing was added to it. */
export function collection(form: Form, name: string): IDataObject {
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

/** @returns the trimmed text @throws ServiceError (badInput) when it is empty */
export function requiredText(value: unknown, field: string, label: string): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (text !== '') return text;
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
	const text = requiredText(value, field, label);
	const exact = typeof value !== 'number' || Number.isSafeInteger(value);
	if (exact && /^0*[1-9]\d{0,18}$/.test(text)) return text.replace(/^0+/, '');
	return refuseInput(
		field,
		`${label} must be a positive whole number, but is ${shown(value)}`,
		exact ? `Correct ${label}.` : `Pass ${label} as text: as a number it is too large to be exact.`,
	);
}

/** The page size of the options, if set. Specification section 8: 10 to 100. */
export function pageSizeOf(options: IDataObject): number | undefined {
	if (options.pageSize === undefined || options.pageSize === '') return undefined;
	const { minimum, maximum } = pageSizeLimits;
	return wholeNumber(options.pageSize, 'pageSize', 'Page Size', minimum, maximum);
}

/** The properties to ask for beyond the usual ones; goes out as a comma-separated list. */
export function scopeOf(options: IDataObject): string[] {
	const chosen = Array.isArray(options.scope) ? options.scope.map(String) : [];
	const others = String(options.otherScopes ?? '')
		.split(',')
		.map((scope) => scope.trim())
		.filter(Boolean);
	return [...new Set([...chosen, ...others])];
}

/**
 * A calendar date as YYYY-MM-DD, taken as written: no time zone may move it to another day.
 * @throws ServiceError (badInput) when it is no date
 */
export function calendarDate(value: unknown, field: string, label: string): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const text =
		typeof value === 'object' && 'toISODate' in value
			? String((value as { toISODate(): unknown }).toISODate())
			: value instanceof Date
				? value.toISOString()
				: String(value);
	const date = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0];
	// Parsing alone would take February 30 for March 2.
	const parsed = new Date(date ?? '');
	if (!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(String(date))) return date;
	return refuseInput(
		field,
		`${label} is not a date: ${shown(value)}`,
		`Pick a date, or pass one as YYYY-MM-DD, e.g. 2026-01-31.`,
	);
}

function shown(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value).slice(0, 40);
}
