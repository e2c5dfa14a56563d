import type { ServiceRecord } from '../service/envelope';
import { idOf } from '../service/identity';
import type { PageSource } from '../service/pages';

/** How far the reading of a list came, page after page without a gap. */
export class Progress {
	documents = 0;

	lastId = '';

	private readonly ahead = new Map<number, PageEnd>();

	private size = 0;

	/** @param next 0-based page that the reading begins with */
	constructor(private next: number) {}

	/** The same source, watched. */
	watch(source: PageSource): PageSource {
		return {
			what: source.what,
			fetch: async (page, size, onTrouble) => {
				const answer = await source.fetch(page, size, onTrouble);
				this.note(page, size, answer.records);
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

	/**
	 * Pages arrive a few at a time in any order, some long before their turn or twice, to prove that
	 * nothing moved; for that pages of other sizes are read too, which are none of the list's.
	 */
	private note(page: number, size: number, records: ServiceRecord[]): void {
		const last = records.at(-1);
		if (!last || page < this.next) return;
		if (size !== this.size && page !== this.next) return;
		this.size = size;
		this.ahead.set(page, { documents: records.length, lastId: idOf(last) });
		for (let end = this.takeNext(); end; end = this.takeNext()) {
			this.documents += end.documents;
			this.lastId = end.lastId;
		}
	}

	private takeNext(): PageEnd | undefined {
		const end = this.ahead.get(this.next);
		if (end) this.ahead.delete(this.next++);
		return end;
	}
}

interface PageEnd {
	documents: number;
	lastId: string;
}
