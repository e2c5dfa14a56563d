import type { ServiceRecord } from '../../shared/client/envelope';
import { identity, idOf, keyOf } from '../../shared/lists/ids';
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

/** What tells a record from others; of one without an id that is all of it. */
export function nameOf(record: ServiceRecord): ServiceRecord {
	const { id } = record;
	return idOf(record) === '' ? { id, [identity]: String(keyOf(record)) } : { id };
}

/** Records one after another out of batches, with a look at the next one; waits only between batches. */
export class RecordFeed {
	private batch: ServiceRecord[] = [];

	private position = 0;

	constructor(private readonly batches: AsyncGenerator<ServiceRecord[]>) {}

	/** The next record of the batch at hand; undefined when a further batch has to be loaded. */
	peek(): EncodedRecord | undefined {
		for (; this.position < this.batch.length; this.position++) {
			const record = this.batch[this.position];
			if (isEncoded(record)) return record;
		}
		return undefined;
	}

	/** Steps over the record that {@link peek} showed. */
	advance(): void {
		this.position++;
	}

	/** The next record of all, undefined at the end. @throws whatever the batches throw */
	async load(): Promise<EncodedRecord | undefined> {
		for (;;) {
			const record = this.peek();
			if (record) return record;
			// Let go of the old batch before the next one grows beside it.
			this.batch = [];
			this.position = 0;
			const next = await this.batches.next();
			if (next.done) return undefined;
			this.batch = next.value;
		}
	}
}
