import type { ServiceRecord } from '../service/envelope';
import type { PageSource } from '../service/pages';
import type { FileFormat } from './format';

/** A document as a place in its encoded page. */
export interface EncodedRecord extends ServiceRecord {
	page: EncodedPage;
	place: number;
}

/** The documents of a page as the rows of a file, with the little that is needed besides. */
export class EncodedPage {
	readonly currencies: unknown[] = [];

	readonly totals: unknown[] = [];

	readonly rows: number[] = [];

	private readonly ends: number[] = [];

	private readonly bytes: Buffer;

	constructor(records: ServiceRecord[], format: FileFormat) {
		let all = '';
		let end = 0;
		for (const record of records) {
			const { text, rows } = format.encode(record);
			all += text;
			end += Buffer.byteLength(text);
			this.ends.push(end);
			this.rows.push(rows);
			this.currencies.push(record.currency);
			this.totals.push(record.total);
		}
		this.bytes = Buffer.from(all);
	}

	bytesOf(place: number): Buffer {
		return this.bytes.subarray(place === 0 ? 0 : this.ends[place - 1], this.ends[place]);
	}
}

/** False for a document that is not to be in the file; it is listed only to prove that none is missing. */
export function isEncoded(record: ServiceRecord): record is EncodedRecord {
	return record.page !== undefined;
}

/**
 * The same pages, encoded when they arrive. The objects of the documents are gone then before the
 * garbage collector moves them to what stays, where they would lie until it cleans up; with all of
 * them kept until their batch is proved, a process grows by twice as much.
 * @param wanted whether a document is to be in the file
 */
export function encodedPages(
	source: PageSource,
	format: FileFormat,
	wanted: (record: ServiceRecord) => boolean,
): PageSource {
	return {
		what: source.what,
		fetch: async (number, size, onTrouble) => {
			const answer = await source.fetch(number, size, onTrouble);
			const chosen = answer.records.filter(wanted);
			const page = new EncodedPage(chosen, format);
			let place = 0;
			const records = answer.records.map((record): ServiceRecord | EncodedRecord =>
				record === chosen[place] ? { id: record.id, page, place: place++ } : { id: record.id },
			);
			return { ...answer, records };
		},
	};
}
