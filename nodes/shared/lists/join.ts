import { sameRecords } from './ids';
import { isEmptyNow, Mismatch, notJoined, refuseLonger } from './mismatch';
import { endOfRecords, rangeAcross, startOf, type Page } from './page';
import type { PageReader } from './pageReader';
import type { Seen } from './seen';

/** Pages read to join two that share nothing: far more than a few changes need. */
export const maxStepsBack = 24;

interface Place {
	/** The page that the next one has to join. */
	left: Page;
	/** What was read without a gap, `left` included. */
	known: Seen;
	/** Records in a page at most. */
	largest?: number;
}

/**
 * If the list moved so far that two pages share nothing, steps back until a page joins what is known.
 * @throws Mismatch if none does; ServiceError as the source
 */
export async function join(reader: PageReader, answer: Page, place: Place): Promise<Page> {
	const { left, largest = reader.largest } = place;
	let page = await reader.confirm(answer);
	for (let steps = 0; !joins(page, place, reader.largest); steps++) {
		// Some services put everything on one page, and nothing behind it.
		const isOnlyPage = left.index === 0 && steps === 1 && page.records.length === 0;
		if (isOnlyPage) throw new Mismatch(isEmptyNow(page));
		if (steps === maxStepsBack || page.index === 0) throw new Mismatch(notJoined(left, page));
		// Not always across the same place, which may be near a boundary of pages of every size.
		const position = Math.max(0, startOf(page) - (steps % 3));
		page = await reader.ask(rangeAcross(position, largest));
	}
	return page;
}

/** Whether nothing can stand between what is known and a page. */
function joins(page: Page, { left, known }: Place, largest: number): boolean {
	const { records, index } = page;
	refuseLonger(page);
	if (records.length === 0) return false;
	if (index === 0) return true;
	const isKnown = (record: (typeof records)[number]) => known.has(record);
	// So many known records are no chance, even if their places have moved.
	const enough = Math.min(8, Math.floor(largest / 5));
	if (records.slice(0, 2 * enough).filter(isKnown).length >= enough) return true;
	if (records.every(isKnown)) return true;
	const both = endOfRecords(left) - startOf(page);
	if (both <= 0) return false;
	return sameRecords(left.records.slice(-both), records.slice(0, both));
}
