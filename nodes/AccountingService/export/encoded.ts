import type { ServiceRecord } from '../../shared/client/envelope';
import { identity, idOf, keyOf } from '../../shared/lists/ids';
import type { PageSource } from '../../shared/lists/listing';
import type { FileFormat } from './format';

/** A document as the rows of a file, with the little that is needed besides. */
export interface EncodedRecord extends ServiceRecord {
	bytes: Buffer;
	/** How many rows they are. */
	rows: number;
	currency: unknown;
	total: unknown;
}

/** False for a document that is not to be in the file; it is listed only to prove that none is missing. */
export function isEncoded(record: ServiceRecord): record is EncodedRecord {
	return Buffer.isBuffer(record.bytes);
}

/** @param row what becomes a row of the file; the record itself where it is left out */
export function encoded(
	record: ServiceRecord,
	format: FileFormat,
	row: ServiceRecord = record,
): EncodedRecord {
	const { currency, total } = record;
	const { text, rows } = format.encode(row);
	return { ...nameOf(record), currency, total, bytes: Buffer.from(text), rows };
}

/** The same pages with something else in the place of each record, so that whole records are not kept. */
export function withRecords(
	source: PageSource,
	replace: (record: ServiceRecord) => ServiceRecord,
): PageSource {
	return {
		...source,
		fetch: async (page, size, hooks) => {
			const answer = await source.fetch(page, size, hooks);
			return { ...answer, records: answer.records.map(replace) };
		},
	};
}

/** What tells a record from others; of one without an id that is all of it. */
export function nameOf(record: ServiceRecord): ServiceRecord {
	const { id } = record;
	return idOf(record) === '' ? { id, [identity]: String(keyOf(record)) } : { id };
}
