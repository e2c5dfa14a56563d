import { isExactNumber } from '../../shared/client/json';
import type { ColumnKind } from './columns';

/**
 * Maximum length of a plain decimal. Amounts are far shorter, and the time for sums and cells grows faster than the
 * length.
 */
export const longestDecimal = 1000;

const jsonNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Converts a JSON number to a plain decimal without an exponent, with all its digits.
 * @returns undefined for another text or more than {@link longestDecimal} characters
 */
export function plainDecimal(text: string): string | undefined {
	if (text.length > longestDecimal) return undefined;
	const found = jsonNumber.exec(text);
	if (!found) return undefined;
	const [, sign, whole, fraction = '', exponent = '0'] = found;
	const digits = whole + fraction;
	const shift = Number(exponent);
	if (shift === 0) return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
	if (/^0*$/.test(digits)) return '0';
	const point = whole.length + shift;
	if (point > longestDecimal || digits.length - point > longestDecimal) return undefined;
	const padded = digits.padEnd(point, '0').padStart(digits.length - Math.min(0, point - 1), '0');
	const at = Math.max(point, 1);
	const [before, after] = [padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at)];
	return after === '' ? sign + before : `${sign}${before}.${after}`;
}

/** The shortest plain decimal of a number, without an exponent. */
export function decimalText(value: number): string {
	// String() would cache the text of every number and increase the memory of the process.
	const text = JSON.stringify(value);
	return text.includes('e') ? (plainDecimal(text) ?? text) : text;
}

/**
 * The number in a text, as a plain decimal. In a column of numbers, every numeric text counts. In other columns, only
 * a number that became text because of its digits (json.ts). Symbols and the like stay text.
 */
export function numberInText(text: string, kind: ColumnKind): string | undefined {
	const plain = plainDecimal(text);
	if (plain === undefined || kind === 'number' || kind === 'amount') return plain;
	return isExactNumber(text) ? undefined : plain;
}
