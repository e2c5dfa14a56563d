import type { ServiceRecord } from '../../shared/client/envelope';
import { idOf } from '../../shared/lists/ids';
import type { PageSource } from '../../shared/lists/listing';

/** How far the reading of a list came, without a gap. */
export class Progress {
	documents = 0;

	lastId = '';

	/** Stretches of the list that came before their turn, by where they begin. */
	private readonly ahead = new Map<number, Stretch>();

	private begin?: number;

	/** @param firstPage 0-based page that the reading begins with */
	constructor(private readonly firstPage: number) {}

	/** The same source, watched. */
	watch(source: PageSource): PageSource {
		return {
			...source,
			fetch: async (page, size, hooks) => {
				const answer = await source.fetch(page, size, hooks);
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

	/** Pages arrive a few at a time in any order, some long before their turn, and of several sizes. */
	private note(page: number, size: number, records: ServiceRecord[]): void {
		const last = records.at(-1);
		if (!last) return;
		if (this.begin === undefined) {
			if (page !== this.firstPage) return;
			this.begin = page * size;
		}
		const from = page * size - this.begin;
		const to = from + records.length;
		if (to <= this.documents) return;
		if (to > (this.ahead.get(from)?.to ?? 0)) this.ahead.set(from, { to, lastId: idOf(last) });
		this.goOn();
	}

	private goOn(): void {
		for (const [from, { to, lastId }] of this.ahead) {
			if (from > this.documents) continue;
			this.ahead.delete(from);
			if (to <= this.documents) continue;
			this.documents = to;
			this.lastId = lastId;
			// What was looked at already may follow now.
			this.goOn();
			return;
		}
	}
}

interface Stretch {
	to: number;
	lastId: string;
}
