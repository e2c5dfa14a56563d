import { pageSizeLimits } from '../client/settings';
import type { ServiceRecord } from '../client/envelope';
import { isSame, sameRecords } from './ids';
import { recheckHead } from './head';
import { hasGap, joinWithoutGap } from './gaps';
import {
	endOf,
	endOfRecords,
	isCounted,
	isShort,
	minOverlapSize,
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
	endsBefore,
	isEmptyNow,
	Mismatch,
	refuseBehindEnd,
	refuseLonger,
	refuseOtherOrder,
	reportedMore,
	tooSmall,
} from './mismatch';
import { Seen } from './seen';

/** Restarts with the page size that the service returns. */
const maxRestarts = 3;

/** Consecutive pages without a new record, if the list grows before the current position. */
const maxBarrenPages = 24;

/** Returns to the first page, if the list has moved too far to join the next page. */
const maxReturns = 24;

/** Without counts, pages may lie past the end, so only one is read ahead for this many pages. */
const pagesPerPageAhead = 20;

/**
 * The fast reading: a chain of overlapping pages, so that no record can slip through between two of them.
 * docs/internals/completeness.md has the proof.
 */
export class Overlap {
	/** The last page of the chain, which the next page must join. */
	private left: Page;

	/** The planned ranges no longer fit. */
	private isOffPlan = false;

	/** The last record that was new. */
	private frontier: ServiceRecord;

	/** Whether `left` ends with the frontier. */
	private isAtFrontier = false;

	pages = 0;

	get end(): number {
		return endOfRecords(this.left);
	}

	/** Whether the first page has the whole list. */
	private isOneAnswer = false;

	/** Consecutive pages without a new record. */
	private barrenPages = 0;

	private returns = 0;

	/**
	 * Records read without a gap since the chain last started from page 1. A page may join only these, because an earlier
	 * record may have moved to the head from anywhere.
	 */
	known: Seen;

	/**
	 * @param seen records that were already returned; this reading adds its own
	 * @param first the non-empty page to start with
	 * @param wanted stop at this many records, without a check of end and head
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
			if (restarts === maxRestarts || smaller < minOverlapSize) {
				throw new Mismatch(tooSmall(this.left, smaller));
			}
			reader.largest = smaller;
			this.known = new Seen();
			this.left = await reader.ask({ index: 0, size: smaller });
			if (this.left.records.length === 0) throw new Mismatch(isEmptyNow(this.left));
		}
		// Records cannot move within a single response.
		const isWhole = !this.hasEnough && this.first.index === 0;
		if (isWhole && !this.isOneAnswer) yield* recheckHead(reader, this);
		if (isWhole) this.refuseFewerThan(reader.minCount);
	}

	/**
	 * If the service repeats a page, fewer records arrive than it reports or than the position of the page implies. Records
	 * from before the chain last started do not count: they may be deleted.
	 */
	private refuseFewerThan(minCount: number): void {
		const { count } = this.known;
		if (count < minCount)
			throw new Mismatch(
				`the list has at least ${minCount} records, but the node received ${count}`,
			);
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
				// If the list has grown, a record may have moved before the first page.
				const length = endOfRecords(end.page ?? short);
				this.isOneAnswer = short.index === 0 && length <= endOfRecords(short);
				if (!end.goesOn) return undefined;
			}
			if (this.isFullLast(short)) {
				const behind = await this.reader.ask(rangeOver(endOf(short), this.reader.largest));
				if (behind.records.length === 0) {
					refuseBehindEnd(short);
					this.refuseFewerThan(endOfRecords(short));
					return undefined;
				}
				yield this.accept(await this.join(behind, short));
				continue;
			}
			this.isOffPlan = false;
			for await (const page of this.reader.ahead(this.plan())) {
				// Wait for pending requests, so that their number never exceeds the width.
				if (this.isDone) continue;
				const joined = await this.join(page, this.left);
				this.refuseFirstAgain(joined);
				refuseOtherOrder(joined, this.left);
				yield this.accept(joined);
				// The step back often joins the page that did not fit, and the pages that were read ahead.
				const { left, known } = this;
				if (
					joined === page ||
					isShort(joined) ||
					hasGap(page, { left, known }, this.reader.largest)
				)
					continue;
				yield this.accept(page);
				this.isOffPlan = false;
			}
		}
		return undefined;
	}

	/** Whether a full page reports that it is the last one. */
	private isFullLast(page: Page): boolean {
		return this.isAtFrontier && isCounted(page) && !isShort(page) && !saysMore(page);
	}

	private get isDone(): boolean {
		return this.isOffPlan || isShort(this.left) || this.hasEnough;
	}

	/** Each range starts just before the end of the previous one. */
	private plan(): () => PageRange | undefined {
		const { reader } = this;
		let [position, planned] = [endOf(this.left), this.pages];
		return () => {
			const end = endOf(this.left);
			// A page count is rounded up, so the last positions are mostly empty. No page is read ahead for them.
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
		const page = await joinWithoutGap(this.reader, answer, { left, known: this.known, largest });
		this.isOffPlan ||= page.index !== answer.index || page.size !== answer.size;
		return page;
	}

	private accept(page: Page): ServiceRecord[] {
		const { seen, left } = this;
		refuseLonger(page);
		const isLonger = sameRecords(page.records.slice(0, left.records.length), left.records);
		if (page.index === 0 && !isLonger) {
			if (this.returns++ === maxReturns)
				throw new Mismatch(`the node had to return to page 1 ${maxReturns} times`);
			this.known = new Seen();
		}
		const fresh = this.known.fresh(page.records);
		// New records only before known ones are no progress: the service may ignore the page number.
		const isForward = fresh.length > 0 && fresh[fresh.length - 1] === page.records.at(-1);
		this.barrenPages = isForward ? 0 : this.barrenPages + 1;
		if (this.barrenPages > maxBarrenPages)
			throw new Mismatch(`${maxBarrenPages} pages in a row made no progress`);
		this.frontier = fresh[fresh.length - 1] ?? this.frontier;
		this.isAtFrontier = page.records.slice(-1).some((record) => isSame(record, this.frontier));
		this.left = page;
		this.pages++;
		return this.known === seen ? fresh : seen.fresh(page.records);
	}

	/** If the service ignores the page number, every page starts like the first one. */
	private refuseFirstAgain({ index, records }: Page): void {
		if (index === 0 || this.first.index > 0 || !isSame(records[0], this.first.records[0])) return;
		throw new Mismatch(`page ${index + 1} starts with the same record as page 1`);
	}

	/**
	 * A short page is the last one if a page of another size across the same end is short too. An empty page alone never
	 * proves the end.
	 */
	private async reachedEnd(
		short: Page,
	): Promise<{ smaller?: number; page?: Page; goesOn?: boolean }> {
		const { reader } = this;
		const { minimum } = pageSizeLimits;
		const count = short.records.length;
		// No service has pages of fewer than 10 records.
		const isClear = saysEnd(short) || (count < minimum && !saysMore(short));
		const isFurthest = endOfRecords(short) >= endOfRecords(reader.furthest ?? short);
		if (this.isAtFrontier && isFurthest && isClear) return {};
		const range = rangeAcrossEnd(endOfRecords(short), Math.max(count, minimum));
		const behind = await reader.ask(range);
		const isBehind = startOf(range) >= endOfRecords(short);
		if (isBehind && (behind.records.length === 0 || sameRecords(behind.records, short.records))) {
			if (saysMore(short)) throw new Mismatch(reportedMore(short));
			// If an import has moved this page's records to the next page, the page itself differs now.
			const isEmpty = behind.records.length === 0;
			const same = isEmpty && this.isAtFrontier ? short : await reader.ask(short);
			if (sameRecords(same.records, short.records)) {
				if (this.isAtFrontier) return {};
				throw new Mismatch(endsBefore(short));
			}
			return { page: await this.join(same, short), goesOn: true };
		}
		const page = isBehind ? behind : await this.join(behind, short, range.size);
		if (isShort(page) && !isBehind) {
			if (saysMore(page)) throw new Mismatch(reportedMore(page));
			return { page, goesOn: !this.mayEndWith(page, short) };
		}
		if (page.records.every((record) => this.known.has(record))) {
			// Known records do not prove smaller pages: some services repeat the last page past the end. Its position is then
			// wrong, so the reading goes on from the short page.
			const isLast = page.records.slice(-1).some((record) => isSame(record, this.frontier));
			return {
				page: isLast ? await this.join(await reader.ask(short), short) : page,
				goesOn: true,
			};
		}
		// If the list has just grown, the same page has more records now. Smaller pages stay short.
		const again = short.index === 0 ? short : await reader.ask(short);
		if (again.records.length > count) return { page: again, goesOn: true };
		return { smaller: Math.max(count, minimum) };
	}

	/**
	 * A page that ends before the frontier may be another page than the requested one, from a replica with smaller pages. If
	 * the frontier is gone, two pages agree on the end.
	 */
	private mayEndWith(page: Page, short: Page): boolean {
		const [last, lastOfShort] = [page, short].map(({ records }) => records[records.length - 1]);
		if (!this.known.has(last) || isSame(last, this.frontier)) return true;
		return isSame(last, lastOfShort);
	}

	/** What follows a short page of the head. @throws Mismatch if pages are smaller now */
	async behind(short: Page): Promise<{ page?: Page; goesOn?: boolean }> {
		this.isAtFrontier = true;
		const { smaller, ...end } = await this.reachedEnd(short);
		if (smaller !== undefined) throw new Mismatch(tooSmall(short, smaller));
		return end;
	}
}
