import type { ServiceRecord } from './envelope';
import { ServiceError } from './errors';
import { CreationOrder, SeenIds, idOf } from './identity';
import { joinPages } from './join';
import { PageReader, type Page, type PageSource } from './pageReader';
import { provedAtRest, provedByAnchor, type Mark } from './proof';

export type { PageSource } from './pageReader';

export interface ReadOptions {
	/** Records per page, 10 to 100. */
	pageSize: number;
	/** Pages under way at once, 1 to 8. */
	parallelPages: number;
	/**
	 * Stop at this many records (Infinity: when the caller has had enough); completeness is then not
	 * at stake and no proof is sought.
	 */
	wanted?: number;
	/** Stop after the page that holds such a record, as if the list ended there. */
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
	/** Records that a plain page-by-page reading would have lost. */
	recovered: number;
	/** Records that a plain page-by-page reading would have handed out twice. */
	repeated: number;
}

/** Pages held back until they are proved: bounds the memory of a reading and the work of a repair. */
const batchPages = 128;

/** From this many further pages on, a proof costs less than reading each boundary again. */
const [anchorFrom, markFrom] = [2, 4];

/**
 * Reads a paged list so that what existed during the whole reading arrives exactly once, in the
 * service's order. What is guaranteed and why is written down in docs/completeness.md; in short:
 *   - a list that fits one page is one answer, in which nothing can move;
 *   - the first batch of pages is proved by its last page, read before the others (`provedByAnchor`);
 *   - each further batch by two marks, when the list was at rest (`provedAtRest`);
 *   - else each boundary is read again until a chain of neighbours crosses it (seam.ts), which also
 *     brings back what had slipped through;
 *   - where neither succeeds the reading ends with an error, or with a note when that is allowed.
 */
export class Listing {
	readonly completeness: Completeness = {
		proved: false,
		problems: [],
		notices: [],
		recovered: 0,
		repeated: 0,
	};

	private readonly reader: PageReader;

	private readonly seen = new SeenIds();

	private readonly order = new CreationOrder();

	constructor(
		private readonly source: PageSource,
		private readonly options: ReadOptions,
	) {
		this.reader = new PageReader(source, {
			...options,
			problem: (text) => this.problem(text),
			notice: (text) => this.completeness.notices.push(text),
		});
	}

	/**
	 * The records in order; each batch is complete as far as `completeness` says when it is handed out.
	 * @throws ServiceError (incomplete) when completeness cannot be proved and must be; and whatever
	 * the source throws
	 */
	async *batches(): AsyncGenerator<ServiceRecord[]> {
		const first = await this.reader.readFirst(this.options.firstPage ?? 0);
		if (this.options.wanted !== undefined) {
			yield* this.upTo(this.options.wanted, first);
		} else if (this.reader.ended) {
			yield this.fresh(first.records);
			this.completeness.proved = this.completeness.problems.length === 0;
		} else {
			yield* this.everything(first);
		}
	}

	/** A limited reading asks for the pages that the limit needs and for nothing else. */
	private async *upTo(wanted: number, first: Page): AsyncGenerator<ServiceRecord[]> {
		let left = wanted;
		let next = first.index + 1;
		const take = (page: Page) => {
			const records = this.fresh(page.records).slice(0, left);
			left -= records.length;
			return records;
		};
		yield take(first);
		while (left > 0 && !this.reader.ended) {
			const needed = next + Math.ceil(left / this.reader.size);
			const stop = Math.min(needed, this.reader.expectedEnd(next));
			for await (const page of this.reader.ahead(next, stop)) yield take(page);
			next = stop;
		}
		this.completeness.proved = this.reader.ended && next <= 1;
	}

	private async *everything(first: Page): AsyncGenerator<ServiceRecord[]> {
		const { reader } = this;
		let pages = [yield* this.beginning(first)];
		let next = pages[0].index + 1;
		let mark: Mark | undefined;
		let leftIsCovered = false;
		while (!reader.ended) {
			const stop = Math.min(reader.expectedEnd(next), next + batchPages);
			const marked = reader.pagesCount !== undefined && stop - next >= markFrom;
			const before = marked
				? (mark ?? (await this.mark(first.index === 0 ? first.records : undefined)))
				: undefined;
			// The last page serves as the mark's tail as well, so it is read after all the others.
			const byMark = before !== undefined && stop === reader.pagesCount;
			for await (const page of reader.ahead(next, byMark ? stop - 1 : stop)) pages.push(page);
			mark = before && !reader.ended ? await this.mark() : undefined;
			next = byMark ? stop - 1 : stop;
			if (mark?.tail.index === next && byMark) {
				pages.push(await reader.accept(mark.tail));
				next++;
			}
			const atRest = provedAtRest(pages, before, mark, reader.size, this.order);
			yield this.fresh(await this.join(pages, atRest ? (leftIsCovered ? 0 : 1) : undefined));
			leftIsCovered = atRest;
			pages = [{ ...pages[pages.length - 1], handedOut: true }];
		}
		this.completeness.proved = this.completeness.problems.length === 0;
	}

	/**
	 * Hands out the first batch where it can be proved by its last page. A generator of its own, since
	 * one keeps what its variables held until it ends.
	 * @returns the page after which to go on
	 */
	private async *beginning(first: Page): AsyncGenerator<ServiceRecord[], Page> {
		// Where a record may end the reading early, the last page is not worth a request.
		if (first.index > 0 || this.options.isEnough) return first;
		const anchored = await this.anchored(first);
		if (!anchored) return first;
		const { pages, proved } = anchored;
		yield this.fresh(await this.join(pages, proved ? 0 : undefined));
		return { ...pages[pages.length - 1], handedOut: true };
	}

	/**
	 * Reads the first batch, its last page before the others, which then need no waiting for one
	 * another; see {@link provedByAnchor}.
	 * @returns undefined, and nothing read, where the batch is too short or its length not known
	 */
	private async anchored(first: Page): Promise<{ pages: Page[]; proved: boolean } | undefined> {
		const { reader } = this;
		const last = await this.anchor();
		if (!last) return undefined;
		let head: ServiceRecord[] | undefined;
		let beyond: Page | undefined;
		const besides = [async () => void (head = (await reader.read(0)).records)];
		const atEnd = last.index + 1 === last.pagesCount;
		// A count is not believed: after a full page there may be more.
		if (
			atEnd &&
			last.records.length === reader.size &&
			reader.expectedEnd(last.index + 1) > last.index + 1
		)
			besides.push(async () => void (beyond = await reader.read(last.index + 1)));
		const pages = [first];
		for await (const page of reader.ahead(1, last.index, besides)) pages.push(page);
		if (reader.ended || pages.length !== last.index) return { pages, proved: false };
		const held = await reader.accept(last);
		pages.push(held);
		const proved = held === last && provedByAnchor(pages, head, reader.size, this.order);
		if (!reader.ended && beyond?.records.length === 0) pages.push(await reader.accept(beyond));
		return { pages, proved };
	}

	/** The last page of the first batch, when it has records at its place. */
	private async anchor(): Promise<Page | undefined> {
		const { reader } = this;
		for (let tries = 0; tries < 3 && reader.pagesCount !== undefined; tries++) {
			const stop = Math.min(reader.expectedEnd(1), 1 + batchPages);
			if (stop - 1 < anchorFrom) return undefined;
			const page = await reader.read(stop - 1);
			if (page.records.length > 0) return page;
		}
		return undefined;
	}

	/** Tail before head: what is added at the head after the tail was read then shows there. */
	private async mark(head?: ServiceRecord[]): Promise<Mark | undefined> {
		for (let tries = 0; tries < 3 && this.reader.pagesCount !== undefined; tries++) {
			const { pagesCount } = this.reader;
			const tail = await this.reader.read(pagesCount - 1);
			if (tail.pagesCount === pagesCount && tail.records.length > 0) {
				return { head: head ?? (await this.reader.read(0)).records, tail, pagesCount };
			}
		}
		return undefined;
	}

	/** @param boundaries how many of the first boundaries are in doubt; undefined for all */
	private async join(pages: Page[], boundaries = pages.length - 1): Promise<ServiceRecord[]> {
		const { records, recovered } = await joinPages(this.reader, pages, boundaries, (right) =>
			this.problem(
				`Page ${right.index + 1} could not be joined to the page before it: documents came and went faster than the pages could be read, or the service does not keep to one order`,
			),
		);
		this.completeness.recovered += recovered;
		return records;
	}

	private fresh(records: ServiceRecord[]): ServiceRecord[] {
		return records.filter((record) => {
			const id = idOf(record);
			// Without an id there is nothing to tell records apart by.
			if (id !== '' && !this.seen.add(id)) {
				this.completeness.repeated++;
				return false;
			}
			this.order.add(record);
			return true;
		});
	}

	private problem(text: string): void {
		this.completeness.problems.push(text);
		if (this.options.allowIncomplete) return;
		throw new ServiceError('incomplete', `${text} (while ${this.source.what})`, {
			description:
				'Nothing was handed on, since documents could be missing. Run it again when fewer documents change; or turn on "Allow Incomplete Results" in the options to get what was found, with a warning.',
		});
	}
}
