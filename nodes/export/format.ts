import type { ServiceRecord } from '../service/envelope';

/** How documents become a file; one object for a whole export, however many files it makes. */
export interface FileFormat {
	/** Without the dot. */
	extension: string;
	mimeType: string;
	/** Rows that one file can hold, the heading not counted. */
	maxRows: number;
	/** Characters of text that one file can hold before it is packed. */
	maxTextLength: number;
	/** Rows that a document takes. */
	rowsOf(record: ServiceRecord): number;
	newFile(): RowWriter;
	/** Wraps the text of a file, where the format is more than text. */
	pack?(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

/** The text of one file, document by document. */
export interface RowWriter {
	head: string;
	/** @returns the text of the document's rows */
	add(record: ServiceRecord): string;
	tail: string;
}

/** A number as a plain decimal with the fewest digits that give the same number back; never 1e-7. */
export function decimalText(value: number): string {
	const text = String(value);
	const exponentAt = text.indexOf('e');
	if (exponentAt < 0) return text;
	const exponent = Number(text.slice(exponentAt + 1));
	const negative = text.startsWith('-');
	const [whole, fraction = ''] = text.slice(negative ? 1 : 0, exponentAt).split('.');
	const digits = whole + fraction;
	const point = whole.length + exponent;
	const plain =
		point <= 0
			? `0.${'0'.repeat(-point)}${digits}`
			: point >= digits.length
				? digits.padEnd(point, '0')
				: `${digits.slice(0, point)}.${digits.slice(point)}`;
	return negative ? `-${plain}` : plain;
}
