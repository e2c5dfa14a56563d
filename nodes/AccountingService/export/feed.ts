import type { ServiceRecord } from '../../shared/client/envelope';
import { identity, idOf, keyOf } from '../../shared/lists/ids';
import type { FileFormat } from './format';

/** A document as rows of a file, with the values for the summary. */
export interface EncodedRecord extends ServiceRecord, TableRows {
	/** The rows of the table of line items. */
	lineItems?: TableRows;
	currency: unknown;
	total: unknown;
}

export interface TableRows {
	bytes: Buffer;
	/** Number of rows. */
	rows: number;
}

/** False for a document that a filter excludes. It is listed only to prove completeness. */
export function isEncoded(record: ServiceRecord): record is EncodedRecord {
	return Buffer.isBuffer(record.bytes);
}

/** @param row the content of the row; by default the record */
export function encoded(
	record: ServiceRecord,
	format: FileFormat,
	row: ServiceRecord = record,
): EncodedRecord {
	const { currency, total } = record;
	const lineItems = format.lineItems && encodedRows(format.lineItems, record);
	return { ...identityOf(record), currency, total, ...encodedRows(format, row), lineItems };
}

function encodedRows(format: FileFormat, row: ServiceRecord): TableRows {
	const { text, rows } = format.encode(row);
	return { bytes: Buffer.from(text), rows };
}

/** The identity of a record: its ID, or the entire record without one. */
export function identityOf(record: ServiceRecord): ServiceRecord {
	const { id } = record;
	return idOf(record) === '' ? { id, [identity]: String(keyOf(record)) } : { id };
}

/** Iterates over the records of batches, with a look-ahead. It waits only between batches. */
export class RecordFeed {
	private batch: ServiceRecord[] = [];

	private position = 0;

	constructor(private readonly batches: AsyncGenerator<ServiceRecord[]>) {}

	/** The next record of the current batch; undefined at its end. */
	peek(): EncodedRecord | undefined {
		for (; this.position < this.batch.length; this.position++) {
			const record = this.batch[this.position];
			if (isEncoded(record)) return record;
		}
		return undefined;
	}

	/** Moves past the record from {@link peek}. */
	advance(): void {
		this.position++;
	}

	/** The next record of all batches; undefined at the end. @throws as the batches */
	async load(): Promise<EncodedRecord | undefined> {
		for (;;) {
			const record = this.peek();
			if (record) return record;
			// Release the old batch before loading the next one, to save memory.
			this.batch = [];
			this.position = 0;
			const next = await this.batches.next();
			if (next.done) return undefined;
			this.batch = next.value;
		}
	}
}
