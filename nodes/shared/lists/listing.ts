import { readAnchored } from './anchor';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError } from '../client/errors';
import { SeenIds } from './ids';
import { readOverlapping } from './chain';
import { PageReader, type Page, type PageSource } from './pageReader';
import { readWhileStill, takeStillness } from './still';

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
	/** Pages held back at the most, until they are proved, where the list does not move; 2 or more. */
	heldPages?: number;
}

/** What can be said of a reading once it has ended. */
export interface Completeness {
	/** True when it is certain that nothing which existed throughout is missing. */
	proved: boolean;
	/** Why it is not certain, in words for a user. */
	problems: string[];
	/** Things worth knowing that put nothing in doubt. */
	notices: string[];
}

/** Bounds the memory of a reading. */
const defaultHeldPages = 128;

/** From this many further pages on a proof by the last page costs no more than pages that overlap. */
const anchorFrom = 2;

/**
 * Reads a paged list so that what existed during the whole reading arrives exactly once, in the
 * service's order. What is guaranteed and why is written down in docs/completeness.md; in short:
 *   - a list that fits one page is one answer, in which nothing can move;
 *   - a list of some pages is proved by its last page, read before the others (anchor.ts);
 *   - a long one that stands still, by one look at it for each batch of pages (still.ts);
 *   - a list that moves is read in pages that overlap, so that a chain of neighbours leads from its
 *     first record to its last one (overlap.ts), which is repaired where it breaks (seam.ts);
 *   - where that does not succeed the reading ends with an error, or with a note when that is allowed.
 */
export class Listing {
	readonly completeness: Completeness = {
		proved: false,
		problems: [],
		notices: [],
	};

	private readonly reader: PageReader;

	private readonly seen = new SeenIds();

	private readonly heldPages: number;

	constructor(
		private readonly source: PageSource,
		private readonly options: ReadOptions,
	) {
		this.heldPages = options.heldPages ?? defaultHeldPages;
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
		const { reader } = this;
		const first = await reader.readFirst(this.options.firstPage ?? 0);
		if (this.options.wanted !== undefined) {
			yield* this.upTo(this.options.wanted, first);
			return;
		}
		const last = reader.ended ? undefined : yield* this.unmoved(first);
		if (last === undefined) yield this.fresh(first.records);
		if (!reader.ended) yield* this.overlapping(last ?? first);
		this.completeness.proved = this.completeness.problems.length === 0;
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

	/**
	 * Hands out the list from its first page on, as far as it can be shown not to have moved.
	 * @returns the last page handed out, if any
	 */
	private async *unmoved(first: Page): AsyncGenerator<ServiceRecord[], Page | undefined> {
		const { reader } = this;
		// Where a record may end the reading early, the end of the list is not worth a request.
		if (first.index > 0 || this.options.isEnough || reader.pagesCount === undefined)
			return undefined;
		const end = reader.expectedEnd(1);
		if (end <= anchorFrom) return undefined;
		if (end > this.heldPages) return yield* this.still(first, end);
		const pages = await readAnchored(reader, first);
		if (pages) {
			yield this.fresh(pages.flatMap(({ records }) => records));
			reader.ended = reader.endsWith(pages[pages.length - 1]);
		}
		return pages?.[pages.length - 1];
	}

	private async *still(
		first: Page,
		end: number,
	): AsyncGenerator<ServiceRecord[], Page | undefined> {
		const stillness = await takeStillness(this.reader, first);
		if (!stillness) return undefined;
		// As many again wait to be handed out.
		const batch = Math.max(1, Math.floor(this.heldPages / 2));
		const pages = readWhileStill(this.reader, stillness, first, end, batch);
		let last: Page | undefined;
		for await (const page of pages) {
			last = page;
			yield this.fresh(page.records);
		}
		this.reader.ended = last?.index === end - 1 && this.reader.endsWith(last);
		return last;
	}

	private async *overlapping(from: Page): AsyncGenerator<ServiceRecord[]> {
		for await (const records of readOverlapping(this.reader, from)) {
			yield this.fresh(records);
		}
	}

	private fresh(records: ServiceRecord[]): ServiceRecord[] {
		// Without an id there is nothing to tell records apart by.
		return records.filter(({ id = '' }) => id === '' || id === null || this.seen.add(id));
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
