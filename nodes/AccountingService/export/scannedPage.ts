import type { RawAnswer } from '../../shared/client/answer';
import type { ListAnswer, ServiceRecord } from '../../shared/client/envelope';
import { isExactNumber, parseJsonExactly } from '../../shared/client/json';
import { listName, readDocuments } from '../resources/accountingDocument/documents';
import { longestDecimal } from './decimals';
import { scanList, type ScannedList } from './scannedList';

/** A record as bytes of the answer. */
export interface ScannedRecord {
	/** The fields that were asked for, as {@link parseJsonExactly} would give them. */
	fields: ServiceRecord;
	/** First byte, and the byte after the last one. */
	from: number;
	to: number;
	/** Whether it lies over several lines, or has numbers that are written as texts. */
	isOdd: boolean;
}

export interface ScannedPage {
	bytes: Buffer;
	records: ScannedRecord[];
	/** What the envelope says; without records. */
	envelope: ListAnswer;
}

/**
 * Takes an answer apart into its records without decoding them: as texts they would take half a megabyte
 * a page, which the garbage collector does not move about but counts among what stays.
 * @param names the fields that have to be known of each record; the id is always
 * @returns undefined for an answer that is to be read as any other: in another character set, with a byte
 * order mark, with records that have no id (as the entries of a refusal), or wrong in any byte
 */
export function scanPage(
	answer: RawAnswer,
	what: string,
	names: readonly string[],
): ScannedPage | undefined {
	const { body } = answer;
	if (!Buffer.isBuffer(body) || !isUtf8(answer)) return undefined;
	const asked = ['id', ...names];
	const list = scanList(body, listName, asked);
	if (!list) return undefined;
	const envelope = readDocuments({ ...answer, body: list.withoutRecords }, what);
	const records = recordsOf(body, list, asked);
	const isSameList = envelope.records.length === Math.min(records.length, 1);
	if (!isSameList || records.some(({ fields }) => fields.id === undefined)) return undefined;
	return { bytes: body, records, envelope: { ...envelope, records: [] } };
}

/** Whether the answer declares no character set, or this one. */
function isUtf8({ headers }: RawAnswer): boolean {
	const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(String(headers['content-type'] ?? ''))?.[1];
	return charset === undefined || /^utf-?8$/i.test(charset);
}

function recordsOf(bytes: Buffer, list: ScannedList, names: string[]): ScannedRecord[] {
	const { places, values, overLines, longNumbers } = list;
	let number = 0;
	return overLines.map((isOverLines, index) => {
		const [from, to] = [places[2 * index], places[2 * index + 1]];
		let isOdd = isOverLines;
		while (longNumbers[number] < from) number += 2;
		for (; longNumbers[number] < to; number += 2) {
			isOdd ||= !isExact(bytes, longNumbers[number], longNumbers[number + 1]);
		}
		const fields: ServiceRecord = {};
		names.forEach((name, field) => {
			const at = 2 * (index * names.length + field);
			if (values[at] >= 0) fields[name] = valueOf(bytes, values[at], values[at + 1]);
		});
		return { fields, from, to, isOdd };
	});
}

function valueOf(bytes: Buffer, from: number, to: number): ServiceRecord[string] {
	const isNumber = bytes[from] === minus || isDigit(bytes[from]);
	const text = bytes.toString(isNumber ? 'latin1' : 'utf8', from, to);
	if (!isNumber) return parseJsonExactly(text) as ServiceRecord[string];
	return text.length <= longestDecimal && isExactNumber(text) ? Number(text) : text;
}

/** Whether a number stays one in JavaScript, as json.ts has it. */
function isExact(bytes: Buffer, from: number, to: number): boolean {
	if (to - from > longestDecimal) return false;
	return isExactNumber(bytes.toString('latin1', from, to));
}

const codeOf = (character: string) => character.charCodeAt(0);
const [quote, backslash, minus] = ['"', '\\', '-'].map(codeOf);

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const isOfNumber = (byte: number) => isDigit(byte) || '+-.eE'.includes(String.fromCharCode(byte));

/** The record on one line: token by token as it was sent, but numbers that no double holds as texts. */
export function oneLine(bytes: Buffer, { from, to }: ScannedRecord): Buffer {
	// A number that becomes a text has more than two characters.
	const line = Buffer.alloc(2 * (to - from));
	let length = 0;
	for (let at = from; at < to;) {
		const begin = at;
		const byte = bytes[at++];
		if (byte <= 0x20) continue;
		let isText = false;
		if (byte === quote) {
			while (bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
			at++;
		} else if (byte === minus || isDigit(byte)) {
			while (at < to && isOfNumber(bytes[at])) at++;
			isText = !isExact(bytes, begin, at);
		}
		if (isText) line[length++] = quote;
		length += bytes.copy(line, length, begin, at);
		if (isText) line[length++] = quote;
	}
	return line.subarray(0, length);
}
