import { ExactNumber } from '../client/exactJson';
import { parseJsonExactly } from '../client/json';

/** A name stands twice in an object of a JSON, so one of two values would be lost without a word. */
export class RepeatedName extends Error {}

/**
 * JSON that a user gives: numbers that a JavaScript number cannot hold become texts of their digits.
 * @throws SyntaxError when the text is not JSON
 * @throws RepeatedName, whose message goes on from "the JSON"
 * @throws RangeError as {@link parseJsonExactly}
 */
export function givenJson(text: string): unknown {
	const value = parseJsonExactly(text);
	const repeated = repeatedName(text);
	if (repeated === undefined) return value;
	throw new RepeatedName(`names "${repeated.slice(0, 60)}" twice in one object`);
}

/**
 * The same, to be sent: numbers that a JavaScript number cannot hold become {@link ExactNumber}s.
 * @throws as {@link givenJson}, and a RangeError for a number of absurd length
 */
export function jsonToSend(text: string): unknown {
	const exact = givenJson(text);
	return withNumbers(JSON.parse(text), exact);
}

/** A string and what makes it a name, or a bracket: nothing else of a JSON holds any of these characters. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

/** @param text valid JSON */
function repeatedName(text: string): string | undefined {
	const open: Array<Set<string>> = [];
	for (const [token, colon] of text.matchAll(tokens)) {
		if (token === '{' || token === '[') open.push(new Set());
		else if (token === '}' || token === ']') open.pop();
		else if (colon !== undefined) {
			const name = String(JSON.parse(token.slice(0, -colon.length)));
			const names = open[open.length - 1];
			if (names.has(name)) return name;
			names.add(name);
		}
	}
	return undefined;
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
