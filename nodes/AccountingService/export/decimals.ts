import { isJsonNumber } from '../../shared/client/json';
import { Decimal } from '../../shared/decimal';
import type { ColumnKind } from './columns';

/** Maximum length of a number. Amounts are far shorter, and the time for cells grows faster than the length. */
const longestNumber = 1000;

/**
 * Converts a JSON number to a plain decimal without an exponent, with all its digits.
 * @returns undefined for another text, and for an exponent above 40
 */
function plainDecimal(text: string): string | undefined {
	if (text.length > longestNumber || !isJsonNumber(text)) return undefined;
	return /e/i.test(text) ? Decimal.from(text)?.toString() : text;
}

/** The shortest plain decimal of a number. An exponent above 40 stays. */
export function numberText(value: number): string {
	// String() would cache the text of every number and increase the memory of the process.
	const text = JSON.stringify(value);
	return text.includes('e') ? (plainDecimal(text) ?? text) : text;
}

/**
 * The number in a text, as a plain decimal, in a column of numbers. Other columns keep every text: an order number such as
 * 123E8 is not a number.
 */
export function numberInText(text: string, kind: ColumnKind): string | undefined {
	return kind === 'number' || kind === 'amount' ? plainDecimal(text) : undefined;
}
