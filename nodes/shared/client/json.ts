import { randomUUID } from 'node:crypto';

/** A number in JSON (RFC 8259, section 6). */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const isJsonNumber = (text: string): boolean => jsonNumber.test(text);

/** Longer than any real ID or amount. */
const maxDigits = 60;

/**
 * A number that is sent with its original digits, e.g. an ID above 2^53, which a JavaScript number cannot hold, or
 * the amount 10.50.
 */
export class ExactNumber {
	readonly digits: string;

	/** @throws RangeError if the text is not a JSON number or has more than {@link maxDigits} characters */
	constructor(digits: string) {
		if (digits.length > maxDigits || !isJsonNumber(digits)) {
			throw new RangeError(`Not a number: ${digits.slice(0, maxDigits)}`);
		}
		this.digits = digits;
	}

	/** Result with JSON.stringify instead of {@link stringifyExactly}. */
	toJSON(): string {
		return this.digits;
	}

	/** For URLs, and for comparison with the strings of {@link parseJsonExactly}. */
	toString(): string {
		return this.digits;
	}
}

/**
 * A text or a number of the service, as text. Anything else counts as missing and is ''. JavaScript cannot convert some
 * objects, such as `{"toString": 1}`.
 */
export function textFrom(value: unknown): string {
	if (value instanceof ExactNumber) return value.digits;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Parses JSON without losing digits. IDs are int64 (docs/api/resources.md#conventions), but a JavaScript number is exact
 * only up to 2^53. Numbers with more digits than it holds become strings of their original digits: long IDs, and decimals
 * with 17 or more digits. No number is beyond its range, because the service's numbers are doubles (ibid.).
 * @throws SyntaxError if the text is not JSON
 */
export function parseJsonExactly(text: string): unknown {
	const value: unknown = JSON.parse(text);
	return losesDigits(text) ? JSON.parse(quoteInexact(text)) : value;
}

/**
 * Parses JSON that will be sent again. Numbers that a JavaScript number cannot hold become {@link ExactNumber}s, so that
 * numbers are sent as numbers and strings as strings.
 * @throws SyntaxError if the text is not JSON, RangeError for a number with more than {@link maxDigits} characters
 */
export function parseToSend(text: string): unknown {
	JSON.parse(text);
	return JSON.parse(quoteInexact(text, mark), (_name, member: unknown) =>
		typeof member === 'string' && member.startsWith(mark)
			? new ExactNumber(member.slice(mark.length))
			: member,
	);
}

/** @returns undefined if the text is not JSON, or the parser refuses it */
export function tryParse(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
	try {
		return parse(text);
	} catch {
		// The caller explains it.
		return undefined;
	}
}

/** Deeper than any record. n8n cannot store a value that is nested thousands of levels deep. */
export const maxLevels = 200;

/** Whether lists and objects are nested more than {@link maxLevels} deep. */
export function isTooDeep(value: unknown, levels = maxLevels): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	// A call for each member, most of which are no objects, took twice as long.
	for (const member of Object.values(value)) {
		if (typeof member === 'object' && isTooDeep(member, levels - 1)) return true;
	}
	return false;
}

/** Unique prefix of a string that represents a number. */
const mark = `${randomUUID()}:`;
const marked = new RegExp(`"${mark}([^"]*)"`, 'g');

/** A number with fewer digits is exact. */
const minDigits = 16;

const exponent = /[eE][+-]?\d+/y;

/**
 * Whether a number in the text has more digits than a JavaScript number holds. Looks at one character of sixteen, since
 * a run of sixteen digits covers one of those; a search by RegExp took as long as JSON.parse itself. A string that looks
 * like a number is a harmless false positive.
 */
function losesDigits(text: string): boolean {
	for (let at = minDigits - 1; at < text.length; at += minDigits) {
		if (!isDigitOrPoint(text, at)) continue;
		let [start, end] = [at, at + 1];
		while (isDigitOrPoint(text, start - 1)) start--;
		while (isDigitOrPoint(text, end)) end++;
		at = end - 1;
		if (end - start < minDigits) continue;
		// Most long runs of digits are account numbers in strings.
		if (!startsNumber(text, start)) continue;
		if (text[start - 1] === '-') start--;
		exponent.lastIndex = end;
		const [power = ''] = exponent.exec(text) ?? [];
		if (!isExactNumber(text.slice(start, end) + power)) return true;
	}
	return false;
}

/** Whether the digits at this place are not within a word. */
function startsNumber(text: string, start: number): boolean {
	const before = text[start - 1] === '-' ? start - 2 : start - 1;
	return before < 0 || /[:,[\s]/.test(text[before]);
}

function isDigitOrPoint(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return (code >= 48 && code <= 57) || code === 46;
}

/** A number with a long exponent may be larger than any JavaScript number. */
const tokens = /\\.|"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?|-?[\d.]{1,15}[eE][+-]?\d{3,}/g;

/** Turns numbers that a JavaScript number cannot represent into strings. @param text valid JSON */
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
 * The JSON of a request body. Like JSON.stringify, but an {@link ExactNumber} and a bigint keep all their digits.
 * @throws TypeError for a circular reference
 */
export function stringifyExactly(value: unknown): string {
	const text = JSON.stringify(
		value,
		function (this: Record<string, unknown>, name, member: unknown) {
			// JSON.stringify has already called toJSON on `member`.
			const original = this[name];
			if (original instanceof ExactNumber || typeof original === 'bigint')
				return `${mark}${String(original)}`;
			return member;
		},
	) as string | undefined;
	return (text ?? 'null').replace(marked, '$1');
}

/** Whether a JavaScript number can represent a JSON number exactly. */
function isExactNumber(literal: string): boolean {
	if (literal.length > maxDigits) return false;
	// Most such numbers are sums computed with doubles, which print with the same digits.
	const value = Number(literal);
	if (/^-?\d+$/.test(literal)) return Number.isSafeInteger(value);
	return String(value) === literal || isSameNumber(literal, String(value));
}

/** Whether two literals have the same value, e.g. 1.50 and 15e-1. */
function isSameNumber(one: string, other: string): boolean {
	return decimalKey(one) === decimalKey(other);
}

/** Sign, significant digits and exponent: equal for equal values. */
function decimalKey(literal: string): string {
	const [mantissa, exponent = '0'] = literal.toLowerCase().split('e');
	const [whole, fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
	return `${mantissa.startsWith('-') ? '-' : ''}${significant}e${scale}`;
}
