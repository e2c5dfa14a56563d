import { pageSizeFor, pageSizeLimits } from '../client/settings';
import { toResult } from '../client/errors';
import { sameRecords } from './ids';
import { Mismatch, refusedBeforeEnd, tooManyRequests } from './mismatch';
import {
	endOfRecords,
	isCounted,
	minOverlapSize,
	reportedMinimum,
	type Page,
	type PageRange,
	startOf,
	type PageSource,
} from './page';
import { Pauses } from './pauses';
import { AdaptiveWidth, inOrder } from './readAhead';
import type { Seen } from './seen';

/** Before a page that should have records is requested for the third time: a mistake may last for a moment. */
const refusedPauseMs = 1000;

interface ReaderOptions {
	/** Records per page, 10 to 100. */
	pageSize: number;
	/** Maximum number of concurrent requests. */
	parallelPages: number;
	/** Maximum number of requests for one read of the list. */
	maxRequests?: number;
}

/** Ends a read at its `maxRequests`. */
export class RequestsUsedUp extends Error {}

/** Enough for eight million records with 100 per page. */
const mostRequests = 100_000;

/** A pass may send this many requests, and this many for each page of different records. At rest, it needs about one. */
const requestsPerPass = 100;
const requestsPerPage = 4;

/**
 * A page that repeats another one is believed after this many repetitions in a row: the service has only this page, or
 * repeats its last one. Fewer may be a mistake (docs/api/behaviours.md#services-that-change-their-mind).
 */
const believedRepeats = 10;

/** Requests pages, also concurrently, and limits the number of requests. The callers decide what the pages mean. */
export class PageReader {
	/** Maximum page size to request. Lowered if the service returns smaller pages. */
	largest: number;

	requests = 0;

	/** The responses report counts. */
	isCounted = false;

	/** Latest possible end of the list by the newest count. Only a hint for read-ahead. */
	endsBy = Number.POSITIVE_INFINITY;

	/** Minimum number of records by the newest count. */
	private reportedCount = 0;

	/** Minimum number of records by every count; 0 without counts. */
	minCount = 0;

	/** The non-empty page furthest down the list. */
	furthest?: Page;

	/** The page whose records the latest responses had, and how many in a row repeated them. */
	private repeated?: Page;

	private repeats = 0;

	/** For a list that changes faster than it can be read. */
	readonly pauses: Pauses;

	private readonly width: AdaptiveWidth;

	private isWanted = true;

	/** Records of the latest page 1. */
	private pageLength: number = pageSizeLimits.maximum;

	/** Requests before the current pass. */
	private before = 0;

	private isUnbound = false;

	/** @param seen the records of the read, which this class only counts */
	constructor(
		readonly source: PageSource,
		private readonly options: ReaderOptions,
		private readonly seen?: Seen,
	) {
		this.pauses = new Pauses(source);
		this.width = new AdaptiveWidth(options.parallelPages);
		const wanted = Math.max(options.pageSize, minOverlapSize);
		this.largest = pageSizeFor(wanted, source.paging.largestPage);
	}

	/**
	 * Requests one page, and again while the response repeats that of another page: it is another page than the requested one. A
	 * refused page is returned, because it may mean the end of the list.
	 * @param onArrived runs when the response has arrived and only parsing is left
	 * @throws ServiceError as the client; RequestsUsedUp; Mismatch
	 */
	async read(range: PageRange, onArrived?: () => void): Promise<Page> {
		let page = await this.request(range, onArrived);
		while (this.mayBeAnotherPage(page)) page = await this.request(range);
		return page;
	}

	/** Requests one page, once. */
	async request({ index, size }: PageRange, onArrived?: () => void): Promise<Page> {
		this.countRequest();
		const sending = this.width.begin();
		const response = await toResult(
			async () =>
				await this.source.fetch(index, Math.max(size, pageSizeLimits.minimum), {
					onTrouble: sending.onTrouble,
					isWanted: () => this.isWanted,
					// Without counts, the records must be parsed before the next request can be planned.
					onArrived: this.isCounted ? onArrived : undefined,
				}),
		);
		if (response.failure) {
			// The page may be past the end.
			if (!response.failure.isRefusal) throw response.failure;
			return { index, size, records: [], counts: {}, refusal: response.failure };
		}
		sending.onAnswer();
		const { records, ...counts } = response.value;
		const page: Page = { index, size, records, counts };
		this.noteCounts(page);
		this.noteRepeats(page);
		if (index === 0) this.pageLength = Math.max(records.length, pageSizeLimits.minimum);
		if (records.length > 0 && endOfRecords(page) > endOfRecords(this.furthest ?? nothing)) {
			this.furthest = page;
		}
		return page;
	}

	/** Requests one page, and repeats the request if it is empty or refused: a single such response may be a mistake. */
	async ask(range: PageRange): Promise<Page> {
		return await this.confirm(await this.read(range));
	}

	/**
	 * Requests the page again if it is empty or refused.
	 * @throws Mismatch if the service refuses it again but reports records there: it may ignore the page size, or one of
	 * its replicas is late
	 */
	async confirm(page: Page): Promise<Page> {
		if (page.records.length > 0) return page;
		let again = await this.read(page);
		// Empty once and refused once: one of them is a mistake.
		if (
			again.records.length === 0 &&
			(again.refusal === undefined) !== (page.refusal === undefined)
		)
			again = await this.read(page);
		if (!this.isRefusedBeforeEnd(again)) return again;
		// The count may be old: records may have been deleted since.
		await this.read({ index: 0, size: this.largest });
		if (!this.isRefusedBeforeEnd(again)) return again;
		await this.source.pause(refusedPauseMs);
		again = await this.read(page);
		if (this.isRefusedBeforeEnd(again)) throw refusedBeforeEnd(again);
		return again;
	}

	private isRefusedBeforeEnd(page: Page): boolean {
		return page.refusal !== undefined && startOf(page) < this.reportedCount;
	}

	/**
	 * Reads pages ahead and yields them in order.
	 * @param next returns the next range, or undefined if there is none at the moment
	 */
	async *ahead(next: () => PageRange | undefined): AsyncGenerator<Page> {
		// Without concurrency, never read a page before the caller wants it.
		if (this.options.parallelPages === 1) {
			for (let range = next(); range; range = next()) yield await this.read(range);
			return;
		}
		yield* inOrder(this.width, () => {
			const range = next();
			return range && (async (onArrived) => await this.read(range, onArrived));
		});
	}

	/** Begins a pass, which has its own limit on requests. */
	beginPass(): void {
		this.before = this.requests;
		this.isUnbound = false;
	}

	/** Lifts the limit on requests: what follows has its own. */
	unbound(): void {
		this.isUnbound = true;
	}

	/** Ends the read. Pending requests are not retried. */
	leave(): void {
		this.isWanted = false;
	}

	private countRequest(): void {
		const { maxRequests } = this.options;
		const made = this.requests++;
		if (this.isUnbound || made < (maxRequests ?? this.passLimit)) return;
		if (maxRequests !== undefined) throw new RequestsUsedUp();
		throw new Mismatch(tooManyRequests(made, this.seen?.count));
	}

	/** New records allow more requests, because a list may grow while it is read. */
	private get passLimit(): number {
		if (!this.seen) return mostRequests;
		const pages = Math.ceil(this.seen.count / this.pageLength);
		return Math.min(mostRequests, this.before + requestsPerPass + requestsPerPage * pages);
	}

	private noteRepeats(page: Page): void {
		const isRepeat = this.repeated && sameRecords(page.records, this.repeated.records);
		this.repeats = isRepeat ? this.repeats + 1 : 0;
		if (!isRepeat) this.repeated = page;
	}

	/** Whether the response has the records of the one before, but another position was requested. */
	private mayBeAnotherPage({ records, ...range }: Page): boolean {
		const { repeated, repeats } = this;
		if (records.length === 0 || !repeated || repeats === 0 || repeats >= believedRepeats)
			return false;
		return startOf(range) !== startOf(repeated) && sameRecords(records, repeated.records);
	}

	private noteCounts(page: Page): void {
		const { pagesCount, total, pageSize = page.size } = page.counts;
		if (!isCounted(page)) return;
		const count = reportedMinimum(page);
		this.minCount = this.isCounted ? Math.min(this.minCount, count) : count;
		this.isCounted = true;
		this.reportedCount = total ?? Math.max(0, ((pagesCount ?? 1) - 1) * pageSize);
		if (total !== undefined) this.endsBy = total;
		if (total !== undefined || pagesCount === undefined) return;
		const [minimum, maximum] = [(pagesCount - 1) * pageSize, pagesCount * pageSize];
		// Page counts in several sizes narrow the range, as long as they agree.
		this.endsBy = minimum < this.endsBy ? Math.min(maximum, this.endsBy) : maximum;
	}
}

const nothing: Page = { index: 0, size: 0, records: [], counts: {} };
