import type { ServiceRecord } from '../service/envelope';
import type { PageSource } from '../service/pages';
import type { FileFormat } from './format';

/** A document as its rows in the file, with the little that is needed besides. */
export interface EncodedRecord extends ServiceRecord {
	currency: unknown;
	total: unknown;
	rows: number;
	bytes: Buffer;
}

/** False for a document that is not to be in the file; it is listed only to prove that none is missing. */
export function isEncoded(record: ServiceRecord): record is EncodedRecord {
	return record.bytes !== undefined;
}

/**
 * The same pages with every document encoded when it arrives. A page is then a tenth of the size of its
 * objects, and those are gone before the garbage collector counts them among what stays: with them
 * kept until their batch is proved, a process grows by twice as much.
 * @param wanted whether a document is to be in the file
 */
export function encodedPages(
	source: PageSource,
	format: FileFormat,
	wanted: (record: ServiceRecord) => boolean,
): PageSource {
	const encode = (record: ServiceRecord): ServiceRecord | EncodedRecord => {
		const { id, currency, total } = record;
		if (!wanted(record)) return { id };
		const { text, rows } = format.encode(record);
		return { id, currency, total, rows, bytes: Buffer.from(text) };
	};
	return {
		what: source.what,
		fetch: async (page, size, onTrouble) => {
			const answer = await source.fetch(page, size, onTrouble);
			return { ...answer, records: answer.records.map(encode) };
		},
	};
}
