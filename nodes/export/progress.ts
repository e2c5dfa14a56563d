import type { ServiceRecord } from '../service/envelope';
import { idOf } from '../service/identity';
import type { PageSource } from '../service/pages';

/** How far the reading of a list came, page after page without a gap. */
export class Progress {
	documents = 0;

	lastId = '';

	private readonly ahead = new Map<number, ServiceRecord[]>();

	/** @param next 0-based page that the reading begins with */
	constructor(private next: number) {}

	/** The same source, watched. */
	watch(source: PageSource): PageSource {
		return {
			what: source.what,
			fetch: async (page, size, onTrouble) => {
				const answer = await source.fetch(page, size, onTrouble);
				this.note(page, answer.records);
				return answer;
			},
		};
	}

	/** Ends a sentence, e.g. "after 400 documents, the last of them with the ID 10001200". */
	text(): string {
		if (this.documents === 0) return 'before the first document';
		const documents = this.documents === 1 ? '1 document' : `${this.documents} documents`;
		return `after ${documents}, the last with the ID ${this.lastId}`;
	}

	/** Pages arrive a few at a time in any order, and some are read twice to prove that nothing moved. */
	private note(page: number, records: ServiceRecord[]): void {
		if (page > this.next && page - this.next < 16) this.ahead.set(page, records);
		if (page !== this.next) return;
		for (let here: ServiceRecord[] | undefined = records; here; here = this.takeNext()) {
			this.documents += here.length;
			const last = here.at(-1);
			if (last) this.lastId = idOf(last);
			this.next++;
		}
	}

	private takeNext(): ServiceRecord[] | undefined {
		const records = this.ahead.get(this.next);
		this.ahead.delete(this.next);
		return records;
	}
}
