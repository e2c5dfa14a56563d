import { pageSizeLimits } from '../client/settings';
import type { ServiceRecord } from '../client/envelope';
import { isSame, sameRecords } from './ids';
import { recheckHead } from './head';
import { join } from './join';
import {
	endOf,
	endOfRecords,
	isCounted,
	isShort,
	leastForOverlap,
	rangeAcrossEnd,
	rangeOver,
	saysEnd,
	saysMore,
	startOf,
	type Page,
	type PageRange,
} from './page';
import type { PageReader } from './pageReader';
import {
	isEmptyNow,
	Mismatch,
	refuseLonger,
	refuseOtherOrder,
	reportedMore,
	tooSmall,
} from './mismatch';
import { Seen } from './seen';

/** Restarts in the size that the service gives. */
const maxRestarts = 3;

/** Pages in a row without a new record, if the list grows in front of the place that is read. */
const maxBarrenPages = 24;

/** Without a count, one page is read ahead for so many that have come: those behind the end are wasted. */
const pagesPerPageAhead = 20;

/**
 * The fast reading: a chain of pages, each of which shows the end of the one before it again, so that
 * nothing can slip through between two of them. docs/internals/completeness.md says why nothing is missing.
 */
export class Overlap {
	/** The page that the next one has to join. */
	private left: Page;

	/** What was planned no longer fits. */
	private isOffPlan = false;

	/** The last record that was new. */
	private frontier: ServiceRecord;

	/** The page ends in it. */
	private isAtFrontier = false;

	pages = 0;

	/** The first page shows the whole list. */
	private isOneAnswer = false;

	/** Pages in a row that added nothing. */
	private barrenPages = 0;

	/**
	 * What the chain has shown since it was last at the front, without a gap. A page may join only this: a
	 * record that moved to the front before that may stand anywhere among those seen earlier.
	 */
	known: Seen;

	/**
	 * @param seen what was handed on before; receives what this reading hands on
	 * @param first the page to begin with; has records
	 * @param wanted stop at this many records; then neither end nor head is looked at
	 */
	constructor(
		private readonly reader: PageReader,
		readonly seen: Seen,
		private readonly first: Page,
		private readonly wanted = Number.POSITIVE_INFINITY,
	) {
		this.left = first;
		this.known = seen;
		this.frontier = first.records[first.records.length - 1];
	}

	/** @throws Mismatch; ServiceError as the source */
	async *records(): AsyncGenerator<ServiceRecord[]> {
		const { reader } = this;
		for (let restarts = 0; ; restarts++) {
			const smaller = yield* this.chain();
			if (smaller === undefined) break;
			if (restarts === maxRestarts || smaller < leastForOverlap) {
				throw new Mismatch(tooSmall(this.left, smaller));
			}
			reader.largest = smaller;
			this.known = new Seen();
			this.left = await reader.ask({ index: 0, size: smaller });
			if (this.left.records.length === 0) throw new Mismatch(isEmptyNow(this.left));
		}
		// A list that one answer shows as a whole cannot have moved inside it.
		const isWhole = !this.hasEnough && this.first.index === 0;
		if (isWhole && !this.isOneAnswer) yield* recheckHead(reader, this);
		if (isWhole) this.refuseFewerThan(reader.leastCount);
	}

	/** A page that repeats another one leaves fewer records than the service counts, or than its place says. */
	private refuseFewerThan(least: number): void {
		const { count } = this.seen;
		if (count < least)
			throw new Mismatch(`the list has ${least} records or more, and ${count} came`);
	}

	private get hasEnough(): boolean {
		return this.seen.count >= this.wanted;
	}

	/** @returns the size of the service's pages if they are smaller than requested; undefined at the end */
	private async *chain(): AsyncGenerator<ServiceRecord[], number | undefined> {
		yield this.accept(this.left);
		while (!this.hasEnough) {
			const short = this.left;
			if (isShort(short)) {
				const end = await this.reachedEnd(short);
				if (end.smaller !== undefined) return end.smaller;
				if (end.page) yield this.accept(end.page);
				// A longer list now may have moved a record in front of the first page.
				const length = endOfRecords(end.page ?? short);
				this.isOneAnswer = short.index === 0 && length <= endOfRecords(short);
				if (!end.goesOn) return undefined;
			}
			if (this.isFullLast(short)) {
				const behind = await this.reader.ask(rangeOver(endOf(short), this.reader.largest));
				if (behind.records.length === 0) {
					this.refuseFewerThan(endOfRecords(short));
					return undefined;
				}
				yield this.accept(await this.join(behind, short));
				continue;
			}
			this.isOffPlan = false;
			for await (const page of this.reader.ahead(this.plan())) {
				// What is under way is waited for, so that there are never more requests than the width.
				if (this.isDone) continue;
				const joined = await this.join(page, this.left);
				this.refuseFirstAgain(joined);
				refuseOtherOrder(joined, this.left);
				yield this.accept(joined);
			}
		}
		return undefined;
	}

	/** Whether a full page is the last one by its own count. */
	private isFullLast(page: Page): boolean {
		return this.isAtFrontier && isCounted(page) && !isShort(page) && !saysMore(page);
	}

	private get isDone(): boolean {
		return this.isOffPlan || isShort(this.left) || this.hasEnough;
	}

	/** Each range begins just in front of the end of the one before it. */
	private plan(): () => PageRange | undefined {
		const { reader } = this;
		let [position, planned] = [endOf(this.left), this.pages];
		return () => {
			const end = endOf(this.left);
			// The last few places that a count leaves room for are mostly empty: no page is read ahead for them.
			const likely = Math.max(reader.endsBy - pageSizeLimits.minimum, end + 1);
			const ahead = Math.max(1, Math.floor(this.pages / pagesPerPageAhead));
			const isFarAhead = !reader.isCounted && planned - this.pages >= ahead;
			const needed = end + this.wanted - this.seen.count;
			if (this.isDone || isFarAhead || position >= Math.min(likely, needed)) return undefined;
			const range = rangeOver(position, reader.largest);
			position = endOf(range);
			planned++;
			return range;
		};
	}

	private async join(answer: Page, left: Page, largest?: number): Promise<Page> {
		const page = await join(this.reader, answer, { left, known: this.known, largest });
		this.isOffPlan ||= page.index !== answer.index || page.size !== answer.size;
		return page;
	}

	private accept(page: Page): ServiceRecord[] {
		const { seen, left } = this;
		refuseLonger(page);
		const isLonger = sameRecords(page.records.slice(0, left.records.length), left.records);
		if (page.index === 0 && !isLonger) this.known = new Seen();
		const fresh = this.known.fresh(page.records);
		// New records in front of known ones are no way forward: the page number may be ignored.
		const isForward = fresh.length > 0 && fresh[fresh.length - 1] === page.records.at(-1);
		this.barrenPages = isForward ? 0 : this.barrenPages + 1;
		if (this.barrenPages > maxBarrenPages)
			throw new Mismatch(`${maxBarrenPages} pages in a row lead no further`);
		this.frontier = fresh[fresh.length - 1] ?? this.frontier;
		this.isAtFrontier = page.records.slice(-1).some((record) => isSame(record, this.frontier));
		this.left = page;
		this.pages++;
		return this.known === seen ? fresh : seen.fresh(page.records);
	}

	/** If the page number is ignored, every page begins like the first one. */
	private refuseFirstAgain({ index, records }: Page): void {
		if (index === 0 || this.first.index > 0 || !isSame(records[0], this.first.records[0])) return;
		throw new Mismatch(`page ${index + 1} begins with the first record of page 1 again`);
	}

	/**
	 * Records show the end, never silence: a short page is the last one if a page of another size across
	 * the same end is short too.
	 */
	private async reachedEnd(
		short: Page,
	): Promise<{ smaller?: number; page?: Page; goesOn?: boolean }> {
		const { reader } = this;
		const { minimum } = pageSizeLimits;
		const count = short.records.length;
		// Fewer than 10 records are no full page, whatever the largest page of the service is.
		const isClear = saysEnd(short) || (count < minimum && !saysMore(short));
		if (this.isAtFrontier && isClear) return {};
		const range = rangeAcrossEnd(endOfRecords(short), Math.max(count, minimum));
		const behind = await reader.ask(range);
		const isBehind = startOf(range) >= endOfRecords(short);
		if (isBehind && (behind.records.length === 0 || sameRecords(behind.records, short.records))) {
			if (saysMore(short)) throw new Mismatch(reportedMore(short));
			// After an import of just as many, the page behind shows the same records, and this one does not.
			const same = behind.records.length === 0 ? short : await reader.ask(short);
			if (sameRecords(same.records, short.records)) return {};
			return { page: await this.join(same, short), goesOn: true };
		}
		const page = isBehind ? behind : await this.join(behind, short, range.size);
		if (isShort(page) && !isBehind) {
			if (saysMore(page)) throw new Mismatch(reportedMore(page));
			return { page };
		}
		// What is known already is no sign of smaller pages: some services repeat the last page past the end.
		const isKnown = page.records.every((record) => this.known.has(record));
		if (page !== behind || isKnown) return { page, goesOn: true };
		// A list that has just grown shows more records on the same page by now; smaller pages stay short.
		const again = short.index === 0 ? short : await reader.ask(short);
		if (again.records.length > count) return { page: again, goesOn: true };
		return { smaller: Math.max(count, minimum) };
	}

	/** Whether the list ends with a page at its head. @throws Mismatch if pages are smaller now */
	async isEnd(page: Page): Promise<boolean> {
		this.isAtFrontier = true;
		const { smaller, goesOn } = await this.reachedEnd(page);
		if (smaller !== undefined) throw new Mismatch(tooSmall(page, smaller));
		return goesOn !== true;
	}
}
