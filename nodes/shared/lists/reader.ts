import { pageSizeLimits } from '../client/dialect';
import type { ServiceRecord } from '../client/envelope';
import { tried } from '../client/errors';
import { CreationOrder } from './ids';
import { isBeyond, isShort, mayMeanTheEnd, type Page } from './page';
import type { PageSource } from './source';
import { endOf, leastForOverlap, type Stretch } from './stretch';
import { AdaptiveWidth, inOrder } from './width';

export interface ReaderOptions {
	/** Records per page, 10 to 100. */
	pageSize: number;
	/** Requests under way at once, at the most. */
	parallelPages: number;
	/** Requests of the whole reading, at the most. */
	maxRequests?: number;
}

/** Ends a reading that has used up its requests. */
class RequestsUsedUp extends Error {}

/** What a reading came to, or that it has used up its requests. */
export async function unlessUsedUp<T>(
	work: Promise<T>,
): Promise<{ value: T; usedUp?: undefined } | { value?: undefined; usedUp: true }> {
	return await work.then(
		(value) => ({ value }),
		(thrown: unknown) => {
			if (thrown instanceof RequestsUsedUp) return { usedUp: true as const };
			throw thrown;
		},
	);
}

/** Lists of ten million records stay below, at 100 in a page. */
const mostWithoutCount = 100_000;

/** Asks for pages, several at once, and bounds how many. It judges nothing. */
export class PageReader {
	readonly width: AdaptiveWidth;

	/** The largest page to ask for where the size is free; lowered where the service gives less. */
	largest: number;

	/** Whether pages have `largest` records whatever is asked for, once that is known. */
	givesOneSize?: boolean;

	/** Pages cannot be laid so that they overlap, whatever their size. */
	cannotOverlap = false;

	/** Another page than the first one was seen, so that the service knows the page parameter. */
	pageNumberCounts = false;

	/** The list ends at or before this position, as the latest answers have it; only a guide. */
	endsBy = Number.POSITIVE_INFINITY;

	/** Whether the ids rose in all answers so far, or fell in all of them. */
	isInOrderOfIds = true;

	/** The last answers had no records, and no count that says why: the list has ended, or the service no longer answers. */
	hearsNothing = false;

	private isWanted = true;

	private idsRise?: boolean;

	requests = 0;

	private nothingSince = 0;

	private mostRequests: number;

	/** The service counts its pages. */
	isCounted = false;

	constructor(
		readonly source: PageSource,
		readonly options: ReaderOptions,
	) {
		this.width = new AdaptiveWidth(options.parallelPages);
		this.largest = Math.max(options.pageSize, leastForOverlap);
		this.mostRequests = options.maxRequests ?? mostWithoutCount;
	}

	/** Whether there is no choice of sizes, as far as that is known. */
	get isOfOneSize(): boolean {
		return this.givesOneSize === true || this.largest < leastForOverlap;
	}

	/**
	 * Asks for one page, in a size that may be asked for (specification section 8).
	 * @param stretch of the size that the service puts on a page, where that is its own
	 * @param onArrived hears when the answer is there and only the work on it is left
	 * @throws RequestsUsedUp; ServiceError as the client, but for a refusal of another page than the first one, which
	 * may mean the end
	 */
	async read({ index, size }: Stretch, onArrived?: () => void): Promise<Page> {
		const request = ++this.requests;
		if (request > this.mostRequests) throw new RequestsUsedUp();
		const sending = this.width.begin();
		const answer = await tried(
			async () =>
				await this.source.fetch(index, this.sizeToAsk(size), {
					onTrouble: sending.onTrouble,
					isWanted: () => this.isWanted,
					// Without a count only the records tell whether there is anything further to ask for.
					onArrived: this.isCounted ? onArrived : undefined,
				}),
		);
		if (answer.failure) {
			if (index === 0 || !mayMeanTheEnd(answer.failure)) throw answer.failure;
			return this.heard({ index, size, records: [], refusal: answer.failure }, request);
		}
		sending.onAnswer();
		const { records, pagesCount: counted, said } = answer.value;
		// No pages at all beside records is no count.
		const pagesCount = counted === 0 && records.length > 0 ? undefined : counted;
		this.noteOrder(records);
		const page = { index, size, records, pagesCount, said };
		this.noteLength(page);
		return this.heard(page, request);
	}

	private sizeToAsk(size: number): number {
		const { minimum, maximum } = pageSizeLimits;
		return Math.min(Math.max(size, minimum), this.source.paging.largestPage ?? maximum);
	}

	/** Asks for one page, again where it is empty and need not be. */
	async ask(stretch: Stretch): Promise<Page> {
		return await this.confirm(await this.read(stretch));
	}

	/** Asks again for a page that is empty although nothing says that the list ends before it. */
	async confirm(page: Page): Promise<Page> {
		const { records, refusal } = page;
		return records.length > 0 || refusal || isBeyond(page) ? page : await this.read(page);
	}

	/**
	 * Pages in the order of their stretches, read ahead.
	 * @param next the next stretch, or undefined when there is none at the moment it is asked
	 */
	async *ahead(next: () => Stretch | undefined): AsyncGenerator<Page> {
		yield* inOrder(this.width, () => {
			const stretch = next();
			return stretch && (async (onArrived) => await this.read(stretch, onArrived));
		});
	}

	/** The reading has ended: what is still under way is not sent again. */
	leave(): void {
		this.isWanted = false;
	}

	/** Ends the reading after so many requests more. */
	allow(requests: number): void {
		this.mostRequests = this.requests + requests;
	}

	/** A count that grows for ever must not keep a reading going for ever. */
	boundBy({ pagesCount }: Page): void {
		if (this.options.maxRequests !== undefined || pagesCount === undefined) return;
		this.mostRequests = 1_000 + 8 * pagesCount;
	}

	/** What was asked for before the silence began says nothing of it. */
	private heard(page: Page, request: number): Page {
		if (page.records.length > 0 && request > this.nothingSince) this.hearsNothing = false;
		if (page.records.length > 0 || isBeyond(page)) return page;
		this.hearsNothing = true;
		this.nothingSince = this.requests;
		return page;
	}

	/** Ids that rise in one answer and fall in another are in no order. */
	private noteOrder(records: ServiceRecord[]): void {
		if (!this.isInOrderOfIds || records.length < 2) return;
		const { holds, rises } = CreationOrder.of(records);
		this.idsRise ??= rises;
		this.isInOrderOfIds = holds && rises === this.idsRise;
	}

	private noteLength(page: Page): void {
		const { pagesCount, size } = page;
		if (pagesCount === undefined) {
			if (isShort(page)) this.endsBy = Math.min(this.endsBy, endOf(page));
			return;
		}
		this.isCounted = true;
		const [least, most] = [(pagesCount - 1) * size, pagesCount * size];
		// Counts of several sizes together tell more, as long as they agree.
		this.endsBy = least < this.endsBy ? Math.min(most, this.endsBy) : most;
	}
}
