import { parseJsonExactly, parseToSend } from '../client/json';

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
 * The same, to be sent: numbers that a JavaScript number cannot hold as {@link parseToSend} gives them.
 * @throws as {@link givenJson} and {@link parseToSend}
 */
export function jsonToSend(text: string): unknown {
	givenJson(text);
	return parseToSend(text);
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
