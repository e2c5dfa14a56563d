/**
 * Parses JSON without losing digits, in time that grows with its length only. Ids are int64
 * (specification section 2) and JavaScript numbers hold integers exactly only up to 2^53, so a number
 * that a JavaScript number cannot represent comes back as a string with the digits as sent: long ids,
 * decimals of 17 digits and more, 1e400. Looking for such numbers takes a small part of the time that
 * JSON.parse takes.
 * @throws SyntaxError when the text is not JSON
 * @throws RangeError when it is nested deeper, or has longer numbers, than any record needs; its message
 * goes on from "the JSON"
 */
export function parseJsonExactly(text: string): unknown {
	// The patterns begin with what stands before a number, also before one that is all there is.
	const padded = /^-?\d/.test(text) ? ` ${text}` : text;
	const exact = quoteInexact(quoteInexact(padded, longNumbers), extremeNumbers);
	const value: unknown = JSON.parse(exact);
	if (isDeeper(value, maxDepth)) throw new RangeError(`is nested more than ${maxDepth} deep`);
	return value;
}

/** Records are nested a handful deep; code that walks them uses the stack. */
const maxDepth = 100;

/** Longer than any id or amount; what is longer costs more to work with than it can be worth. */
const maxNumberLength = 1000;

/**
 * Numbers of 16 places and more, which may have more digits than a double holds. The patterns begin with
 * what stands before a number, since most long runs of digits are account numbers in strings; written
 * out, the places are looked for much faster than as {16}.
 */
const longNumbers = new RegExp(`[:,[\\s]-?${'[\\d.]'.repeat(16)}[\\d.]*(?:[eE][+-]?\\d+)?`, 'g');

/**
 * Shorter numbers with a power of three digits and more, which may become 0 or infinite. The power is looked for first,
 * then what stands before it, as group 1: the other way round each number of an answer would be gone through. Parts of
 * GUIDs look like powers, so this must be fast where there are many. Before the last group nothing is of open length,
 * so nothing is gone through again.
 */
const extremeNumbers = /[eE][+-]?\d{3}(?<=([:,[\s]-?\d[\d.]{0,14})[eE][+-]?\d{3})\d*/g;

/** What is no number stays as it is, for JSON.parse to refuse. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The same JSON, with those of its numbers as strings that a JavaScript number cannot represent. */
function quoteInexact(text: string, candidates: RegExp): string {
	const strings = new Strings(text);
	let quoted = '';
	let copied = 0;
	for (const { 0: match, 1: before = '', index } of text.matchAll(candidates)) {
		const literal = `${before}${match}`.slice(1);
		const start = index - before.length + 1;
		if (isExactNumber(literal) || strings.cover(start)) continue;
		if (literal.length > maxNumberLength) {
			throw new RangeError(`holds a number of more than ${maxNumberLength} digits`);
		}
		if (!jsonNumber.test(literal)) continue;
		quoted += `${text.slice(copied, start)}"${literal}"`;
		copied = start + literal.length;
	}
	return copied === 0 ? text : quoted + text.slice(copied);
}

/** The strings of a JSON, walked from left to right, each once. */
class Strings {
	private opening: number;

	private end = 0;

	constructor(private readonly text: string) {
		this.opening = text.indexOf('"');
	}

	/** @param place not before the one asked for last */
	cover(place: number): boolean {
		while (this.opening >= 0 && this.opening < place) {
			let closing = this.text.indexOf('"', this.opening + 1);
			while (closing >= 0 && this.isEscaped(closing)) {
				closing = this.text.indexOf('"', closing + 1);
			}
			this.end = closing < 0 ? this.text.length : closing + 1;
			this.opening = this.text.indexOf('"', this.end);
		}
		return place < this.end;
	}

	private isEscaped(place: number): boolean {
		let slashes = 0;
		while (this.text[place - 1 - slashes] === '\\') slashes++;
		return slashes % 2 === 1;
	}
}

/** Every answer is walked whole, so no list is made of the values of a record. */
function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	if (Array.isArray(value)) return value.some((member) => isDeeper(member, levels - 1));
	for (const name in value) {
		const member: unknown = value[name as keyof typeof value];
		if (typeof member === 'object' && isDeeper(member, levels - 1)) return true;
	}
	return false;
}

/** So many digits are held by every double, without a power. */
const digitsOfDouble = 15;

/** Whether a JavaScript number can represent a number of JSON with all its digits. */
export function isExactNumber(literal: string): boolean {
	if (literal.length <= digitsOfDouble && !/e/i.test(literal)) return true;
	if (literal.length > maxNumberLength) return false;
	const value = Number(literal);
	const printed = String(value);
	// Most are sums that were computed with doubles, which print as they were sent.
	if (printed === literal) return !Number.isInteger(value) || Number.isSafeInteger(value);
	if (/^-?\d+$/.test(literal)) return Number.isSafeInteger(value);
	return decimalKey(literal) === decimalKey(printed);
}

/** Whether two literals are the same number, however they are written. */
export function isSameNumber(one: string, other: string): boolean {
	return decimalKey(one) === decimalKey(other);
}

/** Sign, significant digits and exponent: equal for equal decimals, however they are written. */
function decimalKey(literal: string): string {
	const [mantissa, exponent = '0'] = literal.toLowerCase().split('e');
	const negative = mantissa.startsWith('-');
	const [whole, fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	const significant = withoutEndingZeros(digits);
	if (significant === '') return '0';
	const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
	return `${negative ? '-' : ''}${significant}e${scale}`;
}

/** A pattern for zeros at the end would begin anew at each zero before. */
function withoutEndingZeros(digits: string): string {
	let end = digits.length;
	while (digits[end - 1] === '0') end--;
	return digits.slice(0, end);
}
