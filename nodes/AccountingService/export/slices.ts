/** The bytes of a JSON list answer: the places of its records, and what stands around them. */
export interface Slices {
	/** First byte and the byte after the last one, in turn for each record. */
	places: number[];
	/** The same of the value of each named field, in turn for each record; -1 where it has none. */
	values: number[];
	/** First byte and the byte after the last one of each number that is so long that digits may count. */
	longNumbers: number[];
	/** The answer with every record replaced. @param stubs JSON, one for each record */
	withStubs(stubs: string[]): string;
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBrace, openBracket] = [0x7b, 0x5b];

/** What a byte outside strings can be; most are of no interest. */
const [stringKind, commaKind, numberKind, openKind, closeKind] = [1, 2, 3, 4, 5];
const kinds = new Uint8Array(256);
for (const [characters, kind] of [
	['"', stringKind],
	[',', commaKind],
	['{[', openKind],
	['}]', closeKind],
	['0123456789.-+eE', numberKind],
] as const) {
	for (const character of characters) kinds[character.charCodeAt(0)] = kind;
}

/** A shorter number has no more digits than a JavaScript number holds. */
const longNumber = 16;

/**
 * Finds the records of an answer without decoding it: the objects in its list, or in the lists that
 * its envelope holds (as envelope.ts reads them).
 * @param names fields of the records whose values are to be found as well
 * @returns undefined when the bytes are no complete list; they are then to be read as any answer
 */
export function sliceRecords(bytes: Buffer, names: readonly string[] = []): Slices | undefined {
	const places: number[] = [];
	const fields = new Fields(bytes, names);
	const longNumbers: number[] = [];
	let depth = 0;
	// The depth at which a list can hold records: one more within an envelope.
	let listDepth = 0;
	let inList = false;
	let inRecord = false;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at];
		const kind = kinds[byte];
		if (kind === 0) continue;
		if (kind === numberKind) {
			let end = at + 1;
			while (kinds[bytes[end]] === numberKind) end++;
			if (end - at >= longNumber) longNumbers.push(at, end);
			at = end - 1;
		} else if (kind === stringKind) {
			const end = endOfString(bytes, at);
			if (inRecord && fields.isKeyNext) fields.key(at + 1, end);
			at = end;
		} else if (kind === commaKind) {
			if (inRecord) fields.end(at);
		} else if (kind === openKind) {
			depth++;
			if (depth === 1) listDepth = byte === openBrace ? 2 : 1;
			if (depth === listDepth) inList = byte === openBracket;
			inRecord = inList && depth === listDepth + 1;
			if (inRecord) {
				if (byte === openBracket) return undefined;
				places.push(at);
				fields.begin();
			}
		} else {
			if (inRecord) {
				fields.end(at);
				places.push(at + 1);
			}
			if (depth === listDepth) inList = false;
			depth--;
			inRecord = inList && depth === listDepth + 1;
		}
	}
	if (depth !== 0 || listDepth === 0 || fields.areOdd) return undefined;
	const withStubs = (stubs: string[]) => {
		let text = '';
		let from = 0;
		stubs.forEach((stub, index) => {
			text += bytes.toString('utf8', from, places[2 * index]) + stub;
			from = places[2 * index + 1];
		});
		return text + bytes.toString('utf8', from);
	};
	return { places, values: fields.values, longNumbers, withStubs };
}

/** The values of some fields of the records, as places in the bytes. */
class Fields {
	readonly values: number[] = [];

	/** Whether the next string of the record is a key that may be one of those looked for. */
	isKeyNext = false;

	/** A key is written with escapes, so that it cannot be told by its bytes. */
	areOdd = false;

	/** Where the values of the record at hand begin in `values`. */
	private base = 0;

	private missing = 0;

	/** Where the value at hand is to be noted. */
	private current = -1;

	/** By the length of the name, since most keys have another one. */
	private readonly names: Array<Array<{ name: Buffer; index: number }> | undefined> = [];

	constructor(
		private readonly bytes: Buffer,
		private readonly wanted: readonly string[],
	) {
		wanted.forEach((text, index) => {
			const name = Buffer.from(text);
			(this.names[name.length] ??= []).push({ name, index });
		});
	}

	begin(): void {
		this.base = this.values.length;
		for (let count = 2 * this.wanted.length; count > 0; count--) this.values.push(-1);
		this.missing = this.wanted.length;
		this.isKeyNext = this.missing > 0;
	}

	/** A key between its quotes. */
	key(from: number, to: number): void {
		const { bytes } = this;
		this.isKeyNext = false;
		for (let at = from; at < to; at++) if (bytes[at] === backslash) this.areOdd = true;
		const alike = this.names[to - from];
		if (!alike) return;
		for (const { name, index } of alike) {
			if (!isAt(bytes, from, name)) continue;
			let begin = to + 1;
			while (begin < bytes.length && bytes[begin] !== colon) begin++;
			this.current = this.base + 2 * index;
			this.values[this.current] = begin + 1;
			this.missing--;
		}
	}

	/** What follows the value at hand: a comma, or the end of the record. */
	end(at: number): void {
		if (this.current >= 0) this.values[this.current + 1] = at;
		this.current = -1;
		this.isKeyNext = this.missing > 0;
	}
}

function isAt(bytes: Buffer, from: number, name: Buffer): boolean {
	for (let at = 0; at < name.length; at++) if (bytes[from + at] !== name[at]) return false;
	return true;
}

function endOfString(bytes: Buffer, from: number): number {
	let at = from + 1;
	while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
	return at;
}
