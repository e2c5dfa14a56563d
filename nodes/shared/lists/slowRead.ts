import type { ServiceRecord } from '../client/envelope';
import { BackwardPass } from './backwardPass';
import { Mismatch } from './mismatch';
import type { PageReader } from './pageReader';
import { Seen } from './seen';
import { SlowPass } from './slowPass';

/** Passes in a row with the same records. If they prove nothing, the responses do not fit. */
const maxEqualPasses = 3;

/**
 * The slow read, for lists whose pages cannot overlap. It reads page by page, in passes, until
 *   - two passes agree: a pass misses a record only if an earlier one is removed, which the next pass then lacks.
 *   - or as many different records were read both before and after the end of a pass as the list then had positions:
 *     it had no others.
 *   - or a pass from the last page back to the first finds nothing new, and the list has no more positions than it found
 *     records. If records are only deleted, it misses none.
 * While passes differ, the list changes: the node waits longer after each one. It yields the records of all passes, each
 * once.
 * @param seen records that were already returned; this read adds its own
 * @param wanted stop at this many records
 * @throws Mismatch; ServiceError as the source
 */
export async function* readPageByPage(
	reader: PageReader,
	seen: Seen,
	wanted = Number.POSITIVE_INFINITY,
): AsyncGenerator<ServiceRecord[]> {
	let former: SlowPass | undefined;
	let count: RepeatedCount | undefined;
	let equal = 0;
	for (let passes = 1; ; passes++) {
		reader.beginPass();
		const pass: SlowPass | BackwardPass =
			former?.reachedEnd && passes % 2 === 1
				? new BackwardPass(reader, former)
				: new SlowPass(reader, former);
		const before = seen.count;
		const mismatch = yield* untilMismatch(add(pass.records(), seen, wanted, count));
		if (seen.count >= wanted) return;
		if (mismatch) {
			// The list may grow faster than it can be read.
			const fresh = seen.fresh(await freshPageOne(reader));
			if (fresh.length === 0 || !(await reader.pauses.next())) throw mismatch;
			yield fresh;
			continue;
		}
		const mayBeLast = pass instanceof SlowPass || seen.count === before;
		if (count?.isFilled || (mayBeLast && pass.isConfirmed(seen.count))) return;
		if (pass instanceof BackwardPass) continue;
		equal = pass.isEqual ? equal + 1 : 0;
		former = pass;
		// Records that were read later do not fill positions of an earlier end.
		if (pass.reachedEnd && seen.count !== count?.known)
			count = new RepeatedCount(seen, pass.length);
		const isChanging = equal === 0 && passes > 1;
		if (equal === maxEqualPasses || (isChanging && !(await reader.pauses.next())))
			throw new Mismatch(
				`the node read the list ${passes} times, but could not confirm that it has all records`,
				// While passes differ, a refused page may be past the end of that moment.
				isChanging ? undefined : pass.refusal,
			);
	}
}

/** Adds the records of a pass, and yields the new ones. */
async function* add(
	pass: AsyncGenerator<ServiceRecord[]>,
	seen: Seen,
	wanted: number,
	count?: RepeatedCount,
): AsyncGenerator<ServiceRecord[]> {
	for await (const records of pass) {
		yield seen.fresh(records);
		count?.add(records);
		if (seen.count >= wanted) return;
	}
}

/** @returns the mismatch that ended the reading, if any */
async function* untilMismatch(
	reading: AsyncGenerator<ServiceRecord[]>,
): AsyncGenerator<ServiceRecord[], Mismatch | undefined> {
	for (;;) {
		const step = await reading.next().catch((thrown: unknown) => {
			if (thrown instanceof Mismatch) return thrown;
			throw thrown;
		});
		if (step instanceof Mismatch) return step;
		if (step.done) return undefined;
		yield step.value;
	}
}

async function freshPageOne(reader: PageReader): Promise<ServiceRecord[]> {
	reader.beginPass();
	return (await reader.ask({ index: 0, size: reader.largest })).records;
}

/** Counts the records that were in the list at the end of a pass: they were read before it, and again after it. */
class RepeatedCount {
	private readonly again = new Seen();

	/** Number of records that were read before. */
	readonly known: number;

	private readonly lastBefore: number;

	/** @param length of the list at that time */
	constructor(
		private readonly seen: Seen,
		private readonly length: number,
	) {
		this.lastBefore = seen.end;
		this.known = seen.count;
	}

	add(records: ServiceRecord[]): void {
		const { seen, lastBefore } = this;
		this.again.fresh(records.filter((record) => (seen.placeOf(record) ?? Infinity) <= lastBefore));
	}

	get isFilled(): boolean {
		// If there are more, pages have become smaller, so that the positions do not fit.
		return this.again.count === this.length;
	}
}
