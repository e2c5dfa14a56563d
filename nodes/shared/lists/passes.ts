import type { ServiceRecord } from '../client/envelope';
import {
	isEmptyNow,
	Mismatch,
	movesTooFast,
	refusedBeforeEnd,
	tooFewRecords,
	tooSmall,
} from './mismatch';
import { minOverlapSize, type Page } from './page';
import type { PageReader } from './pageReader';
import { Pass } from './pass';
import { Seen } from './seen';

/** Maximum number of passes of a read. */
const maxFastPasses = 20;

/** Restarts with the page size that the service returns. */
const maxRestarts = 3;

/** This many records in their previous order show that the rest of the list has not moved. */
const unmovedRecords = 10;

/** If records may be missing, more than half of this many first records must come again. */
const firstRecords = 16;

/**
 * The fast read: passes from page 1, each a chain of overlapping pages that shows gaps (pass.ts). The first pass reads
 * up to the end of the list. A further pass finds records that have moved, and stops at a page behind which nothing can
 * be missing. The read ends when one page is enough for a pass. docs/internals/completeness.md has the proof.
 * @param seen records that were already returned; this read adds its own
 * @param first the non-empty page 1
 * @param wanted stop at this many records
 * @param follow called at the start of each pass, with the one before, unless the pages turned out to be smaller
 * @throws Mismatch; ServiceError as the source
 */
export async function* readInPasses(
	reader: PageReader,
	seen: Seen,
	first: Page,
	{
		wanted = Number.POSITIVE_INFINITY,
		follow,
	}: { wanted?: number; follow?: (pass: Pass, former?: Pass) => void } = {},
): AsyncGenerator<ServiceRecord[]> {
	let former: Pass | undefined;
	let positions: PositionCount | undefined;
	let restarts = 0;
	let start = first;
	for (let passes = 0; passes < maxFastPasses; passes++) {
		reader.beginPass();
		if (passes > 0) start = await pageOne(reader);
		const pass = new Pass(reader, start, () => wanted - seen.count, former !== undefined);
		follow?.(pass, former);
		const check: PassCheck | undefined =
			former && positions && new PassCheck(pass, former, positions);
		for await (const page of pass.read()) {
			yield seen.fresh(page.records);
			positions?.add(page.records);
			if (seen.count >= wanted || check?.isNothingMissingBehind(page)) pass.stop();
		}
		if (pass.actualPageSize === undefined) {
			if (seen.count >= wanted) return;
			if (former ? pass.pages === 1 : pass.isOneResponse)
				return refuseFewer(positions ?? pass.known, reader.minCount);
			if (pass.isAtEnd) positions = new PositionCount(pass);
			former = pass;
		} else {
			reader.largest = pass.actualPageSize;
			if (restarts++ === maxRestarts || pass.actualPageSize < minOverlapSize)
				throw new Mismatch(tooSmall(pass.lastPage));
			[former, positions] = [undefined, undefined];
		}
	}
	throw new Mismatch(movesTooFast);
}

async function pageOne(reader: PageReader): Promise<Page> {
	const page = await reader.ask({ index: 0, size: reader.largest });
	if (page.refusal) throw refusedBeforeEnd(page);
	if (page.records.length === 0) throw new Mismatch(isEmptyNow(page));
	return page;
}

/** A service that repeats a page instead of another one returns fewer records than it reports. */
function refuseFewer({ count }: { count: number }, minCount: number): void {
	if (count < minCount) throw new Mismatch(tooFewRecords(count, minCount));
}

/**
 * Counts different records. If there are as many as the list had positions when its end was read, none is missing, however
 * they moved, unless deleted or created records make up for a missing one.
 */
class PositionCount {
	private readonly since = new Seen();

	/** @param fullPass a pass that reached the end of the list */
	constructor(private readonly fullPass: Pass) {}

	/** Adds records that were read after that pass. */
	add(records: ServiceRecord[]): void {
		this.since.fresh(records.filter((record) => !this.fullPass.known.has(record)));
	}

	get count(): number {
		return this.fullPass.known.count + this.since.count;
	}

	/** Records that were not read, if nothing was deleted or created. */
	get missing(): number {
		return this.fullPass.end - this.count;
	}
}

/** Decides where a further pass may stop. */
class PassCheck {
	/** Nothing was missing before this pass. */
	private readonly wasComplete: boolean;

	constructor(
		private readonly pass: Pass,
		private readonly former: Pass,
		private readonly positions: PositionCount,
	) {
		this.wasComplete = positions.missing <= 0;
	}

	/** @param page the last one of this pass, in `positions` already */
	isNothingMissingBehind(page: Page): boolean {
		const last = this.placeOfKnownOrder(page);
		if (last === undefined) return false;
		if (!this.wasComplete && !this.hasFirstRecordsAgain()) return false;
		return this.positions.missing + this.presumablyMissing(last) <= 0;
	}

	/** The place of the last record in the previous pass, if the page ends with records in the order of that pass. */
	private placeOfKnownOrder({ records, size }: Page): number | undefined {
		const tail = records.slice(-Math.min(unmovedRecords, size / 2));
		const places = tail.map((record) => this.former.known.placeOf(record) ?? Number.NaN);
		const isInOrder = places.every((place, at) => at === 0 || place > places[at - 1]);
		return isInOrder ? places[places.length - 1] : undefined;
	}

	/** Otherwise many records may have moved up together, and the known order starts in the middle of them. */
	private hasFirstRecordsAgain(): boolean {
		const first = this.former.known.start.slice(0, firstRecords);
		return first.filter((record) => this.pass.known.has(record)).length * 2 > first.length;
	}

	/**
	 * Records that the previous pass had above this place and this pass lacks. They are deleted, or moved down. One may
	 * have been deleted at each request, so these do not count.
	 */
	private presumablyMissing(last: number): number {
		const { known } = this.former;
		const isAbove = (record: ServiceRecord) => (known.placeOf(record) ?? last) < last;
		const unseen = known.start.filter((one) => isAbove(one) && !this.pass.known.has(one));
		return Math.max(0, unseen.length - this.pass.pages - 1);
	}
}
