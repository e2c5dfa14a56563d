import type { ServiceRecord } from '../service/envelope';
import type { FileFormat } from './format';

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

/** The documents of a page as the rows of a file, with the little that is needed besides. */
export class EncodedPage {
	readonly currencies: unknown[] = [];

	readonly totals: unknown[] = [];

	readonly rows: number[] = [];

	private readonly ends: number[] = [];

	private pieces: Buffer[] = [];

	private text = '';

	private bytes: Buffer = Buffer.alloc(0);

	private length = 0;

	constructor(private readonly format: FileFormat) {}

	/** @returns the place of the document in the page */
	add(record: ServiceRecord): number {
		const { text, rows } = this.format.encode(record);
		this.text += text;
		if (this.text.length >= pieceLength) this.cut();
		this.length += Buffer.byteLength(text);
		this.rows.push(rows);
		this.currencies.push(record.currency);
		this.totals.push(record.total);
		return this.ends.push(this.length) - 1;
	}

	/** To be called once, after the last document. */
	finish(): this {
		this.cut();
		this.bytes = this.pieces.length === 1 ? this.pieces[0] : Buffer.concat(this.pieces);
		this.pieces = [];
		return this;
	}

	private cut(): void {
		this.pieces.push(Buffer.from(this.text));
		this.text = '';
	}

	bytesOf(place: number): Buffer {
		return this.bytes.subarray(place === 0 ? 0 : this.ends[place - 1], this.ends[place]);
	}
}
