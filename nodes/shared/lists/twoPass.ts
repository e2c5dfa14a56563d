import type { ServiceRecord } from '../client/envelope';
import { BackwardPass } from './backwardPass';
import { Mismatch } from './mismatch';
import type { PageReader } from './pageReader';
import { Seen } from './seen';
import { SlowPass } from './slowPass';

/** Maximum number of passes of the slow read. */
const maxSlowPasses = 20;

/** In a row. A service whose counts contradict its pages does so in every pass. */
const maxPassesWithoutEnd = 6;

/**
 * The slow read, for lists whose pages cannot overlap. It reads page by page, in passes, until
 *   - two passes agree: a pass misses a record only if an earlier one is removed, which the next pass then lacks.
 *   - or as many different records were read both before and after the end of a pass as the list then had positions:
 *     it had no others.
 *   - or a pass from the last page back to the first finds nothing new. If records are only deleted, it misses none.
 * It yields the records of all passes, each once.
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
	let passes = 0;
	let withoutEnd = 0;
	while (passes < maxSlowPasses) {
		passes++;
		const isBackward = passes > 2 && passes % 2 === 1;
		const pass: SlowPass | BackwardPass =
			isBackward && former ? new BackwardPass(reader, former) : new SlowPass(reader, former);
		const before = seen.count;
		for await (const records of pass.records()) {
			yield seen.fresh(records);
			count?.add(records);
			if (seen.count >= wanted) return;
		}
		const mayBeLast = pass instanceof SlowPass || seen.count === before;
		if (count?.isFilled || (mayBeLast && pass.isConfirmed(seen.count))) return;
		if (pass instanceof BackwardPass) continue;
		withoutEnd = pass.reachedEnd ? 0 : withoutEnd + 1;
		if (withoutEnd >= maxPassesWithoutEnd) break;
		former = pass.reachedEnd ? pass : undefined;
		// Records that were read later do not fill positions of an earlier end.
		if (former && seen.count !== count?.known) count = new RepeatedCount(seen, former.length);
	}
	throw new Mismatch(`the node read the list ${passes} times and could not prove it complete`);
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
		return this.again.count >= this.length;
	}
}
