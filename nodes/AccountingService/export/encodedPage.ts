import type { ServiceRecord } from '../../shared/client/envelope';

/** A document as a place in its encoded page. */
export interface EncodedRecord extends ServiceRecord {
	page: EncodedPage;
	place: number;
}

/** False for a document that is not to be in the file; it is listed only to prove that none is missing. */
export function isEncoded(record: ServiceRecord): record is EncodedRecord {
	return record.page instanceof EncodedPage;
}

/** Texts longer than some 64,000 characters are kept apart by the garbage collector, and longer. */
const pieceLength = 32 * 1024;

const lineEnd = Buffer.from('\n');

/** The documents of a page as the rows of a file, with the little that is needed besides. */
export class EncodedPage {
	readonly currencies: unknown[] = [];

	readonly totals: unknown[] = [];

	readonly rows: number[] = [];

	/** Where each document begins and ends in `bytes`, in turn. */
	private readonly places: number[] = [];

	private bytes: Buffer = Buffer.alloc(0);

	private pieces: Buffer[] = [];

	private text = '';

	private length = 0;

	/**
	 * A page whose documents are lines of the answer that they came in.
	 * @param bytes the answer, which belongs to the page from now on
	 */
	static of(bytes: Buffer): EncodedPage {
		const page = new EncodedPage();
		page.bytes = bytes;
		return page;
	}

	/** @returns the place of the document in the page */
	addText(record: ServiceRecord, text: string, rows: number): number {
		this.text += text;
		if (this.text.length >= pieceLength) this.cut();
		const from = this.length;
		this.length += Buffer.byteLength(text);
		return this.note(record, rows, from, this.length);
	}

	/** Adds a document as one line. @returns its place in the page */
	addLine(record: ServiceRecord, line: Buffer): number {
		this.cut();
		this.pieces.push(line, lineEnd);
		const from = this.length;
		this.length += line.length + 1;
		return this.note(record, 1, from, this.length);
	}

	/**
	 * Adds a document as one line of the answer ({@link of}).
	 * @param to the byte after its last one: a comma, a space or a bracket of the list, which nobody needs
	 * any more and which becomes the end of the line
	 */
	addSent(record: ServiceRecord, from: number, to: number): number {
		this.bytes[to] = lineEnd[0];
		return this.note(record, 1, from, to + 1);
	}

	/** To be called once, after the last document. */
	finish(): this {
		if (this.length === 0) return this;
		this.cut();
		this.bytes = this.pieces.length === 1 ? this.pieces[0] : Buffer.concat(this.pieces);
		this.pieces = [];
		return this;
	}

	/** The first byte of a document and the one after its last one. */
	placeOf(place: number): [from: number, to: number] {
		return [this.places[2 * place], this.places[2 * place + 1]];
	}

	bytesFrom(from: number, to: number): Buffer {
		return this.bytes.subarray(from, to);
	}

	private note(record: ServiceRecord, rows: number, from: number, to: number): number {
		this.places.push(from, to);
		this.currencies.push(record.currency);
		this.totals.push(record.total);
		return this.rows.push(rows) - 1;
	}

	private cut(): void {
		if (this.text !== '') this.pieces.push(Buffer.from(this.text));
		this.text = '';
	}
}
