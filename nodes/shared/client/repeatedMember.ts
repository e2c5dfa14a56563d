import { isObject } from './said';

/** Wrappers are worn one over the other at most a few times, and the list is within them. */
const outermostLevels = 4;

/**
 * The name of a list, or of what wraps one, that stands twice in an answer. JSON.parse keeps the last of them, so that
 * the records of the other would be lost without a trace. Names within the records of a list are not looked at.
 * @param text JSON that was parsed
 * @param value what it holds
 */
export function repeatedMember(text: string, value: unknown): string | undefined {
	const names = isObject(value) ? holders(value, outermostLevels) : [];
	// Looking for each of many names would take longer than going through the text.
	const mayRepeat = names.length > 10 || names.some((name) => standsTwice(text, name));
	return mayRepeat ? found(text) : undefined;
}

/** The names of what may hold records: as a rule one or two. */
function holders(object: Record<string, unknown>, levels: number): string[] {
	const names = Object.keys(object).filter((name) => typeof object[name] === 'object');
	const isDeeper = levels > 1 && names.length <= 10;
	const inner = isDeeper ? names.map((name) => object[name]).filter(isObject) : [];
	return [...names, ...inner.flatMap((member) => holders(member, levels - 1))];
}

function standsTwice(text: string, name: string): boolean {
	const key = JSON.stringify(name);
	return text.indexOf(key, text.indexOf(key) + 1) >= 0;
}

function found(text: string): string | undefined {
	/** What is open: of an object that is looked at, the names so far, and whether they hold a list or an object. */
	const open: Array<Map<string, boolean> | undefined> = [];
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '[') open.push(undefined);
		else if (character === '{') {
			const isOutermost = open.length < outermostLevels && !open.includes(undefined);
			open.push(isOutermost ? new Map<string, boolean>() : undefined);
		} else if (character === ']' || character === '}') open.pop();
		else if (character === '"') {
			const end = endOfString(text, at);
			afterName.lastIndex = end + 1;
			const names = open.at(-1);
			const held = names && afterName.exec(text);
			if (names && held) {
				const name = text.slice(at + 1, end);
				const isHolder = held[1] !== '';
				if (names.has(name) && (isHolder || names.get(name))) return name;
				names.set(name, isHolder);
			}
			at = end;
		}
	}
	return undefined;
}

/** What stands between a name and its value, and the bracket that begins a list or an object. */
const afterName = /\s*:\s*([[{]?)/y;

/** Position of the quote that ends a text. */
function endOfString(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
		let escapes = 0;
		while (text[end - 1 - escapes] === '\\') escapes++;
		if (escapes % 2 === 0) return end;
	}
}
