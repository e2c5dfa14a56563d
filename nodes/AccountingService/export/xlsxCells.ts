import { shortened } from '../../shared/client/redact';
import { dayNumber, dayOf } from '../../shared/fields/dates';
import type { ColumnKind } from './columns';
import { numberText, numberInText } from './decimals';

/** Indexes into the cell formats of the style sheet (xlsx.ts). */
export const styles = { general: 0, heading: 1, date: 2, amount: 3, id: 4 } as const;

/** Excel's limit for the text of a cell. */
export const maxCellCharacters = 32_767;

/** Excel keeps 15 digits of a number. From here on, that includes no cents. */
const digitsOfExcel = 15;
const withoutCents = 1e13;

/** Some services print up to 17 digits of a double. */
const digitsOfDouble = 17;

/** Excel's calendar is wrong before March 1900. */
const isoDate = /^(19|[2-9]\d)\d{2}-\d{2}-\d{2}(?:T00:00:00(?:\.0+)?Z?)?$/;

const unixDay = 25_569;
const firstSafeDay = 61;

/**
 * The XML of a cell, or an empty string for an empty cell. A spreadsheet never runs an inline text as a formula, so it
 * needs no apostrophe (see protectedText in csv.ts).
 * @param onCut called for a text that is too long for a cell
 */
export function cellXml(
	reference: string,
	value: unknown,
	kind: ColumnKind,
	onCut: () => void,
): string {
	if (value === undefined || value === null || value === '') return '';
	if (typeof value === 'number') return numberXml(reference, value, kind);
	if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
	if (typeof value !== 'string') return longTextXml(reference, JSON.stringify(value), onCut);
	const day = kind === 'date' ? excelDay(value) : undefined;
	if (day !== undefined) return `<c r="${reference}" s="${styles.date}"><v>${day}</v></c>`;
	const number = cellNumber(value, kind);
	if (number !== undefined) return numberXml(reference, number, kind);
	return longTextXml(reference, value, onCut);
}

/** The number in a text, if a cell can hold it. */
function cellNumber(text: string, kind: ColumnKind): number | undefined {
	const plain = numberInText(text, kind);
	return plain === undefined || isTooLong(plain) ? undefined : Number(plain);
}

/** Whether Excel would round digits that count. */
function isTooLong(plain: string): boolean {
	const { length } = plain.replace(/[-.]/g, '').replace(/^0+/, '');
	const isLarge = Math.abs(Number(plain)) >= withoutCents;
	return length > digitsOfDouble || (length > digitsOfExcel && isLarge);
}

function numberXml(reference: string, value: number, kind: ColumnKind): string {
	if (Math.abs(value) >= withoutCents) {
		const text = numberText(value);
		if (isTooLong(text)) return textXml(reference, text);
	}
	const style = kind === 'amount' ? styles.amount : kind === 'id' ? styles.id : styles.general;
	return `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}><v>${JSON.stringify(value)}</v></c>`;
}

export function textXml(reference: string, text: string, style: number = styles.general): string {
	return `<c r="${reference}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

function longTextXml(reference: string, text: string, onCut: () => void): string {
	if (text.length <= maxCellCharacters) return textXml(reference, text);
	onCut();
	return textXml(reference, shortened(text, maxCellCharacters));
}

/** @returns undefined for an invalid date such as 2026-02-30 */
function excelDay(text: string): number | undefined {
	const day = isoDate.test(text) ? dayNumber(dayOf(text)) + unixDay : Number.NaN;
	return day >= firstSafeDay ? day : undefined;
}

const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	// XML readers convert a plain carriage return to a line feed.
	'\r': '&#13;',
};

/** Characters that XML cannot contain, and text that looks like the workbook's escape for them. */
const notInXml = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]|\p{Cs}|_(?=x[0-9A-Fa-f]{4}_)/gu;

const needsEscape = /[&<>"\r]/g;

function escapeXml(text: string): string {
	return text
		.replace(notInXml, (character) => {
			const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
			return `_x${code}_`;
		})
		.replace(needsEscape, (character) => escapes[character]);
}

/** A, B, …, Z, AA, … */
export function columnName(index: number): string {
	const letter = String.fromCharCode(65 + (index % 26));
	return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
