import { JsonScan } from './jsonScan';

/** The records of a list answer as places in its bytes: the first byte, and the one after the last. */
export interface ScannedList {
	/** Both places, in turn for each record. */
	places: number[];
	/** Both places of the value of each named field, in turn for each record; -1 where it has none. */
	values: number[];
	/** Whether a line ends within a record, in turn for each. */
	overLines: boolean[];
	/** Both places of each number that a double may not hold, wherever it stands. */
	longNumbers: number[];
	/** The answer with one empty record in place of all, since an empty list is read in another way. */
	withoutRecords: Buffer;
}

const codeOf = (character: string) => character.charCodeAt(0);
const [openBrace, openBracket] = ['{', '['].map(codeOf);

/** Levels that the values of a record may be nested in. */
const deepest = 64;

/**
 * Finds the records of an answer without decoding it: a bare list, or in an envelope the list of the
 * given name, also where the envelope lies within another object; else the only list that there is.
 * @param names fields of the records whose values are to be found as well; where a record has a name
 * twice, the last one, as JSON.parse takes it
 * @returns undefined for bytes that are not, to the last byte, JSON in UTF-8 with such a list of objects
 */
export function scanList(
	bytes: Buffer,
	listName: string,
	names: readonly string[],
): ScannedList | undefined {
	const scan = new JsonScan(bytes);
	const wanted = new Names(bytes, names);
	const listKey = Buffer.from(listName);
	const [named, others]: [Records[], Records[]] = [[], []];
	let hasEscapes = false;
	const member = (depth: number) => (from: number, to: number) => {
		hasEscapes ||= scan.hasEscapes;
		const isNamed = listKey.equals(bytes.subarray(from, to));
		const first = scan.next();
		if (first === openBrace && depth === 0) return scan.object(deepest, member(depth + 1));
		if (first !== openBracket) return scan.value(deepest);
		const records = new Records(wanted);
		(isNamed ? named : others).push(records);
		return records.read(scan);
	};
	const first = scan.next();
	const whole = new Records(wanted);
	const isRead = first === openBracket ? whole.read(scan) : scan.object(deepest, member(0));
	if (!isRead || scan.next() !== undefined || hasEscapes) return undefined;
	const candidates = first === openBracket ? [whole] : named.length > 0 ? named : others;
	const [found] = candidates;
	if (candidates.length !== 1 || found.areOdd) return undefined;
	const { places, values, overLines, from, to } = found;
	const stead = Buffer.from(places.length > 0 ? '[{}]' : '[]');
	const rest = [bytes.subarray(0, from), stead, bytes.subarray(to)];
	return {
		places,
		values,
		overLines,
		longNumbers: scan.longNumbers,
		withoutRecords: Buffer.concat(rest),
	};
}

/** A list that is being read, with the places of its entries. */
class Records {
	from = 0;

	to = 0;

	/** An entry is no object, or a name in one is written with escapes, so that its bytes do not tell it. */
	areOdd = false;

	readonly places: number[] = [];

	readonly values: number[] = [];

	readonly overLines: boolean[] = [];

	constructor(private readonly names: Names) {}

	read(scan: JsonScan): boolean {
		this.from = scan.at;
		const isRead = scan.list(deepest, () => this.entry(scan));
		this.to = scan.at;
		return isRead;
	}

	private entry(scan: JsonScan): boolean {
		if (scan.next() !== openBrace) {
			this.areOdd = true;
			return scan.value(deepest);
		}
		const { values, names } = this;
		const base = values.length;
		for (let count = 2 * names.count; count > 0; count--) values.push(-1);
		const from = scan.at;
		scan.hasLineEnds = false;
		const isRead = scan.object(deepest, (keyFrom, keyTo) => {
			this.areOdd ||= scan.hasEscapes;
			const index = names.indexOf(keyFrom, keyTo);
			scan.next();
			if (index >= 0) values[base + 2 * index] = scan.at;
			if (!scan.value(deepest)) return false;
			if (index >= 0) values[base + 2 * index + 1] = scan.at;
			return true;
		});
		this.places.push(from, scan.at);
		this.overLines.push(scan.hasLineEnds);
		return isRead;
	}
}

/** Some names, found by the bytes between two places. */
class Names {
	readonly count: number;

	/** By length, since most names have another one. */
	private readonly byLength: Array<Array<{ name: Buffer; index: number }> | undefined> = [];

	constructor(
		private readonly bytes: Buffer,
		names: readonly string[],
	) {
		this.count = names.length;
		names.forEach((text, index) => {
			const name = Buffer.from(text);
			(this.byLength[name.length] ??= []).push({ name, index });
		});
	}

	indexOf(from: number, to: number): number {
		for (const { name, index } of this.byLength[to - from] ?? []) {
			let same = 0;
			while (same < name.length && this.bytes[from + same] === name[same]) same++;
			if (same === name.length) return index;
		}
		return -1;
	}
}
