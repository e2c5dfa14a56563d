import { pageSizeLimits } from '../client/settings';
import { tried, type ServiceError } from '../client/errors';
import { Mismatch } from './mismatch';
import {
	endOfRecords,
	isCounted,
	leastForOverlap,
	type Page,
	type PageRange,
	startOf,
	type PageSource,
} from './page';
import { AdaptiveWidth, inOrder } from './readAhead';

export interface ReaderOptions {
	/** Records per page, 10 to 100. */
	pageSize: number;
	/** Requests under way at once at most. */
	parallelPages: number;
	/** Requests of the whole reading at most. */
	maxRequests?: number;
}

/** Ends a reading that has used up the requests it was given. */
export class RequestsUsedUp extends Error {}

/** Lists of ten million records stay below this, at 100 in a page. */
const maxWithoutCount = 100_000;

/** Requests pages, several at once, and bounds how many. It judges nothing. */
export class PageReader {
	/** The largest page to request; lowered if the service gives smaller ones. */
	largest: number;

	requests = 0;

	/** The answers count their pages or records. */
	isCounted = false;

	/** Where the list ends at the latest by the newest count; only a guide for reading ahead. */
	endsBy = Number.POSITIVE_INFINITY;

	/** So many records the list holds at least by the newest count. */
	private promised = 0;

	/** So many records the list held at least by every count; 0 without one. */
	leastCount = 0;

	/** The page with records that lies furthest down the list. */
	furthest?: Page;

	private readonly width: AdaptiveWidth;

	private isWanted = true;

	private maxRequests: number;

	constructor(
		readonly source: PageSource,
		private readonly options: ReaderOptions,
	) {
		const { largestPage = pageSizeLimits.maximum } = source.paging;
		this.width = new AdaptiveWidth(options.parallelPages);
		this.largest = Math.min(Math.max(options.pageSize, leastForOverlap), largestPage);
		this.maxRequests = options.maxRequests ?? maxWithoutCount;
	}

	/**
	 * Requests one page.
	 * @param onArrived runs when the answer has arrived and only the work on it is left
	 * @throws ServiceError as the client, except for a refusal, which may mean the end; RequestsUsedUp;
	 * Mismatch
	 */
	async read({ index, size }: PageRange, onArrived?: () => void): Promise<Page> {
		this.countRequest();
		const sending = this.width.begin();
		const answer = await tried(
			async () =>
				await this.source.fetch(index, Math.max(size, pageSizeLimits.minimum), {
					onTrouble: sending.onTrouble,
					isWanted: () => this.isWanted,
					// Without a count only the records tell whether there is anything further to request.
					onArrived: this.isCounted ? onArrived : undefined,
				}),
		);
		if (answer.failure) {
			if (!mayMeanTheEnd(answer.failure)) throw answer.failure;
			return { index, size, records: [], counts: {}, refusal: answer.failure };
		}
		sending.onAnswer();
		const { records, ...counts } = answer.value;
		const page: Page = { index, size, records, counts };
		this.noteCounts(page);
		if (records.length > 0 && endOfRecords(page) > endOfRecords(this.furthest ?? nothing)) {
			this.furthest = page;
		}
		return page;
	}

	/** Requests one page, and once more if it is empty or refused: a single such answer may be a mistake. */
	async ask(range: PageRange): Promise<Page> {
		return await this.confirm(await this.read(range));
	}

	/**
	 * The page, requested again if it is empty or refused.
	 * @throws ServiceError if it is refused again although the count promises records there
	 */
	async confirm(page: Page): Promise<Page> {
		if (page.records.length > 0) return page;
		const again = await this.read(page);
		if (again.refusal && startOf(again) < this.promised) throw again.refusal;
		return again;
	}

	/**
	 * Pages in the order of their ranges, read ahead.
	 * @param next the next range, or undefined if there is none at that moment
	 */
	async *ahead(next: () => PageRange | undefined): AsyncGenerator<Page> {
		// One at a time: whoever takes the pages may stop at any of them.
		if (this.options.parallelPages === 1) {
			for (let range = next(); range; range = next()) yield await this.read(range);
			return;
		}
		yield* inOrder(this.width, () => {
			const range = next();
			return range && (async (onArrived) => await this.read(range, onArrived));
		});
	}

	/** The reading has ended: what is still under way is not retried. */
	leave(): void {
		this.isWanted = false;
	}

	private countRequest(): void {
		if (this.requests++ < this.maxRequests) return;
		if (this.options.maxRequests !== undefined) throw new RequestsUsedUp();
		throw new Mismatch(`after ${this.requests - 1} requests the list still did not end`);
	}

	private noteCounts(page: Page): void {
		const { pagesCount, total } = page.counts;
		if (!isCounted(page)) return;
		// A count that grows for ever must not keep a reading going for ever.
		const count = total ?? (pagesCount ? (pagesCount - 1) * page.size + 1 : 0);
		this.leastCount = this.isCounted ? Math.min(this.leastCount, count) : count;
		if (!this.isCounted && pagesCount !== undefined && this.options.maxRequests === undefined) {
			this.maxRequests = this.requests + 1_000 + 8 * pagesCount;
		}
		this.isCounted = true;
		this.promised = total ?? Math.max(0, ((pagesCount ?? 1) - 1) * page.size);
		if (total !== undefined) this.endsBy = total;
		if (total !== undefined || pagesCount === undefined) return;
		const [least, most] = [(pagesCount - 1) * page.size, pagesCount * page.size];
		// Counts in several sizes together tell more, as long as they agree.
		this.endsBy = least < this.endsBy ? Math.min(most, this.endsBy) : most;
	}
}

const nothing: Page = { index: 0, size: 0, records: [], counts: {} };

/** A refusal that a page beyond the end meets as well; trouble that may pass is none. */
function mayMeanTheEnd({ kind, mayPass }: ServiceError): boolean {
	return !mayPass && (kind === 'rejected' || kind === 'notFound');
}
