import { pageSizeLimits } from '../client/dialect';
import type { ListAnswer, ServiceRecord } from '../client/envelope';
import { ServiceError } from '../client/errors';
import { isCutShort, repeats } from './oddPages';
import type { PageWindow, Seen } from './seam';
import type { RequestHooks } from '../client/request';
import { AdaptiveWidth, inOrder } from './width';

/** Where pages come from; an operation makes one of these and never counts pages itself. */
export interface PageSource {
	/** Finishes sentences: "listing accounting documents". */
	what: string;
	/** @param page 0-based index in pages of `size` records */
	fetch(page: number, size: number, hooks?: RequestHooks): Promise<ListAnswer>;
}

export interface Page {
	/** 0-based, in pages of `size` records. */
	index: number;
	/** As asked for. */
	size: number;
	records: ServiceRecord[];
	pagesCount?: number;
}

export interface ReaderOptions {
	pageSize: number;
	parallelPages: number;
	/** Records that the caller will take at the most. */
	wanted?: number;
	/** 0-based page to stop before, if the list does not end earlier. */
	endPage?: number;
	/** The list counts as ended after the page that holds such a record. */
	isEnough?: (record: ServiceRecord) => boolean;
	/** Hears what makes completeness uncertain; may throw. */
	problem: (text: string) => void;
	notice: (text: string) => void;
}

/** Position behind the last record of a full page. */
export function endOf(page: Page): number {
	return (page.index + 1) * page.size;
}

function isLast({ records, size, index, pagesCount }: Page): boolean {
	return records.length < size && index + 1 >= (pagesCount ?? 0);
}

/** Reads single pages and knows what each says about the list: its length, its end, its page size. */
export class PageReader {
	readonly width: AdaptiveWidth;

	/** Records per page, as the service really gives them. */
	size: number;

	/** As the latest answer had it; undefined when the envelope has no count. */
	pagesCount?: number;

	ended = false;

	private maximumSize: number = pageSizeLimits.maximum;

	/** The position that the list ends at or before, as the latest answer had it. */
	private until = Infinity;

	private first?: Page;

	private previous?: Page;

	constructor(
		private readonly source: PageSource,
		private readonly options: ReaderOptions,
	) {
		this.size = options.pageSize;
		this.width = new AdaptiveWidth(options.parallelPages);
	}

	get largestWindow(): number {
		return this.maximumSize;
	}

	/** Reads the first page, alone: it brings the token, the count and the true page size. */
	async readFirst(index: number): Promise<Page> {
		let answer = await this.fetch(index, this.size);
		// An empty list may be counted as one empty page; but a hiccup is worth a second look.
		if (answer.records.length === 0 && (answer.pagesCount ?? 0) > index) {
			answer = await this.fetch(index, this.size);
		}
		const { records, pagesCount } = answer;
		const page: Page = { index, size: this.size, records, pagesCount };
		if (page.records.length === 0 && (page.pagesCount ?? 0) > index + 1) this.emptyPage(page);
		await this.settlePageSize(page, answer);
		page.size = this.size;
		this.noteLength(page);
		this.first = page;
		this.previous = page;
		if (!this.ended) this.noteEnd(page);
		return page;
	}

	async read(index: number, onArrived?: () => void): Promise<Page> {
		return await this.readWindow({ page: index, size: this.size }, onArrived);
	}

	/** @param onArrived hears when the answer is there and only the work on it is left */
	async readWindow({ page: index, size }: PageWindow, onArrived?: () => void): Promise<Page> {
		const { records, pagesCount } = await this.fetch(index, size, onArrived);
		const page = { index, size, records, pagesCount };
		this.noteLength(page);
		return page;
	}

	async look(window: PageWindow): Promise<Seen> {
		const page = await this.readWindow(window);
		return { records: page.records, isLast: isLast(page) };
	}

	isFull(page: Page): boolean {
		return page.records.length === page.size;
	}

	/** Whether the page is the last one, of the list or of those wanted, as far as its own answer says. */
	endsWith(page: Page): boolean {
		return page.index + 1 >= (page.pagesCount ?? Infinity) || endOf(page) >= this.endPosition;
	}

	/** Where reading in windows has to stop for now, once what ends at a position has come. */
	limitAfter(seen: number): number {
		return Math.min(Math.max(this.until, seen + 1), this.endPosition);
	}

	/** Leaves out the records, among the last ones of a page, that are beyond the page to stop before. */
	within(page: Page, records: ServiceRecord[]): ServiceRecord[] {
		const beyond = page.index * page.size + page.records.length - this.endPosition;
		return beyond > 0 ? records.slice(0, Math.max(0, records.length - beyond)) : records;
	}

	/** Where reading ahead has to stop for now; one past the count while the last page was full. */
	expectedEnd(next: number): number {
		const byCount = this.pagesCount === undefined ? Infinity : Math.max(this.pagesCount, next + 1);
		return Math.min(byCount, this.options.endPage ?? Infinity);
	}

	/** Pages from..to in order, read ahead; ends early where the list does. */
	async *ahead(from: number, to: number): AsyncGenerator<Page> {
		let index = from;
		let last = Infinity;
		const pages = inOrder(this.width, () => {
			if (this.ended || index >= Math.min(to, last + 1)) return undefined;
			const wanted = index++;
			return async (onArrived) => {
				const page = await this.read(wanted, onArrived);
				// Without a count a page that is not full ends the looking ahead, whenever it arrives.
				if (page.pagesCount === undefined && !this.isFull(page)) last = Math.min(last, wanted);
				return page;
			};
		});
		for await (const page of pages) {
			// Pages asked for ahead of an end that was not known yet are dropped.
			if (!this.ended) yield await this.accept(page);
		}
		if (to >= (this.options.endPage ?? Infinity)) this.ended = true;
	}

	/** Judges a page in its place: repeated, empty, short, the last one. */
	async accept(page: Page): Promise<Page> {
		let held = await this.settleRepeated(page);
		if (held.records.length === 0 && (held.pagesCount ?? 0) > held.index) {
			held = await this.readWindow({ page: held.index, size: held.size });
			if (held.records.length === 0 && (held.pagesCount ?? 0) > held.index) {
				this.emptyPage(held);
			}
		}
		this.previous = held;
		this.noteEnd(held);
		return held;
	}

	private emptyPage({ index, size, pagesCount }: Page): void {
		this.problem(
			`The service promises ${pagesCount} pages of ${size}, but page ${index + 1} is empty`,
		);
	}

	/** Makes completeness uncertain. @throws ServiceError (incomplete) unless that is allowed */
	problem(text: string): void {
		this.options.problem(text);
	}

	private noteEnd(page: Page): void {
		const enough = this.options.isEnough;
		this.ended =
			page.records.length === 0 ||
			isLast(page) ||
			endOf(page) >= this.endPosition ||
			(enough !== undefined && page.records.some((record) => enough(record)));
	}

	private noteLength(page: Page): void {
		if (page.pagesCount !== undefined) this.until = page.pagesCount * page.size;
		else if (!this.isFull(page)) this.until = Math.min(this.until, endOf(page));
	}

	private get endPosition(): number {
		return (this.options.endPage ?? Infinity) * this.size;
	}

	/** A service may give another number of records per page than asked: its own grid then counts. */
	private async settlePageSize(page: Page, answer: ListAnswer): Promise<void> {
		const given = page.records.length;
		const several = (answer.pagesCount ?? 1) > page.index + 1;
		if (given > this.size && !several) {
			// More than asked for and no further page: a list that is not paged came whole.
			this.ended = true;
		} else if (given > this.size || (given < this.size && several)) {
			this.settleOn(answer.pageSize ?? given);
		} else if (answer.pagesCount === undefined && this.mayBeCutShort(given)) {
			if (await isCutShort(page, this.fetch)) this.settleOn(given);
		}
	}

	private mayBeCutShort(given: number): boolean {
		const enough = given >= (this.options.wanted ?? Infinity);
		return given >= pageSizeLimits.minimum && given < this.size && !enough;
	}

	private settleOn(size: number): void {
		if (size < pageSizeLimits.minimum || size === this.size) return;
		this.options.notice(
			`The service gave ${size} records per page instead of the ${this.size} asked for`,
		);
		if (size < this.size) this.maximumSize = size;
		this.size = size;
	}

	/** A page equal to the first one: everything moved by a page, or the page number is ignored. */
	private async settleRepeated(page: Page): Promise<Page> {
		const { first, previous } = this;
		if (!first || page.index === first.index || page.records.length === 0) return page;
		const repeated = await repeats(page, first, previous, this.fetch);
		if (repeated === 'first') {
			this.problem(
				'The service gives the first page whichever page is asked for: it does not know the page parameter by this name. Change "Page Parameter" in the credential under "Customize Parameter Names"',
			);
			return { ...page, records: [], pagesCount: undefined };
		}
		// Beyond the last page some services repeat it; only without a count can that be reached.
		const isBeyond = repeated === 'previous' && page.pagesCount === undefined;
		return isBeyond ? { ...page, records: [] } : page;
	}

	private readonly fetch = async (
		index: number,
		size: number,
		onArrived?: () => void,
	): Promise<ListAnswer> => {
		const onTrouble = (failure: ServiceError) => this.width.onTrouble(failure);
		// Without a count only the records tell whether there is anything further to ask for.
		const hooks = { onTrouble, onArrived: this.pagesCount === undefined ? undefined : onArrived };
		const answer = await this.source.fetch(index, size, hooks);
		this.width.onAnswer();
		// Counts of windows of another size say nothing about pages of this size.
		if (size === this.size) this.pagesCount = answer.pagesCount;
		return answer;
	};
}
