import { pageSizeLimits } from '../client/settings';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError } from '../client/errors';
import { confirmFirstPage, isConfirmed, isEmptyBefore, pageZeroError } from './firstPage';
import { Overlap } from './overlap';
import { Mismatch } from './mismatch';
import { saysMore, type Page, type PageSource } from './page';
import { PageReader, RequestsUsedUp } from './pageReader';
import { Seen } from './seen';
import { readTwice } from './twoPass';

export type { Nouns, PageSource } from './page';

export interface ReadOptions {
	/** Records per page, 10 to 100. */
	pageSize: number;
	/** Requests under way at once at most; a reading begins with fewer. */
	parallelPages: number;
	/** Stop at this many records; that none is missing between them is still certain. */
	wanted?: number;
	/** Stop after this many requests, and hand on what came until then. */
	maxRequests?: number;
	/** Hand on what there is if completeness cannot be proved, instead of throwing. */
	allowIncomplete?: boolean;
	/** Begin with this page, which has records, instead of the first one. */
	from?: Page;
	/** Stop after the batch with such a record, as if the list ended there. */
	isEnough?: (record: ServiceRecord) => boolean;
}

/** What can be said of a reading once it has ended. */
export interface Result {
	/** Nothing that existed throughout is missing. */
	complete: boolean;
	/** Why records may be missing, in words for a user. */
	warnings: string[];
	/** The reading ended at its `maxRequests`, with more to come. */
	stoppedEarly: boolean;
}

/**
 * Reads a paged list so that what existed during the whole reading arrives exactly once, in the service's
 * order; docs/internals/completeness.md says what is guaranteed, and why.
 *   - A list that fits one page is one answer, in which nothing can move.
 *   - A longer one is read as a chain of pages that overlap (overlap.ts).
 *   - If the pages do not fit, it is read until two passes agree (twoPass.ts).
 *   - If they never do, the reading ends with one error, or with a warning if the user allows that.
 */
export class Listing {
	readonly result: Result = { complete: false, warnings: [], stoppedEarly: false };

	private readonly reader: PageReader;

	private readonly seen = new Seen();

	private handedOn = 0;

	/** The list is read again from its front, so that a batch may begin above the one before it. */
	isRereading = false;

	constructor(
		private readonly source: PageSource,
		private readonly options: ReadOptions,
	) {
		this.reader = new PageReader(source, options);
	}

	/**
	 * The records in order; each batch is complete as far as the ones before it.
	 * @throws ServiceError (incomplete) if completeness cannot be proved and must be; and whatever the source
	 * throws
	 */
	async *batches(): AsyncGenerator<ServiceRecord[]> {
		const { reader, result } = this;
		try {
			const isDone = yield* this.unlessMismatch(this.inOrder(), this.options.isEnough);
			if (!isDone && !result.stoppedEarly) {
				this.isRereading = true;
				if (!(yield* this.unlessMismatch(this.slowly()))) return this.refuse();
				result.warnings.length = 0;
			}
			if (result.stoppedEarly) return;
			if (this.seen.count > 0) await confirmFirstPage(reader);
			result.complete = true;
		} finally {
			reader.leave();
		}
	}

	private async *inOrder(): AsyncGenerator<ServiceRecord[]> {
		const { reader } = this;
		const { from, pageSize } = this.options;
		const size = Math.min(Math.max(pageSize, pageSizeLimits.minimum), reader.largest);
		const first = from ?? (await reader.ask({ index: 0, size }));
		if (first.refusal) throw first.refusal;
		if (this.source.isOneAnswer) return yield first.records;
		if (first.records.length === 0) return yield* this.fromEmpty(first);
		yield* this.fromFirst(first);
	}

	private async *slowly(): AsyncGenerator<ServiceRecord[]> {
		await confirmFirstPage(this.reader, false);
		yield* readTwice(this.reader, this.seen, this.options.wanted);
	}

	/** An empty first page was requested twice; it is confirmed by page 0, or a third time. */
	private async *fromEmpty(first: Page): AsyncGenerator<ServiceRecord[]> {
		const { reader, source } = this;
		if (saysMore(first)) throw new Mismatch('page 1 is empty, but the service counts more');
		const isFirst = isConfirmed(source);
		if (!isFirst && (await isEmptyBefore(reader))) return;
		// Records may have been created just now.
		const again = await reader.read(first);
		if (again.records.length > 0) yield* this.fromFirst(again);
		else if (!isFirst) throw pageZeroError(source);
	}

	private async *fromFirst(first: Page): AsyncGenerator<ServiceRecord[]> {
		const { reader, seen } = this;
		const { wanted } = this.options;
		const { length } = first.records;
		if (length <= first.size) return yield* new Overlap(reader, seen, first, wanted).records();
		// Some services put everything on one page.
		yield seen.fresh(first.records);
		if (first.counts.pagesCount === 1 || first.counts.total === length) return;
		throw new Mismatch(`page ${first.index + 1} has ${length} records instead of ${first.size}`);
	}

	/** @returns whether the reading ended by itself */
	private async *unlessMismatch(
		reading: AsyncGenerator<ServiceRecord[]>,
		isEnough?: (record: ServiceRecord) => boolean,
	): AsyncGenerator<ServiceRecord[], boolean> {
		const { result } = this;
		const { wanted = Number.POSITIVE_INFINITY } = this.options;
		for (;;) {
			const step = await reading.next().catch((thrown: unknown) => {
				if (thrown instanceof Mismatch) return (result.warnings.push(thrown.message), undefined);
				if (!(thrown instanceof RequestsUsedUp)) throw thrown;
				result.stoppedEarly = true;
				return undefined;
			});
			if (!step) return false;
			if (step.done) return true;
			const records = step.value.slice(0, wanted - this.handedOn);
			this.handedOn += records.length;
			yield records;
			if (this.handedOn >= wanted || (isEnough && records.some(isEnough))) return true;
		}
	}

	private refuse(): void {
		if (this.result.stoppedEarly) return;
		const seen = this.result.warnings.join('; ');
		this.result.warnings = [notFitting(seen)];
		if (!this.options.allowIncomplete) throw mismatchError(this.source, seen);
	}
}

const notFitting = (seen: string) =>
	`The answers do not fit the paging settings of the credential: ${seen}`;

/** What a {@link Mismatch} means to a user. */
export function mismatchError({ nouns: { many }, what }: PageSource, seen: string): ServiceError {
	return new ServiceError('incomplete', `${notFitting(seen)} (while ${what})`, {
		description: `The node returned nothing, since ${many} could be missing. Run Connection Check: it finds out what to enter in the credential. If it finds nothing to change, run this again when fewer ${many} change.`,
		withOption: {
			allowIncomplete:
				'Or turn on "Allow Incomplete Results" under Advanced to get what was found, with a warning.',
		},
	});
}

/** Does something with pages. @throws ServiceError (incomplete) if they do not fit together */
export async function whilePagesFit<T>(source: PageSource, work: Promise<T>): Promise<T> {
	return await work.catch((thrown: unknown) => {
		throw thrown instanceof Mismatch ? mismatchError(source, thrown.message) : thrown;
	});
}
