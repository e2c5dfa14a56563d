import { sameRecords } from './ids';
import { isEmptyNow, Mismatch, notJoined, refuseLonger } from './mismatch';
import { endOfRecords, rangeAcross, startOf, type Page } from './page';
import type { PageReader } from './pageReader';
import type { Seen } from './seen';

/** Maximum steps back to join two pages without common records. A few changes need far fewer. */
export const maxStepsBack = 24;

interface Predecessor {
	/** The page before the one to join. */
	left: Page;
	/** Records that were read without a gap, including `left`. */
	known: Seen;
	/** Maximum page size. */
	largest?: number;
}

/**
 * Joins a page to the known records. If the list has moved so far that they have no record in common, steps back until a
 * page joins.
 * @throws Mismatch if no page joins; ServiceError as the source
 */
export async function joinWithoutGap(
	reader: PageReader,
	next: Page,
	before: Predecessor,
): Promise<Page> {
	const { left, largest = reader.largest } = before;
	let page = await reader.confirm(next);
	for (let steps = 0; hasGap(page, before, reader.largest); steps++) {
		// Some services return everything on page 1 and nothing after it.
		const isOnlyPage = left.index === 0 && steps === 1 && page.records.length === 0;
		if (isOnlyPage) throw new Mismatch(isEmptyNow(page));
		if (steps === maxStepsBack || page.index === 0) throw new Mismatch(notJoined(left, page));
		// Vary the position, because one position may be near a page boundary in every size.
		const position = Math.max(0, startOf(page) - (steps % 3));
		page = await reader.ask(rangeAcross(position, largest));
	}
	return page;
}

/** This many known records are no coincidence, even if they have moved. */
export const minShared = (largest: number) => Math.min(8, Math.floor(largest / 5));

/** Whether there may be records between the known ones and a page. */
export function hasGap(page: Page, { left, known }: Predecessor, largest: number): boolean {
	const { records, index } = page;
	refuseLonger(page);
	if (records.length === 0) return true;
	if (index === 0) return false;
	const isKnown = (record: (typeof records)[number]) => known.has(record);
	const shared = minShared(largest);
	if (records.slice(0, 2 * shared).filter(isKnown).length >= shared) return false;
	if (records.every(isKnown)) return false;
	const both = endOfRecords(left) - startOf(page);
	if (both <= 0) return true;
	return !sameRecords(left.records.slice(-both), records.slice(0, both));
}
