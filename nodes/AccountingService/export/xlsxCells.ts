import type { ColumnKind } from './columns';
import { decimalText, numberInText } from './decimals';

/** Indexes into the cell formats of the style sheet (xlsx.ts). */
export const styles = { general: 0, heading: 1, date: 2, amount: 3, id: 4 } as const;

/** Excel's limit on the text of a cell. */
export const longestText = 32_767;

/** Excel keeps 15 digits of a number, so a longer id is text. */
const exactInteger = 1e15;

const digitsOfDouble = 17;

/** Its last two digits are how Excel counts days; before March 1900 its calendar is wrong. */
const isoDate = /^(19|[2-9]\d)\d{2}-\d{2}-\d{2}(?:T00:00:00(?:\.0+)?Z?)?$/;

const dayMs = 86_400_000;
const unixDay = 25_569;
const firstSafeDay = 61;

/**
 * The XML of a cell; empty for no value, as a cell that is not there is an empty one.
 * @param onCut hears of a text that is longer than a cell can hold
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
	const day = kind === 'date' ? dayNumber(value) : undefined;
	if (day !== undefined) return `<c r="${reference}" s="${styles.date}"><v>${day}</v></c>`;
	const number = cellNumber(value, kind);
	if (number !== undefined) return numberXml(reference, number, kind);
	return longTextXml(reference, value, onCut);
}

/**
 * The number in a text, where a cell can hold it: a cell is a double, for which some services print up
 * to 17 digits. What has more digits, or more before the point than Excel keeps, stays a text with all.
 */
function cellNumber(text: string, kind: ColumnKind): number | undefined {
	const plain = numberInText(text, kind);
	if (plain === undefined || Math.abs(Number(plain)) >= exactInteger) return undefined;
	const digits = plain.replace(/[-.]/g, '').replace(/^0+/, '');
	return digits.length <= digitsOfDouble ? Number(plain) : undefined;
}

function numberXml(reference: string, value: number, kind: ColumnKind): string {
	if (Number.isInteger(value) && Math.abs(value) >= exactInteger) {
		return textXml(reference, decimalText(value));
	}
	const style = kind === 'amount' ? styles.amount : kind === 'id' ? styles.id : styles.general;
	return `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}><v>${JSON.stringify(value)}</v></c>`;
}

export function textXml(reference: string, text: string, style: number = styles.general): string {
	return `<c r="${reference}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

function longTextXml(reference: string, text: string, onCut: () => void): string {
	if (text.length <= longestText) return textXml(reference, text);
	onCut();
	return textXml(reference, cut(text));
}

/** The last place is for the sign that something is missing; half of a surrogate pair is no text. */
function cut(text: string): string {
	const kept = text.slice(0, longestText - 1);
	return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** @returns undefined for a text that is no date of the calendar, such as 2026-02-30 */
function dayNumber(text: string): number | undefined {
	if (!isoDate.test(text)) return undefined;
	const date = text.slice(0, 10);
	const ms = Date.parse(`${date}T00:00:00Z`);
	// Parsing alone takes February 30 for March 2.
	if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return undefined;
	const day = ms / dayMs + unixDay;
	return day >= firstSafeDay ? day : undefined;
}

const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	// As itself a reader would turn it into a line feed.
	'\r': '&#13;',
};

/** What XML has no way to say, and what would be read as the workbook's own escape for it. */
const unsayable =
	/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;

const needsEscape = /[&<>"\r]/g;

function escapeXml(text: string): string {
	return text
		.replace(unsayable, (character) => {
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
