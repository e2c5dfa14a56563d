import { tryToParseDateTime } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { enterDate } from './describe';
import { isBlank, quoteValue, trimmed } from './values';

const isDate = (value: unknown): boolean =>
	Object.prototype.toString.call(value) === '[object Date]' ||
	(value as { isLuxonDateTime?: unknown } | null)?.isLuxonDateTime === true;

/** Minutes. No zone has ever been further from UTC. */
const maxOffset = 16 * 60;

/**
 * A moment by n8n's own parser, in its own zone; without one, in that of the workflow.
 * @throws ServiceError (badInput) when it is none
 */
function momentIn(timeZone: string | undefined, value: unknown, field: string, label: string) {
	const input = typeof value === 'string' ? trimmed(value) : value;
	try {
		const moment = tryToParseDateTime(input, timeZone);
		const day = moment.toISODate() ?? '-';
		const exists = /^\d{4}-/.test(day) && Math.abs(moment.offset) <= maxOffset;
		// The parser takes "1.2.2026" for January 2, February 30 for March 2, and a list or number for its text.
		if (exists && (typeof input === 'string' ? input.startsWith(day) : isDate(input)))
			return moment;
	} catch {
		// No date at all.
	}
	return refuseInput(field, `${label} is not a date: ${quoteValue(value)}`, adviceOnDate(input));
}

/** "30.11.2026" is day, month and year. With slashes, it may be month and day. */
function adviceOnDate(value: unknown): string {
	const [, first, second] = /^\d{1,2}(\.\s?)\d{1,2}(\.\s?)\d{4}$/.exec(String(value)) ?? [];
	if (first === undefined) return enterDate;
	return `${enterDate} If a column has such dates, enter {{ DateTime.fromFormat($json['Date'], 'd${first}M${second}yyyy').toISODate() }} with its name instead of Date.`;
}

const dayMs = 86_400_000;

/** Whole numbers that n8n returns for the dates of a spreadsheet: days from 2000-01-01 to 2099-12-31. */
const excelDays = { first: 36_526, last: 73_050, unixEpoch: 25_569 };

/** Reports a number that was read as the date of a spreadsheet. */
export type NoteExcelDate = (label: string, number: number, day: string) => void;

/** Text with digits is more likely a mistake, so only a number is read. */
function dayOfExcel(value: unknown): string | undefined {
	const isDay =
		Number.isInteger(value) && Number(value) >= excelDays.first && Number(value) <= excelDays.last;
	return isDay ? dayAt(Number(value) - excelDays.unixEpoch) : undefined;
}

/**
 * A calendar date as YYYY-MM-DD. Text of this form is taken as written. A moment becomes its date in the time zone.
 * @param timeZone of the workflow
 * @param noteExcelDate absent to refuse numbers
 * @returns undefined where there is none
 * @throws ServiceError (badInput) when it is no date
 */
export function calendarDate(
	value: unknown,
	field: string,
	label: string,
	timeZone: string | undefined,
	noteExcelDate?: NoteExcelDate,
): string | undefined {
	if (isBlank(value)) return undefined;
	const excel = noteExcelDate && dayOfExcel(value);
	if (excel !== undefined) {
		noteExcelDate?.(label, Number(value), excel);
		return excel;
	}
	const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(trimmed(value));
	const zone = isDay ? 'UTC' : timeZone;
	const moment = momentIn(zone, value, field, label);
	return (zone ? moment.setZone(zone) : moment).toISODate() ?? undefined;
}

/** A date with its time in a time zone, or in that of n8n. */
export function inZone(date: Date, timeZone?: string) {
	const moment = tryToParseDateTime(date);
	return timeZone === undefined ? moment : moment.setZone(timeZone);
}

/** Today in a time zone, as YYYY-MM-DD. */
export const todayIn = (timeZone?: string): string =>
	inZone(new Date(), timeZone).toISODate() ?? '';

/** The calendar date of a value of the service, which may have a time; '' if it has not the form of one. It may not exist. */
export const dayOf = (value: unknown): string =>
	/^\d{4}-\d{2}-\d{2}/.exec(typeof value === 'string' ? value : '')?.[0] ?? '';

/** Days since 1970 of a calendar date; NaN for another text and for a date that does not exist, such as 2026-02-30. */
export function dayNumber(day: string): number {
	const midnight = new Date(`${day}T00:00:00Z`);
	// Date reads February 30 as March 2.
	return midnight.getUTCDate() === Number(day.slice(-2)) ? midnight.getTime() / dayMs : Number.NaN;
}

/** The calendar date with a {@link dayNumber}; '' for NaN, or if its year has more than four digits. */
export function dayAt(number: number): string {
	const midnight = new Date(number * dayMs);
	return Number.isNaN(midnight.getTime()) ? '' : dayOf(midnight.toISOString());
}

/** A moment as ISO 8601 with its zone. @throws ServiceError (badInput) when it is none */
export function momentOf(value: unknown, field: string, label: string, timeZone?: string): string {
	return momentIn(timeZone, value, field, label).toISO() ?? '';
}
