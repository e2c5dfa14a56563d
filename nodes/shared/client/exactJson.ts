import { parseJsonExactly } from './json';

/** A number of JSON, sign, fraction and exponent included. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** More digits than an id or an amount of any service has. */
const maxLength = 60;

/**
 * A number that goes out with the very digits it was given in: an id beyond 2^53, which no JavaScript
 * number holds, or an amount such as 10.50.
 */
export class ExactNumber {
	readonly digits: string;

	/** @throws RangeError when the text is no number of JSON, or is of absurd length */
	constructor(digits: string) {
		if (digits.length > maxLength || !jsonNumber.test(digits)) {
			throw new RangeError(`Not a number: ${digits.slice(0, maxLength)}`);
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
 * JSON to be sent again: numbers that a JavaScript number cannot hold become {@link ExactNumber}s, so that they go out
 * as numbers and texts of digits as texts.
 * @throws as {@link parseJsonExactly}, and a RangeError for a number of absurd length
 */
export function parseToSend(text: string): unknown {
	return withNumbers(JSON.parse(text), parseJsonExactly(text));
}

/** What is a number when it is read plainly and a text when it is read exactly is a long number. */
function withNumbers(plain: unknown, exact: unknown): unknown {
	if (typeof plain === 'number' && typeof exact === 'string') return new ExactNumber(exact);
	if (Array.isArray(plain) && Array.isArray(exact)) {
		return plain.map((one, index) => withNumbers(one, exact[index]));
	}
	if (!isObject(plain) || !isObject(exact)) return plain;
	return Object.fromEntries(
		Object.entries(plain).map(([name, member]) => [name, withNumbers(member, exact[name])]),
	);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The JSON of a request's body. As JSON.stringify, but an {@link ExactNumber} and a bigint become the
 * number with all its digits.
 * @throws RangeError for NaN, the infinities and what is nested deeper than any body of the service
 */
export function stringifyExactly(value: unknown): string {
	return write(value, 0) ?? 'null';
}

const maxDepth = 100;

/** @returns undefined for what JSON leaves out: undefined, functions, symbols */
function write(value: unknown, depth: number): string | undefined {
	if (depth > maxDepth) throw new RangeError('The body is nested too deeply');
	if (value instanceof ExactNumber) return value.digits;
	if (typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new RangeError(`${value} is no number that can be sent`);
	}
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) {
		return `[${value.map((entry) => write(entry, depth + 1) ?? 'null').join(',')}]`;
	}
	if ('toJSON' in value && typeof value.toJSON === 'function') {
		return write(value.toJSON(), depth + 1);
	}
	const members = Object.entries(value).flatMap(([name, member]) => {
		const written = write(member, depth + 1);
		return written === undefined ? [] : [`${JSON.stringify(name)}:${written}`];
	});
	return `{${members.join(',')}}`;
}
