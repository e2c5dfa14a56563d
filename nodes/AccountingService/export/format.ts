import type { ServiceRecord } from '../../shared/client/envelope';

/** A file format. One object serves all files of an export. */
export interface FileFormat {
	/** Without the dot. */
	extension: string;
	mimeType: string;
	/** Maximum rows per file, without the heading. */
	maxRows: number;
	/** Maximum bytes per file before compression. */
	maxTextBytes: number;
	encode(record: ServiceRecord): TableRows;
	newFile(): FileWriter;
	/** A warning about the files so far. */
	notices?(): string[];
	/** Wraps the text of a file if the format is not plain text. */
	pack?(text: AsyncIterable<Buffer>, sheet?: SecondSheet): AsyncGenerator<Buffer>;
	/** The table of line items, if there is one. */
	lineItems?: FileFormat;
	/** Whether the table of line items is a second sheet of the same file. */
	hasSheets?: boolean;
}

/** A table that `pack` adds to the file. */
interface SecondSheet {
	text: AsyncIterable<Buffer>;
	/** Called when bytes of it are kept in memory until the first sheet ends. */
	onKept: (bytes: number) => void;
}

/** The rows of a document in a table. */
export interface TableRows {
	text: string;
	/** Number of rows. */
	rows: number;
}

/** The parts of a file besides its rows. */
export interface FileWriter {
	head: string;
	/** Adds the values that depend on the position in the file. */
	place?(rows: string): string;
	tail: string;
}
