import { beginsBeyondEnd, isSilent, silence, withBelievedCount } from './beyond';
import { Chain } from './chain';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError } from '../client/errors';
import { refuseCountingFromZero } from './habits';
import { inItsOwnSize } from './pageSize';
import { idOf } from './ids';
import { readUpTo } from './limited';
import { emptyPage, isShort, type Page } from './page';
import { PageReader, unlessUsedUp } from './reader';
import { Seen } from './seen';
import type { Judge, PageSource } from './source';
import { readTwice } from './twice';

export type { Nouns, PageSource } from './source';

export interface ReadOptions {
	/** Records per page, 10 to 100. */
	pageSize: number;
	/** Requests under way at once at the most; a reading begins with fewer. */
	parallelPages: number;
	/**
	 * Stop at this many records (Infinity: when the caller has had enough); completeness is then not
	 * at stake and no proof is sought.
	 */
	wanted?: number;
	/** Stop after this many requests, and hand out what came until then. */
	maxRequests?: number;
	/**
	 * Stop after the page that holds such a record, as if the list ended there; asked for every record,
	 * in no certain order.
	 */
	isEnough?: (record: ServiceRecord) => boolean;
	/** Hand out what there is when completeness cannot be proved, instead of throwing. */
	allowIncomplete?: boolean;
	/** 0-based page to begin with. */
	firstPage?: number;
	/** 0-based page to stop before. */
	endPage?: number;
}

/** What can be said of a reading once it has ended. */
export interface Completeness {
	/** True when it is certain that nothing which existed throughout is missing. */
	proved: boolean;
	/** Why it is not certain, in words for a user. */
	problems: string[];
	/** Things worth knowing that put nothing in doubt. */
	notices: string[];
	/** The reading ended at its `maxRequests`, with more to come. */
	stoppedEarly: boolean;
}

/**
 * Reads a paged list so that what existed during the whole reading arrives exactly once, in the
 * service's order; what is guaranteed and why is written down in docs/completeness.md.
 *   - A list that fits one page is one answer, in which nothing can move.
 *   - A longer one is read as a chain of pages that overlap (chain.ts).
 *   - Where the service has pages of one size only, it is read until two readings agree (twice.ts).
 *   - Where neither succeeds the reading ends with an error, or with a note when that is allowed.
 */
export class Listing {
	readonly completeness: Completeness = {
		proved: false,
		problems: [],
		notices: [],
		stoppedEarly: false,
	};

	private readonly options: ReadOptions;

	private readonly reader: PageReader;

	private readonly seen = new Seen();

	private readonly judge: Judge = {
		problem: async (text, next) => await this.problem(text, next),
		notice: (text) => this.completeness.notices.push(text),
	};

	constructor(
		private readonly source: PageSource,
		options: ReadOptions,
	) {
		const { largestPage = options.pageSize } = source.paging;
		this.options = { ...options, pageSize: Math.min(options.pageSize, largestPage) };
		this.reader = new PageReader(source, this.options);
	}

	/**
	 * The records in order; each batch is complete as far as `completeness` says when it is handed out.
	 * @throws ServiceError (incomplete) when completeness cannot be proved and must be; and whatever
	 * the source throws
	 */
	async *batches(): AsyncGenerator<ServiceRecord[]> {
		const { wanted } = this.options;
		const reading = wanted === undefined ? this.all() : this.some(wanted);
		try {
			for (;;) {
				const { value, usedUp } = await unlessUsedUp(reading.next());
				if (usedUp) await this.stopEarly();
				if (usedUp || value.done) return;
				yield value.value;
			}
		} finally {
			this.reader.leave();
			await reading.return(undefined);
		}
	}

	private async stopEarly(): Promise<void> {
		this.completeness.stoppedEarly = true;
		if (this.options.maxRequests !== undefined) return;
		await this.problem(
			`The service went on giving pages of ${this.source.nouns.many}, far more than it had promised at first`,
		);
	}

	private async *all(): AsyncGenerator<ServiceRecord[]> {
		const { reader, judge } = this;
		const asked = await this.first();
		const { pagesCount } = asked;
		// A full first page by its count is the first one: else the last of them would not be there.
		const isClear =
			this.source.isOneAnswer || (this.isOfAll && pagesCount !== undefined && !isShort(asked));
		if (!isClear || this.source.paging.pageCounts === 'records') {
			await refuseCountingFromZero(this.source);
		}
		const first = await inItsOwnSize(reader, judge, asked);
		if (first.records.length === 0 || this.source.isOneAnswer || isWhole(first)) {
			yield await this.oneAnswer(first);
		} else {
			yield* this.inPages(first);
		}
		this.completeness.proved = this.completeness.problems.length === 0;
	}

	private async *inPages(first: Page): AsyncGenerator<ServiceRecord[]> {
		const { reader, seen, judge } = this;
		const { endPage, isEnough } = this.options;
		const top = first.index === 0 ? first : await reader.ask({ index: 0, size: first.size });
		if (await beginsBeyondEnd(first, top, reader, judge)) return;
		const chain = new Chain(reader, seen, judge, first, { endPage, record: isEnough }, top);
		yield* chain.records();
		reader.cannotOverlap = chain.isImpossible;
		if (chain.isImpossible) yield* readTwice(reader, seen, judge, first, endPage);
		await this.refuseSilence(first);
	}

	private async *some(wanted: number): AsyncGenerator<ServiceRecord[]> {
		const asked = await this.first();
		if (!this.source.isOneAnswer) await refuseCountingFromZero(this.source);
		const isMoreWanted = wanted > asked.records.length;
		const first = isMoreWanted ? await inItsOwnSize(this.reader, this.judge, asked) : asked;
		yield* readUpTo(wanted, this.reader, this.seen, this.judge, first);
		if (this.seen.count < wanted) await this.refuseSilence(first);
		this.completeness.proved = isWhole(first);
	}

	/** Whether a batch may begin above the one before it: pages that cannot overlap are read again, and bring what was missed. */
	get goesBack(): boolean {
		return this.reader.cannotOverlap;
	}

	/** Whether the whole list is read, the last page of which would be missing if its first one were not the first. */
	private get isOfAll(): boolean {
		const { firstPage, endPage, isEnough } = this.options;
		return firstPage === undefined && endPage === undefined && !isEnough;
	}

	/** An end that nothing but silence shows is one only where a page that had records still has some. */
	private async refuseSilence(first: Page): Promise<void> {
		if (await isSilent(first, this.reader)) await this.problem(silence);
	}

	private async first(): Promise<Page> {
		const { reader } = this;
		const { firstPage = 0, pageSize } = this.options;
		const page = await reader.ask({ index: firstPage, size: pageSize });
		if (page.refusal) throw page.refusal;
		reader.boundBy(page);
		const { wanted = Number.POSITIVE_INFINITY } = this.options;
		const isMoreWanted = !this.source.isOneAnswer && wanted > page.records.length;
		if (page.records.length > 0) return isMoreWanted ? await withBelievedCount(page, reader) : page;
		await refuseCountingFromZero(this.source);
		if (page.said !== undefined) {
			this.judge.notice(`The service gave an empty list and says: ${page.said}`);
		}
		// An empty list may be counted as one empty page.
		if ((page.pagesCount ?? 0) > firstPage + 1) {
			await this.problem(emptyPage(page), firstPage === 0 ? checkFirstPage : undefined);
		}
		return page;
	}

	private async oneAnswer({ records }: Page): Promise<ServiceRecord[]> {
		// Without ids there is nothing to tell records of one answer apart by, and no need to.
		const fresh = records.filter((r) => idOf(r) === '' || this.seen.fresh([r]).length > 0);
		if (fresh.length < records.length) {
			await this.problem(`The service gave the same ${this.source.nouns.one} twice in one answer`);
		}
		return fresh;
	}

	private async problem(text: string, next?: string): Promise<void> {
		const { many } = this.source.nouns;
		await refuseCountingFromZero(this.source);
		this.completeness.problems.push(next === undefined ? text : `${text}. ${next}`.slice(0, -1));
		if (this.options.allowIncomplete) return;
		const again = `Run it again when fewer ${many} change.`;
		throw new ServiceError('incomplete', `${text} (while ${this.source.what})`, {
			description: `Nothing was handed on, since ${many} could be missing. ${next ?? again}`,
			...(next === undefined && {
				withOption: {
					allowIncomplete:
						'Or turn on "Allow Incomplete Results" in the options to get what was found, with a warning.',
				},
			}),
		});
	}
}

/** What to do where the very first page is empty although documents are counted. */
const checkFirstPage =
	'The service may count its pages from another number: run the operation Connection Check, which finds out what to enter in the credential.';

/** Whether a page is the whole list, by its own count. */
function isWhole({ index, size, records, pagesCount }: Page): boolean {
	return index === 0 && pagesCount === 1 && records.length !== size;
}
