import type { ServiceRecord } from '../client/envelope';
import { BackwardPass } from './backwardPass';
import { Mismatch } from './mismatch';
import type { PageReader } from './pageReader';
import { maxPasses } from './passes';
import { Seen } from './seen';
import { SlowPass } from './slowPass';

/** In a row. A service whose counts contradict its pages does so in every pass. */
const maxPassesWithoutEnd = 6;

/**
 * The slow reading, for pages that cannot overlap. It reads the list page by page until
 *   - two passes agree: a pass misses a record only if an earlier record is removed, and then the next one lacks that.
 *   - or as many records as the list had at the end of a pass came before that time and after it, so it had no others.
 *   - or a pass from the end of the list finds nothing new. It needs no second one while records are only deleted.
 * Records of all passes are returned, without duplicates.
 * @param seen records that were already returned; this reading adds its own
 * @param wanted stop at this many records
 * @throws Mismatch; ServiceError as the source
 */
export async function* readTwice(
	reader: PageReader,
	seen: Seen,
	wanted = Number.POSITIVE_INFINITY,
): AsyncGenerator<ServiceRecord[]> {
	let former: SlowPass | undefined;
	let count: RepeatedCount | undefined;
	let withoutEnd = 0;
	for (let passes = 1; passes <= maxPasses; passes++) {
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
		// Records that came later do not fill positions of an earlier end.
		if (former && seen.count !== count?.known) count = new RepeatedCount(seen, former.length);
	}
	throw new Mismatch('no two consecutive readings of the list agreed');
}

/** Counts the records that the list certainly had at the end of a pass: they came before, and come again. */
class RepeatedCount {
	private readonly again = new Seen();

	/** Number of records that came before. */
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
