import { pageSizeLimits } from '../client/settings';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError } from '../client/errors';
import { confirmEmpty, confirmFirstPage, isConfirmed, refuseKnownPageZero } from './firstPage';
import { readInPasses } from './passes';
import { Mismatch } from './mismatch';
import { saysMore, type Page, type PageSource } from './page';
import { PageReader, RequestsUsedUp } from './pageReader';
import type { Pass } from './pass';
import { Seen } from './seen';

export type { Nouns, PageSource } from './page';

export interface ReadOptions {
	/** Records per page, 10 to 100. */
	pageSize: number;
	/** Maximum number of concurrent requests. The node starts with fewer. */
	parallelPages: number;
	/** Stop at this many records. They are still complete up to that point. */
	wanted?: number;
	/** Stop after this many requests and keep the records read so far. */
	maxRequests?: number;
	/** If completeness cannot be proved, keep the records and warn instead of throwing. */
	allowIncomplete?: boolean;
	/** The first page, if it was read and is not empty. */
	first?: Page;
	/** Stop if pages overlapped but no longer do, instead of reading slowly. The caller reads on in another way. */
	stopsUnjoined?: boolean;
	/** Stop after the batch that contains such a record, as if the list ended there. */
	isEnough?: (record: ServiceRecord) => boolean;
}

/** The result of a finished read. */
export interface ReadResult {
	/** Every record that existed throughout the read was returned. */
	complete: boolean;
	/** Why records may be missing, for the user. */
	warnings: string[];
	/** The read stopped at `maxRequests` before the end of the list. */
	stoppedEarly: boolean;
}

/**
 * Reads a paginated list. Every record that exists throughout the read is returned exactly once, in the order of
 * the service. docs/internals/completeness.md states the guarantee and the proof. In this order:
 *   1. First page: if it has the entire list, the read is done, because records cannot move within one response.
 *   2. Fast read (passes.ts): passes through the list, each a chain of overlapping pages.
 *   3. Slow read (slowRead.ts), after a {@link Mismatch} in the fast one: page by page, until passes agree.
 *   4. Error, after a mismatch in the slow read. If the user allows incomplete results, a warning.
 */
export class Listing {
	readonly result: ReadResult = { complete: false, warnings: [], stoppedEarly: false };

	private readonly reader: PageReader;

	private readonly seen = new Seen();

	private returned = 0;

	/** The read has reached the end of the list. */
	private isWhole = false;

	/** Why the fast read ended, and then the slow one. */
	private readonly mismatches: Mismatch[] = [];

	/** The list is being read again from page 1, so a batch may start above the previous one. */
	isRereading = false;

	/** The present pass of the fast read. */
	private pass?: Pass;

	/** The latest pass that reached the end of the list, and those after it that came to one of its pages. */
	private joinedPasses: Pass[] = [];

	constructor(
		private readonly source: PageSource,
		private readonly options: ReadOptions,
	) {
		this.reader = new PageReader(source, options, this.seen);
	}

	/**
	 * The records in order. No record is missing between two batches.
	 * @throws ServiceError (incomplete) if completeness is required but cannot be proved; errors of the source
	 */
	async *batches(): AsyncGenerator<ServiceRecord[]> {
		const { reader, result } = this;
		if (!this.source.isOneResponse) refuseKnownPageZero(this.source);
		try {
			const isDone = yield* this.unlessMismatch(this.fastRead(), this.options.isEnough);
			if (!isDone && !result.stoppedEarly) {
				if (this.options.stopsUnjoined && this.hasOverlap) return;
				this.isRereading = true;
				if (!(yield* this.unlessMismatch(this.slowRead()))) return this.refuse();
			}
			if (result.stoppedEarly) return;
			reader.unbound();
			const zero = this.seen.count > 0 ? await confirmFirstPage(reader, this.seen) : [];
			const { wanted = Number.POSITIVE_INFINITY } = this.options;
			const left = this.isWhole ? this.seen.fresh(zero).slice(0, wanted - this.returned) : [];
			if (left.length > 0) yield left;
			result.complete = true;
		} finally {
			reader.leave();
		}
	}

	/**
	 * Whether no record is missing between a returned one and the others of which this is true. The fast read starts again
	 * from page 1 if a page does not join, so there may be a gap behind earlier records. True in the slow read, whose pages
	 * cannot overlap.
	 */
	isJoined(record: ServiceRecord): boolean {
		const { joinedPasses, pass, isRereading, isWhole } = this;
		if (isRereading || !pass || joinedPasses.some(({ known }) => known.has(record))) return true;
		return (isWhole || joinedPasses.length === 0) && pass.known.has(record);
	}

	private get hasOverlap(): boolean {
		return this.joinedPasses.length > 0 || (this.pass !== undefined && this.pass.pages > 1);
	}

	private follow(pass: Pass, former?: Pass): void {
		const earlier = former?.isAtEnd ? [] : this.joinedPasses;
		this.joinedPasses = former ? [...earlier, former] : [];
		this.pass = pass;
	}

	private async *fastRead(): AsyncGenerator<ServiceRecord[]> {
		const { reader } = this;
		const { pageSize } = this.options;
		const size = Math.min(Math.max(pageSize, pageSizeLimits.minimum), reader.largest);
		const first = this.options.first ?? (await reader.ask({ index: 0, size }));
		if (first.refusal) throw first.refusal;
		if (this.source.isOneResponse) return yield first.records;
		if (first.records.length === 0) return yield* this.fromEmpty(first);
		yield* this.fromFirst(first);
	}

	private async *slowRead(): AsyncGenerator<ServiceRecord[]> {
		this.reader.unbound();
		await confirmFirstPage(this.reader, this.seen, false);
		// Loaded only here, because it is rarely needed.
		const { readPageByPage } = await import('./slowRead');
		yield* readPageByPage(this.reader, this.seen, this.options.wanted);
	}

	/** The empty first page was already requested twice. Page 0 confirms it, or a third request. */
	private async *fromEmpty(first: Page): AsyncGenerator<ServiceRecord[]> {
		const { reader, source } = this;
		if (saysMore(first))
			throw new Mismatch('page 1 is empty, but the service reports more records');
		const now = isConfirmed(source) ? await reader.read(first) : await confirmEmpty(reader, first);
		// Records may have been created in the meantime.
		if (now.records.length > 0) yield* this.fromFirst(now);
	}

	private async *fromFirst(first: Page): AsyncGenerator<ServiceRecord[]> {
		const { reader, seen } = this;
		const { wanted } = this.options;
		const { length } = first.records;
		if (length <= first.size) {
			const follow = (pass: Pass, former?: Pass) => this.follow(pass, former);
			return yield* readInPasses(reader, seen, first, { wanted, follow });
		}
		// Some services return everything on one page.
		yield seen.fresh(first.records);
		if (first.counts.pagesCount === 1 || first.counts.total === length) return;
		throw new Mismatch(`page ${first.index + 1} has ${length} records instead of ${first.size}`);
	}

	/** @returns whether the read ended without a mismatch or a limit on requests */
	private async *unlessMismatch(
		reading: AsyncGenerator<ServiceRecord[]>,
		isEnough?: (record: ServiceRecord) => boolean,
	): AsyncGenerator<ServiceRecord[], boolean> {
		const { result } = this;
		const { wanted = Number.POSITIVE_INFINITY } = this.options;
		try {
			for (;;) {
				const step = await reading.next().catch((thrown: unknown) => {
					if (thrown instanceof Mismatch) return (this.mismatches.push(thrown), undefined);
					if (!(thrown instanceof RequestsUsedUp)) throw thrown;
					result.stoppedEarly = true;
					return undefined;
				});
				if (!step) return false;
				if (step.done) {
					this.isWhole = this.returned < wanted;
					return true;
				}
				const records = step.value.slice(0, wanted - this.returned);
				this.returned += records.length;
				yield records;
				if (this.returned >= wanted || (isEnough && records.some(isEnough))) return true;
			}
		} finally {
			// Otherwise it would read more pages ahead.
			await reading.return(undefined);
		}
	}

	private refuse(): void {
		if (this.result.stoppedEarly) return;
		this.result.warnings.push(mismatchText(this.mismatches));
		if (!this.options.allowIncomplete) throw mismatchError(this.source, this.mismatches);
	}
}

const mismatchText = (mismatches: Mismatch[]) =>
	`The responses do not match the pagination settings of the credential: ${mismatches.map(({ message }) => message).join('; ')}`;

/** The error for a {@link Mismatch}. */
function mismatchError(
	{ nouns: { many }, activity }: PageSource,
	mismatches: Mismatch[],
): ServiceError {
	// The service says itself why a page is missing.
	const refusal = mismatches.at(-1)?.refusal;
	if (refusal) return refusal;
	return new ServiceError('incomplete', `${mismatchText(mismatches)} (while ${activity})`, {
		description: `The node returned nothing because ${many} could be missing. Run Connection Check to find out what to enter in the credential. If it proposes no change, run the workflow again when fewer ${many} change.`,
		withOption: {
			allowIncomplete:
				'Or turn on "Allow Incomplete Results" under Options to get the records that the node found, with a warning.',
		},
	});
}

/** Turns a {@link Mismatch} into its error. @throws ServiceError (incomplete) */
export async function whilePagesFit<T>(source: PageSource, work: Promise<T>): Promise<T> {
	return await work.catch((thrown: unknown) => {
		throw thrown instanceof Mismatch ? mismatchError(source, [thrown]) : thrown;
	});
}
