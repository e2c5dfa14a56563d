import type { ServiceRecord } from '../../shared/client/envelope';
import { checksumOf } from '../../shared/documents/checksum';
import { idOf } from '../../shared/lists/ids';
import type { FileFormat, TableRows } from './format';

/** A document as rows of a file, with the values for the summary. */
export interface EncodedRecord extends TableRows {
	id: number | string | null;
	/** The rows of the table of line items. */
	lineItems?: TableRows;
	currency: unknown;
	total: unknown;
	checksum: bigint;
}

/** The ID as the service sends it; null if it is missing. */
export const sentId = (record: ServiceRecord): number | string | null =>
	typeof record.id === 'number' ? record.id : idOf(record) || null;

/** @param row the content of the row; by default the record */
export function encoded(
	record: ServiceRecord,
	format: FileFormat,
	row: ServiceRecord = record,
): EncodedRecord {
	const { currency, total } = record;
	const { text, rows } = format.encode(row);
	return {
		id: sentId(record),
		currency,
		total,
		checksum: checksumOf(record),
		text,
		rows,
		lineItems: format.lineItems?.encode(record),
	};
}

/** Iterates over the records of batches, with a look-ahead. It waits only between batches. */
export class RecordFeed {
	private batch: EncodedRecord[] = [];

	private position = 0;

	constructor(private readonly batches: AsyncGenerator<EncodedRecord[]>) {}

	/** The next record of the current batch; undefined at its end. */
	peek(): EncodedRecord | undefined {
		return this.batch[this.position];
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
