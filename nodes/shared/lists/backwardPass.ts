import type { ServiceRecord } from '../client/envelope';
import { isSamePlace } from './ids';
import { isCounted, reportedMinimum, type Page } from './page';
import type { PageReader } from './pageReader';
import { maxPagesWithoutNewRecord } from './pass';
import { Seen } from './seen';
import type { SlowPass } from './slowPass';

/**
 * A pass from the last page back to the first, for lists from which records are deleted all the time (slowRead.ts). A
 * deletion only moves other records to pages that are still to be read. The pass misses a record only if another record
 * is added above it, and then a record is new, or one comes twice and a position stays empty, unless that one is deleted
 * meanwhile (docs/internals/completeness.md#limits). Proved by "replicas of which one is late" (rareServices.property.test.ts).
 */
export class BackwardPass {
	private found = new Seen();

	/** The pass has reached page 1, and the list then has no more positions than the pass has records. */
	private isFilled = false;

	/** The lowest number of records that a response of this pass reported. */
	private minCount?: number;

	/** @param former a pass that reached the end of the list */
	constructor(
		private readonly reader: PageReader,
		private readonly former: SlowPass,
	) {}

	/**
	 * Whether the list has no other records. Those that were returned before may have been deleted, one at each request.
	 * @param returned number of records that were returned so far, by this pass none
	 */
	isConfirmed(returned: number): boolean {
		const { found, isFilled, minCount = 0, reader } = this;
		return isFilled && found.count >= minCount && returned - found.count <= reader.requests;
	}

	async *records(): AsyncGenerator<ServiceRecord[]> {
		let last = await this.findLast(this.former.before?.index ?? 0);
		if (!last) return;
		let before = last;
		yield this.accept(last);
		while (before.index > 0) {
			const page = await this.read(before.index - 1);
			if (isSamePlace(last.records, page.records)) {
				// The service repeats the last page past the end.
				this.found = new Seen();
				yield this.accept((last = page));
			} else {
				const isFull = page.records.length === this.former.firstLength;
				if (!isFull || !this.isJoined(page, before)) return;
				yield this.accept(page);
			}
			before = page;
		}
		// A single page proves nothing: the service may ignore the page number.
		if (before === last) return;
		// Twice, because replicas may respond in turn (docs/api/behaviours.md#services-that-change-their-mind).
		const { count } = this.found;
		this.isFilled = (await this.hasNoneBehind(count)) && (await this.hasNoneBehind(count));
	}

	/** Whether the list has at most this many records. */
	private async hasNoneBehind(count: number): Promise<boolean> {
		const { firstLength } = this.former;
		const index = Math.floor(count / firstLength);
		const page = await this.read(index);
		if (page.records.length <= count % firstLength) return true;
		// Some services repeat the last page past the end, however far. It is not the first: that is full, and this is behind it.
		const before = await this.read(index - 1);
		if (!isSamePlace(before.records, page.records)) return false;
		return isSamePlace((await this.read(2 * index + 1)).records, before.records);
	}

	private accept({ records }: Page): ServiceRecord[] {
		this.found.fresh(records);
		return records;
	}

	private async read(index: number): Promise<Page> {
		const { reader, former } = this;
		const page = await reader.read({ index, size: former.before?.size ?? reader.largest });
		if (!isCounted(page)) return page;
		this.minCount = Math.min(reportedMinimum(former.placed(page)), this.minCount ?? Infinity);
		return page;
	}

	/** The last page. Nothing is behind it, before it is read and after. */
	private async findLast(start: number): Promise<Page | undefined> {
		let index = start;
		for (let steps = 0; index >= 0 && steps < maxPagesWithoutNewRecord; steps++) {
			const behind = await this.read(index + 1);
			const page = await this.read(index);
			if (page.records.length === 0) index--;
			else if (!isEnd(page, behind)) index++;
			else if (isEnd(page, await this.read(index + 1))) return page;
		}
		return undefined;
	}

	/** Only deletions have moved records from the page behind it to this page. */
	private isJoined({ records }: Page, behind: Page): boolean {
		const known = records.filter((record) => this.found.has(record)).length;
		const both = known === 0 ? [] : records.slice(-known);
		const ids = new Seen();
		ids.fresh(behind.records);
		return known < records.length && both.every((record) => ids.has(record));
	}
}

/** Some services repeat the last page past the end. */
const isEnd = (page: Page, { records }: Page) =>
	records.length === 0 || isSamePlace(records, page.records);
