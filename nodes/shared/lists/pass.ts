import { pageSizeLimits } from '../client/settings';
import type { ServiceRecord } from '../client/envelope';
import { findEnd } from './endOfList';
import { isSame, sameRecords } from './ids';
import { Mismatch, noProgress, notJoined, refuseLonger } from './mismatch';
import {
	endOf,
	endOfRecords,
	isCounted,
	isShort,
	rangeAcross,
	rangeOver,
	saysMore,
	startOf,
	type Page,
	type PageRange,
} from './page';
import type { PageReader } from './pageReader';
import { Seen } from './seen';

/*
 * A pass is a chain of pages that overlap, so a record that stays where it is cannot be missed. If two pages share no
 * record, the pass steps back until one joins. Proved by "a list that changes at most requests" and "records that move
 * together" (listing.property.test.ts).
 */

/** Consecutive pages without a new record, if the list grows before the current position. */
export const maxPagesWithoutNewRecord = 24;

/** After this many pages without a new record, the list may have ended. */
const doubtfulPages = 3;

/** Pages may be read ahead in vain past the end, so only one is read ahead for this many pages. */
const pagesPerPageAhead = 20;

/**
 * One pass through the list, from page 1. If a page does not overlap the one before, there is a gap between them, in
 * which a record may be missing ({@link Pass.hasGap}). The pass then steps back. If a record moves to pages that were
 * already read, the next pass finds it (passes.ts).
 */
export class Pass {
	/** Records read without a gap since the pass last started from page 1. A page may join only these. */
	known = new Seen();

	/** The last page of the chain, which the next page must join. */
	lastPage: Page;

	pages = 0;

	/** The pass has reached the end of the list. */
	isAtEnd = false;

	/** The first page has the entire list, and records cannot move within one response. */
	isOneResponse = false;

	/** The size of the service's pages, if they turn out to be smaller than requested. */
	actualPageSize?: number;

	/** Whether `lastPage` ends with the last record that was new. */
	endsWithNewRecord = false;

	private lastNewRecord: ServiceRecord = {};

	private isStopped = false;

	/** The planned ranges no longer fit. */
	private isOffPlan = false;

	private pagesWithoutNewRecord = 0;

	/**
	 * @param first the non-empty page to start with
	 * @param wanted number of records that are still wanted
	 * @param mayStopSoon whether to read only few pages ahead
	 */
	constructor(
		readonly reader: PageReader,
		private readonly first: Page,
		private readonly wanted: () => number,
		private readonly mayStopSoon: boolean,
	) {
		this.lastPage = first;
	}

	/** Position after the last record. */
	get end(): number {
		return endOfRecords(this.lastPage);
	}

	/** Ends the pass before the end of the list. */
	stop(): void {
		this.isStopped = true;
	}

	/** The pages, each joined to the one before, up to the end of the list, to `actualPageSize` or to `stop`. */
	async *read(): AsyncGenerator<Page> {
		yield this.accept(this.first);
		while (!this.isStopped) {
			if (this.mayBeLast(this.lastPage)) {
				yield* this.readOverEnd(this.lastPage);
				if (this.isAtEnd || this.actualPageSize !== undefined) return;
			} else {
				yield* this.readAhead();
			}
		}
	}

	private mayBeLast(page: Page): boolean {
		if (isShort(page)) return true;
		if (saysMore(page)) return false;
		// If the last record moves at every request, no page ends with a new one.
		return this.endsWithNewRecord ? isCounted(page) : this.pagesWithoutNewRecord >= doubtfulPages;
	}

	private async *readOverEnd(last: Page): AsyncGenerator<Page> {
		const { page, isEnd = false, actualPageSize } = await findEnd(this, last);
		this.isAtEnd = isEnd;
		this.actualPageSize = actualPageSize;
		if (page) yield this.accept(page);
		// If the list has grown, a record may have moved before the first page.
		this.isOneResponse = last.index === 0 && this.end <= endOfRecords(last);
	}

	private async *readAhead(): AsyncGenerator<Page> {
		this.isOffPlan = false;
		for await (const page of this.reader.ahead(this.plan())) {
			// Wait for pending requests, so that their number never exceeds the width.
			if (this.isPlanDone) continue;
			const joined = await this.join(page);
			yield this.accept(joined);
			// The step back often joins the page that did not fit, and the pages that were read ahead.
			if (joined === page || this.hasGap(page)) continue;
			yield this.accept(page);
			this.isOffPlan = false;
		}
	}

	private get isPlanDone(): boolean {
		return this.isOffPlan || this.isStopped || isShort(this.lastPage);
	}

	/** Each range starts just before the end of the previous one. */
	private plan(): () => PageRange | undefined {
		const { reader } = this;
		let [position, planned] = [endOf(this.lastPage), this.pages];
		return () => {
			const end = endOf(this.lastPage);
			// A page count is rounded up, so the last positions are mostly empty. No page is read ahead for them.
			const likely = Math.max(reader.endsBy - pageSizeLimits.minimum, end + 1);
			const ahead = Math.max(1, Math.floor(this.pages / pagesPerPageAhead));
			const isSparing = this.mayStopSoon || !reader.isCounted;
			const isFarAhead = isSparing && planned - this.pages >= ahead;
			const limit = Math.min(likely, end + this.wanted());
			if (this.isPlanDone || isFarAhead || position >= limit) return undefined;
			const range = rangeOver(position, reader.largest);
			position = endOf(range);
			planned++;
			return range;
		};
	}

	private accept(page: Page): Page {
		refuseLonger(page);
		if (page.index === 0) this.known = new Seen();
		const fresh = this.known.fresh(page.records);
		// New records only before known ones are no progress: the service may ignore the page number.
		const isForward = fresh.at(-1) === page.records.at(-1);
		this.pagesWithoutNewRecord = isForward ? 0 : this.pagesWithoutNewRecord + 1;
		if (this.pagesWithoutNewRecord > maxPagesWithoutNewRecord)
			throw new Mismatch(noProgress(maxPagesWithoutNewRecord));
		this.lastNewRecord = fresh.at(-1) ?? this.lastNewRecord;
		this.endsWithNewRecord = this.isLastNewRecord(page.records[page.records.length - 1]);
		this.lastPage = page;
		this.pages++;
		return page;
	}

	/** Whether this is the last record that was new. */
	isLastNewRecord(record: ServiceRecord): boolean {
		return isSame(record, this.lastNewRecord);
	}

	/**
	 * Steps back until the page joins the known records, if the list has moved so far that they have none in common.
	 * @param largest maximum page size
	 * @throws Mismatch if no page joins; ServiceError as the source
	 */
	async join(response: Page, largest = this.reader.largest): Promise<Page> {
		const { reader, lastPage } = this;
		let page = await reader.confirm(response);
		for (let steps = 0; this.hasGap(page); steps++) {
			if (page.index === 0) throw new Mismatch(notJoined(lastPage, page));
			// Vary the position, because one position may be near a page boundary in every size.
			// If the list ends before the page, it may become shorter at every request.
			const back = page.records.length === 0 ? steps * largest : steps % 3;
			const position = Math.max(0, startOf(page) - back);
			page = await reader.ask(rangeAcross(position, largest));
		}
		this.isOffPlan = endOf(page) !== endOf(response);
		return page;
	}

	/** Whether there may be records between the known ones and a page. */
	private hasGap(page: Page): boolean {
		const { lastPage, known, reader } = this;
		const { records, index } = page;
		refuseLonger(page);
		if (records.length === 0) return true;
		if (index === 0) return false;
		const isKnown = (record: ServiceRecord) => known.has(record);
		// This many known records are no coincidence, even if they have moved.
		const shared = Math.min(8, Math.floor(reader.largest / 5));
		if (records.slice(0, 2 * shared).filter(isKnown).length >= shared) return false;
		if (records.every(isKnown)) return false;
		// If no position is in both pages, nothing is compared with the entire last page, which is not empty.
		const both = records.filter((_, at) => startOf(page) + at < endOfRecords(lastPage));
		return !sameRecords(lastPage.records.slice(-both.length), both);
	}
}
