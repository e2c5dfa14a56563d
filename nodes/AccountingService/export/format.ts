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
