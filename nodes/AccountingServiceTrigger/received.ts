import type { ServiceRecord } from '../shared/client/envelope';
import { compareIds, idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import { isAbove } from './state';

/**
 * The responses of one read. Each has all documents between its first and its last one. Two that do not overlap may be
 * from servers of which one is late, and lacks what is between (docs/api/behaviours.md#services-that-change-their-mind).
 */
export class Received {
	private readonly pages: ServiceRecord[][] = [];

	/** The source, whose responses are noted. */
	readonly source: PageSource;

	constructor(source: PageSource, first: ServiceRecord[]) {
		this.note(first);
		this.source = {
			...source,
			fetch: async (...request) => {
				const response = await source.fetch(...request);
				this.note(response.records);
				return response;
			},
		};
	}

	/** The ID down to which the responses overlap, from the newest document on. */
	get joinedFrom(): string {
		const ranges = this.pages
			.map((records) => [idOf(records[0]), idOf(records[records.length - 1])])
			.sort(([a], [b]) => compareIds(b, a));
		let [[, joined]] = ranges;
		for (const [highest, lowest] of ranges) {
			if (isAbove(joined, highest)) break;
			if (isAbove(joined, lowest)) joined = lowest;
		}
		return joined;
	}

	/** Adds what the read has left out, because the response did not fit others. @returns newest first */
	complete(records: ServiceRecord[]): ServiceRecord[] {
		const all = new Map(records.map((record) => [idOf(record), record]));
		const [lowest] = [...all.keys()].sort(compareIds);
		for (const record of this.pages.flat()) {
			const id = idOf(record);
			if (!all.has(id) && isAbove(id, lowest)) all.set(id, record);
		}
		return [...all.values()].sort((a, b) => compareIds(idOf(b), idOf(a)));
	}

	private note(records: ServiceRecord[]): void {
		if (records.length > 0) this.pages.push(records);
	}
}
