import { isExactNumber } from '../../shared/client/json';
import type { ColumnKind } from './columns';

/**
 * Characters of a plain decimal at the most. No amount comes near it, and what is done with a decimal
 * (sums, cells) takes time that grows faster than its length.
 */
export const longestDecimal = 1000;

const jsonNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The number of a JSON text as a plain decimal without an exponent, with every digit it was written with.
 * @returns undefined for a text that is no number, or one of more than {@link longestDecimal} characters
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

/** A number as a plain decimal with the fewest digits that give the same number back; never 1e-7. */
export function decimalText(value: number): string {
	// String() would keep every number's text in a cache, and so a process growing.
	const text = JSON.stringify(value);
	return text.includes('e') ? (plainDecimal(text) ?? text) : text;
}

/**
 * The number that a text stands for, as a plain decimal: in a column of numbers every text that is one;
 * elsewhere one that came as a number and is a text only because no JavaScript number holds its digits
 * (json.ts). Other texts that look like numbers, such as symbols, stay texts.
 */
export function numberInText(text: string, kind: ColumnKind): string | undefined {
	const plain = plainDecimal(text);
	if (plain === undefined || kind === 'number' || kind === 'amount') return plain;
	return isExactNumber(text) ? undefined : plain;
}
