import type { ServiceRecord } from '../../shared/client/envelope';
import { idOf } from '../../shared/lists/ids';

/** How far the reading of a list came. */
export class Progress {
	private documents = 0;

	private lastId = '';

	/** Counts what is handed on. */
	async *watch(batches: AsyncGenerator<ServiceRecord[]>): AsyncGenerator<ServiceRecord[]> {
		for await (const batch of batches) {
			yield batch;
			const last = batch.at(-1);
			if (last) this.lastId = idOf(last);
			this.documents += batch.length;
		}
	}

	/** Ends a sentence, e.g. "after 400 documents, the last with the ID 10001200". */
	text(): string {
		if (this.documents === 0) return 'before the first document';
		const documents = this.documents === 1 ? '1 document' : `${this.documents} documents`;
		return `after ${documents}, the last with the ID ${this.lastId}`;
	}
}
