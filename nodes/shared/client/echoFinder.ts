import { decoded } from './route';

/** How to read one character of a text: its UTF-16 units, and the position behind it. */
type Decoding = (text: string, at: number) => [units: string, next: number];

const unencoded: Decoding = (text, at) => [text[at], at + 1];

const percent =
	/%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/iy;

/** `+` is a space in a form, but not in a path, so both count as a space. */
const plusAsSpace = (text: string) => text.replaceAll('+', ' ');

const urlEncoded: Decoding = (text, at) => {
	percent.lastIndex = at;
	const [code] = (text[at] === '%' && percent.exec(text)) || [text[at]];
	return [plusAsSpace(decoded(code)), at + code.length];
};

const escape = /\\(?:u([0-9a-f]{4})|.)/iy;
const escaped: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const jsonEscaped: Decoding = (text, at) => {
	escape.lastIndex = at;
	const found = text[at] === '\\' && escape.exec(text);
	if (!found) return unencoded(text, at);
	const [whole, code] = found;
	const unit = code === undefined ? whole[1] : String.fromCharCode(parseInt(code, 16));
	return [code === undefined ? (escaped[unit] ?? unit) : unit, at + whole.length];
};

/** Values in the order of their UTF-16 units, so that those with the same beginning are adjacent. */
interface Sorted {
	values: string[];
	read: Decoding;
	ignoresCase: boolean;
}

/** A shorter value may be part of a word, so it counts only if it stands alone. */
const minLengthInWords = 8;

/**
 * Finds values in the forms in which a service may echo them: plain, URL-encoded and JSON-escaped. The work for a position
 * grows with the length of the echo there, not with the number of values. Values are never part of a RegExp.
 */
export class EchoFinder {
	private readonly lists: Sorted[];

	/** The first units of all forms. */
	private readonly starts: ReadonlySet<string>;

	/** @param encoded values in base64, whose letters have a meaning */
	constructor(values: string[], encoded: string[] = []) {
		const folded = values.map((value) => foldedText(value));
		this.lists = [folded, encoded].flatMap((list) =>
			[unencoded, urlEncoded, jsonEscaped].map((read) => ({
				values: [...new Set(read === urlEncoded ? list.map(plusAsSpace) : list)].sort(),
				read,
				ignoresCase: list === folded,
			})),
		);
		this.starts = new Set(this.lists.flatMap((list) => list.values.map(([first]) => first)));
	}

	/** The end of the longest echo that starts at a position, or -1. */
	endAt(text: string, at: number): number {
		const unit = text[at];
		const mayStart =
			'%+\\'.includes(unit) || this.starts.has(unit) || this.starts.has(folded(unit));
		if (!mayStart) return -1;
		return Math.max(...this.lists.map((list) => endIn(list, text, at)));
	}
}

function endIn({ values, read, ignoresCase }: Sorted, text: string, at: number): number {
	let [low, high, depth, position, end] = [0, values.length, 0, at, -1];
	while (low < high && position < text.length) {
		const [units, next] = isCode(text[position]) ? read(text, position) : unencoded(text, position);
		position = next;
		for (let index = 0; index < units.length; index++) {
			const wanted = (ignoresCase ? folded(units[index]) : units[index]).charCodeAt(0);
			low = firstFrom(values, low, high, depth, wanted);
			high = firstFrom(values, low, high, depth, wanted + 1);
			depth++;
		}
		// A value that ends here comes before those that it begins.
		if (low >= high || values[low].length !== depth) continue;
		const isWhole = !ignoresCase || depth >= minLengthInWords || standsAlone(text, at, position);
		if (isWhole) end = position;
		low++;
	}
	return end;
}

const isCode = (unit: string) => unit === '%' || unit === '+' || unit === '\\';

/** The first value in a range whose unit at `depth` is not lower than `wanted`. */
function firstFrom(values: string[], low: number, high: number, depth: number, wanted: number) {
	while (low < high) {
		const middle = (low + high) >> 1;
		const value = values[middle];
		const unit = depth < value.length ? value.charCodeAt(depth) : -1;
		if (unit < wanted) low = middle + 1;
		else high = middle;
	}
	return low;
}

const inWord = /[\p{L}\d_]/u;

/** An encoded character, whose last letter or digit belongs to no word. */
const endOfCode = /(?:%[0-9a-f]{2}|\\(?:u[0-9a-f]{4}|[bfnrt]))$/i;

function standsAlone(text: string, from: number, to: number): boolean {
	if (to < text.length && inWord.test(text[to])) return false;
	const before = text.slice(Math.max(0, from - 6), from);
	return before === '' || !inWord.test(before.slice(-1)) || endOfCode.test(before);
}

/** One UTF-16 unit in lower case. */
function folded(unit: string): string {
	if (unit >= 'a' && unit <= 'z') return unit;
	const lower = unit.toLowerCase();
	return lower.length === 1 ? lower : unit;
}

const foldedText = (text: string) => text.split('').map(folded).join('');

/** The base64 forms of a value at any position of a longer one, as in "id:secret". */
export function base64Forms(value: string): string[] {
	const bytes = Buffer.from(value);
	return [0, 1, 2].flatMap((before) => {
		const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// The first and last characters depend on the adjacent bytes.
		const first = Math.ceil((before * 8) / 6);
		const form = whole.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
		return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
