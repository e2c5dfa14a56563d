/**
 * Steps over JSON (RFC 8259) in its bytes, strictly: what it steps over, every parser takes, and it is
 * valid UTF-8. Takes time by the length of the bytes, and no memory.
 */
export class JsonScan {
	/** The byte to be looked at next. */
	at = 0;

	/** Whether a line ends outside strings since this was last set to false. */
	hasLineEnds = false;

	/** Whether the latest string is written with escapes, so that its bytes are not its text. */
	hasEscapes = false;

	/** First byte and the byte after the last one, in turn, of each number that a double may not hold. */
	readonly longNumbers: number[] = [];

	constructor(readonly bytes: Buffer) {}

	/** Steps over white space. @returns the next byte; undefined at the end */
	next(): number | undefined {
		const { bytes } = this;
		while (space[bytes[this.at]] === 1) {
			if (bytes[this.at] === lineFeed || bytes[this.at] === carriageReturn) this.hasLineEnds = true;
			this.at++;
		}
		return bytes[this.at];
	}

	/** Steps over a byte, and white space before it. @returns false where another one stands */
	take(byte: number): boolean {
		if (this.next() !== byte) return false;
		this.at++;
		return true;
	}

	/**
	 * Steps over a value, and white space before it.
	 * @param deepest levels of lists and objects that may lie within one another
	 * @returns false where there is none that is valid, or one that is nested deeper
	 */
	value(deepest = usualDepth): boolean {
		const first = this.next();
		if (first === quote) return this.string();
		if (first === openBrace) return deepest > 0 && this.object(deepest - 1);
		if (first === openBracket) return deepest > 0 && this.list(deepest - 1);
		if (first === letterT) return this.word(words.true);
		if (first === letterF) return this.word(words.false);
		if (first === letterN) return this.word(words.null);
		return this.number();
	}

	/**
	 * Steps over a list.
	 * @param entry steps over one entry; any value unless given
	 */
	list(deepest: number, entry?: () => boolean): boolean {
		if (!this.take(openBracket)) return false;
		if (this.take(closeBracket)) return true;
		do if (!(entry ? entry() : this.value(deepest))) return false;
		while (this.take(comma));
		return this.take(closeBracket);
	}

	/**
	 * Steps over an object.
	 * @param member steps over the value of a member, whose name lies between two places; any unless given
	 */
	object(deepest: number, member?: (from: number, to: number) => boolean): boolean {
		if (!this.take(openBrace)) return false;
		if (this.take(closeBrace)) return true;
		do {
			if (this.next() !== quote) return false;
			const from = this.at + 1;
			if (!this.string()) return false;
			const to = this.at - 1;
			if (!this.take(colon)) return false;
			if (!(member ? member(from, to) : this.value(deepest))) return false;
		} while (this.take(comma));
		return this.take(closeBrace);
	}

	private string(): boolean {
		const { bytes } = this;
		let at = this.at + 1;
		this.hasEscapes = false;
		for (;;) {
			while (plain[bytes[at]] === 1) at++;
			const byte = bytes[at];
			if (byte === quote) {
				this.at = at + 1;
				return true;
			}
			if (byte === backslash) this.hasEscapes = true;
			const length = byte === backslash ? escapeLength(bytes, at) : characterLength(bytes, at);
			if (length === 0) return false;
			at += length;
		}
	}

	private number(): boolean {
		const { bytes } = this;
		const from = this.at;
		let at = from;
		if (bytes[at] === minus) at++;
		const whole = at;
		while (isDigit(bytes[at])) at++;
		if (at === whole || (bytes[whole] === zero && at > whole + 1)) return false;
		if (bytes[at] === point) {
			const fraction = ++at;
			while (isDigit(bytes[at])) at++;
			if (at === fraction) return false;
		}
		const hasExponent = (bytes[at] | 0x20) === letterE;
		if (hasExponent) {
			at++;
			if (bytes[at] === plus || bytes[at] === minus) at++;
			const exponent = at;
			while (isDigit(bytes[at])) at++;
			if (at === exponent) return false;
		}
		this.at = at;
		// A shorter number has no more digits than a double holds.
		if (hasExponent || at - from >= 16) this.longNumbers.push(from, at);
		return true;
	}

	private word(letters: Buffer): boolean {
		for (const letter of letters) if (this.bytes[this.at++] !== letter) return false;
		return true;
	}
}

const usualDepth = 64;

const codeOf = (character: string) => character.charCodeAt(0);
const [quote, backslash, colon, comma] = ['"', '\\', ':', ','].map(codeOf);
const [openBrace, closeBrace, openBracket, closeBracket] = ['{', '}', '[', ']'].map(codeOf);
const [minus, plus, point, zero] = ['-', '+', '.', '0'].map(codeOf);
const [letterT, letterF, letterN, letterE] = ['t', 'f', 'n', 'e'].map(codeOf);
const [lineFeed, carriageReturn] = ['\n', '\r'].map(codeOf);
const words = {
	true: Buffer.from('true'),
	false: Buffer.from('false'),
	null: Buffer.from('null'),
};

/** 1 for what stands for itself in a string and is one byte long; what no byte is (the end) is neither. */
const plain = new Uint8Array(256).map((_, byte) =>
	Number(byte >= 0x20 && byte < 0x80 && byte !== quote && byte !== backslash),
);

const space = new Uint8Array(256).map((_, byte) =>
	Number(/[ \t\n\r]/.test(String.fromCharCode(byte))),
);

function isDigit(byte: number): boolean {
	return byte >= 0x30 && byte <= 0x39;
}

/** @returns 0 for what is no escape */
function escapeLength(bytes: Buffer, at: number): number {
	const letter = String.fromCharCode(bytes[at + 1] ?? 0);
	if (letter !== 'u') return '"\\/bfnrt'.includes(letter) ? 2 : 0;
	return /^[0-9A-Fa-f]{4}$/.test(bytes.toString('latin1', at + 2, at + 6)) ? 6 : 0;
}

function continues(byte: number): boolean {
	return byte >= 0x80 && byte <= 0xbf;
}

/** @returns the bytes of a character of UTF-8 beyond ASCII (RFC 3629); 0 for what is none */
function characterLength(bytes: Buffer, at: number): number {
	const first = bytes[at];
	const second = bytes[at + 1];
	if (!continues(second)) return 0;
	if (first >= 0xc2 && first <= 0xdf) return 2;
	if (!continues(bytes[at + 2])) return 0;
	// Not written longer than need be, no half of a surrogate pair, none beyond the last character.
	if (first === 0xe0) return second >= 0xa0 ? 3 : 0;
	if (first === 0xed) return second <= 0x9f ? 3 : 0;
	if (first > 0xe0 && first <= 0xef) return 3;
	if (!continues(bytes[at + 3])) return 0;
	if (first === 0xf0) return second >= 0x90 ? 4 : 0;
	if (first === 0xf4) return second <= 0x8f ? 4 : 0;
	return first > 0xf0 && first < 0xf4 ? 4 : 0;
}
