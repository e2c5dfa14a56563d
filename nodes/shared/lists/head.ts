import type { ServiceRecord } from '../client/envelope';
import { join, maxStepsBack } from './join';
import { isEmptyNow, Mismatch, movesTooFast } from './mismatch';
import { endOf, isShort, rangeOver, type Page } from './page';
import type { PageReader } from './pageReader';
import { Seen } from './seen';

/** Looks at a head that changes all the time. */
const maxHeadRereads = 20;

/** So many records in their former order show that the list is as it was from there on. */
const unmovedRecords = 10;

/** A chain of pages that has reached the end of the list. */
interface Chain {
	/** Everything that was handed on; receives what the head shows in addition. */
	seen: Seen;
	/** What the chain has shown since it was last at the front. */
	known: Seen;
	pages: number;
	isEnd(page: Page): Promise<boolean>;
}

/**
 * Reads what was moved to the head meanwhile, down to the known order. A look of one page is one answer,
 * which nothing can slip past.
 * @throws Mismatch if the head never stays as it is; ServiceError as the source
 */
export async function* recheckHead(
	reader: PageReader,
	chain: Chain,
): AsyncGenerator<ServiceRecord[]> {
	const { seen } = chain;
	// A further look goes down to where the one before it began.
	let { known } = chain;
	for (let looks = 0; looks < maxHeadRereads; looks++) {
		const before = known.end;
		let shown = new Seen();
		let page = await reader.ask({ index: 0, size: reader.largest });
		for (let pages = 1; ; pages++) {
			if (pages > chain.pages + maxStepsBack) throw new Mismatch(movesTooFast);
			if (page.records.length === 0) throw new Mismatch(isEmptyNow(page));
			const isAsBefore = isInKnownOrder(page, known, before);
			shown.fresh(page.records);
			yield seen.fresh(page.records);
			if (isAsBefore || (isShort(page) && (await chain.isEnd(page)))) break;
			const next = await reader.read(rangeOver(endOf(page), reader.largest));
			page = await join(reader, next, { left: page, known: shown });
			if (page.index === 0) shown = new Seen();
		}
		if (page.index === 0) return;
		known = shown;
	}
	throw new Mismatch(movesTooFast);
}

/** Whether a page ends in records that come in the order in which they came until `before`. */
function isInKnownOrder({ records, size }: Page, seen: Seen, before: number): boolean {
	const tail = records.slice(-Math.min(unmovedRecords, size / 2));
	const places = tail.map((record) => seen.placeOf(record) ?? Number.NaN);
	return places.every((place, at) => place <= before && !(place <= places[at - 1]));
}
