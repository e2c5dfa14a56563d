import type { ServiceRecord } from '../../shared/client/envelope';

/** How documents become a file; one object for a whole export, however many files it makes. */
export interface FileFormat {
	/** Without the dot. */
	extension: string;
	mimeType: string;
	/** Rows that one file can hold, the heading not counted. */
	maxRows: number;
	/** Bytes of text that one file can hold before it is packed. */
	maxTextBytes: number;
	/** Whether a document may go into the file by the very bytes that the service sent. */
	takesBytes?: boolean;
	/** The rows of a document, as text; done once a page arrives, so that nothing else of it is kept. */
	encode(record: ServiceRecord): EncodedRows;
	newFile(): FileWriter;
	/** What the user should know of the files made so far. */
	notices?(): string[];
	/** Wraps the text of a file, where the format is more than text. */
	pack?(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

export interface EncodedRows {
	text: string;
	rows: number;
}

/** What one file adds to the rows of its documents. */
export interface FileWriter {
	head: string;
	/** Gives rows what depends on their place in the file. */
	place?(rows: Buffer): Buffer;
	tail: string;
}

/** A number as a plain decimal with the fewest digits that give the same number back; never 1e-7. */
export function decimalText(value: number): string {
	// String() would keep every number's text in a cache, and so a process growing.
	const text = JSON.stringify(value);
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
