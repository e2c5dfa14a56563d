import type { ServiceRecord } from '../../shared/client/envelope';
import { isEncoded, type EncodedRecord } from './encoded';

/** Records one after another out of batches, with a look at the next one; waits only between batches. */
export class RecordFeed {
	private batch: ServiceRecord[] = [];

	private position = 0;

	/** The record at the position, once it was judged. */
	private current?: EncodedRecord;

	constructor(private readonly batches: AsyncGenerator<ServiceRecord[]>) {}

	/** The next record of the batch at hand; undefined when a further batch has to be loaded. */
	peek(): EncodedRecord | undefined {
		while (!this.current && this.position < this.batch.length) {
			const record = this.batch[this.position];
			if (isEncoded(record)) this.current = record;
			else this.position++;
		}
		return this.current;
	}

	/** Steps over the record that {@link peek} showed. */
	advance(): void {
		this.current = undefined;
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
