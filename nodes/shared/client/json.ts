import { randomUUID } from 'node:crypto';

/** A number of JSON, sign, fraction and exponent included. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** More digits than an id or an amount of any service has. */
const maxDigits = 60;

/**
 * A number that goes out with the very digits it was given in: an id beyond 2^53, which no JavaScript
 * number holds, or an amount such as 10.50.
 */
export class ExactNumber {
	readonly digits: string;

	/** @throws RangeError when the text is no number of JSON, or is of absurd length */
	constructor(digits: string) {
		if (digits.length > maxDigits || !jsonNumber.test(digits)) {
			throw new RangeError(`Not a number: ${digits.slice(0, maxDigits)}`);
		}
		this.digits = digits;
	}

	/** What becomes of it where JSON.stringify is used instead of {@link stringifyExactly}. */
	toJSON(): string {
		return this.digits;
	}

	/** For an address, and to be compared with the text that {@link parseJsonExactly} makes of a long number. */
	toString(): string {
		return this.digits;
	}
}

/**
 * Parses JSON without losing digits. Ids are int64 (docs/api/resources.md#conventions), and a JavaScript number holds whole numbers
 * exactly only up to 2^53. A number that it cannot represent comes back as a string with the digits as sent: long ids,
 * decimals of 17 digits and more, 1e400.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJsonExactly(text: string): unknown {
	const value: unknown = JSON.parse(text);
	return losesDigits(text) ? JSON.parse(quoteInexact(text)) : value;
}

/**
 * JSON to be sent again: numbers that a JavaScript number cannot hold become {@link ExactNumber}s, so that they go out
 * as numbers, and texts of digits as texts.
 * @throws SyntaxError when the text is not JSON, RangeError for a number of absurd length
 */
export function parseToSend(text: string): unknown {
	const value: unknown = JSON.parse(text);
	if (!losesDigits(text)) return value;
	return JSON.parse(quoteInexact(text, mark), (_name, member: unknown) =>
		typeof member === 'string' && member.startsWith(mark)
			? new ExactNumber(member.slice(mark.length))
			: member,
	);
}

/** What no text of anybody begins with: it marks a string that stands for a number. */
const mark = `${randomUUID()}:`;
const marked = new RegExp(`"${mark}([^"]*)"`, 'g');

/**
 * A number of 16 places and more, or one with a power of three digits and more: it may have more digits than a double
 * holds, or become 0 or infinite.
 */
const candidate = '-?\\d[\\d.]{15,}(?:[eE][+-]?\\d+)?|-?[\\d.]{1,15}[eE][+-]?\\d{3,}';

/** Begins with what stands before a number: most long runs of digits are account numbers in strings. */
const candidates = new RegExp(`(?:^|[:,[\\s])(?:${candidate})`, 'g');

/** Takes a small part of the time that JSON.parse takes. A text that looks like a number may be found as well. */
function losesDigits(text: string): boolean {
	for (const [found] of text.matchAll(candidates)) {
		if (!isExactNumber(found.replace(/^[^\d-]/, ''))) return true;
	}
	return false;
}

const tokens = new RegExp(`\\\\.|"|${candidate}`, 'g');

/** The same JSON, with those of its numbers as strings that a JavaScript number cannot represent. @param text valid JSON */
function quoteInexact(text: string, prefix = ''): string {
	let quoted = '';
	let copied = 0;
	let isInString = false;
	for (const { 0: token, index } of text.matchAll(tokens)) {
		if (token === '"') isInString = !isInString;
		else if (!isInString && !isExactNumber(token)) {
			quoted += `${text.slice(copied, index)}"${prefix}${token}"`;
			copied = index + token.length;
		}
	}
	return quoted + text.slice(copied);
}

/**
 * The JSON of a request's body. As JSON.stringify, but an {@link ExactNumber} and a bigint become the
 * number with all its digits.
 * @throws RangeError for NaN and the infinities, TypeError for a circle
 */
export function stringifyExactly(value: unknown): string {
	const text = JSON.stringify(
		value,
		function (this: Record<string, unknown>, name, member: unknown) {
			const given = this[name];
			if (given instanceof ExactNumber || typeof given === 'bigint')
				return `${mark}${String(given)}`;
			if (typeof member === 'number' && !Number.isFinite(member)) {
				throw new RangeError(`${member} is no number that can be sent`);
			}
			return member;
		},
	) as string | undefined;
	return (text ?? 'null').replace(marked, '$1');
}

/** Whether a JavaScript number can represent a number of JSON with all its digits. */
export function isExactNumber(literal: string): boolean {
	if (literal.length > maxDigits) return false;
	// Most are sums that were computed with doubles, which print as they were sent.
	const value = Number(literal);
	if (/^-?\d+$/.test(literal)) return Number.isSafeInteger(value);
	return String(value) === literal || isSameNumber(literal, String(value));
}

/** Whether two literals are the same number, however they are written. */
export function isSameNumber(one: string, other: string): boolean {
	return decimalKey(one) === decimalKey(other);
}

/** Sign, significant digits and exponent: equal for equal decimals, however they are written. */
function decimalKey(literal: string): string {
	const [mantissa, exponent = '0'] = literal.toLowerCase().split('e');
	const [whole, fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
	return `${mantissa.startsWith('-') ? '-' : ''}${significant}e${scale}`;
}
