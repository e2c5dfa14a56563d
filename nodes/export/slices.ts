/** The bytes of a JSON list answer: the places of its records, and what stands around them. */
export interface Slices {
	/** First byte and the byte after the last one, in turn for each record. */
	places: number[];
	/** The answer with every record replaced. @param stubs JSON, one for each record */
	withStubs(stubs: string[]): string;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds the records of an answer without decoding it: the objects in its list, or in the lists that
 * its envelope holds (as envelope.ts reads them).
 * @returns undefined when the bytes are no complete list; they are then to be read as any answer
 */
export function sliceRecords(bytes: Buffer): Slices | undefined {
	const places: number[] = [];
	let depth = 0;
	// The depth at which a list can hold records: one more within an envelope.
	let listDepth = 0;
	let inList = false;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte === quote) {
			at = endOfString(bytes, at);
		} else if (byte === openBrace || byte === openBracket) {
			depth++;
			if (depth === 1) listDepth = byte === openBrace ? 2 : 1;
			if (depth === listDepth) inList = byte === openBracket;
			else if (inList && depth === listDepth + 1) {
				if (byte === openBracket) return undefined;
				places.push(at);
			}
		} else if (byte === closeBrace || byte === closeBracket) {
			if (inList && depth === listDepth + 1) places.push(at + 1);
			if (depth === listDepth) inList = false;
			depth--;
		}
	}
	if (depth !== 0 || listDepth === 0) return undefined;
	const withStubs = (stubs: string[]) => {
		let text = '';
		let from = 0;
		stubs.forEach((stub, index) => {
			text += bytes.toString('utf8', from, places[2 * index]) + stub;
			from = places[2 * index + 1];
		});
		return text + bytes.toString('utf8', from);
	};
	return { places, withStubs };
}

function endOfString(bytes: Buffer, from: number): number {
	let at = from + 1;
	while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
	return at;
}
