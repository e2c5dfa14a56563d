import type { ServiceRecord } from '../client/envelope';
import { joinWithoutGap, maxStepsBack, minShared } from './gaps';
import { isEmptyNow, Mismatch, movesTooFast } from './mismatch';
import { endOf, isShort, rangeOver, type Page } from './page';
import type { PageReader } from './pageReader';
import { Seen } from './seen';

/** For a head that keeps changing. */
const maxHeadRereads = 20;

/** This many records in their previous order show that the rest of the list has not moved. */
const unmovedRecords = 10;

/** A chain of pages that has reached the end of the list. */
interface Chain {
	/** All records that were returned. The records of the head are added. */
	seen: Seen;
	/** Records that the chain has read since it last started from page 1. */
	known: Seen;
	pages: number;
	/** Position after its last record. */
	end: number;
	/** Whether the list goes on behind a short page of its head, and a page across its end. */
	behind(page: Page): Promise<{ page?: Page; goesOn?: boolean }>;
}

/**
 * Re-reads the head of the list down to the known order, because records may have moved there. It repeats this until one
 * page is enough: a single response cannot miss a record that moves.
 * @throws Mismatch if the head keeps changing; ServiceError as the source
 */
export async function* recheckHead(
	reader: PageReader,
	chain: Chain,
): AsyncGenerator<ServiceRecord[]> {
	const { seen } = chain;
	// Every position that the chain has passed gave it a record of its own, so it has missed none.
	const isWhole = chain.known.count >= chain.end;
	// Each further round stops where the previous one started.
	let { known } = chain;
	for (let rereads = 0; rereads < maxHeadRereads; rereads++) {
		const before = known.end;
		let headRecords = new Seen();
		let page = await reader.ask({ index: 0, size: reader.largest });
		for (let pages = 1; ; pages++) {
			if (pages > chain.pages + maxStepsBack) throw new Mismatch(movesTooFast);
			if (page.records.length === 0) throw new Mismatch(isEmptyNow(page));
			headRecords.fresh(page.records);
			const isAsBefore =
				(isWhole || hasStart(headRecords, known, reader.largest)) &&
				isInKnownOrder(page, known, before);
			const end: Awaited<ReturnType<Chain['behind']>> =
				!isAsBefore && isShort(page) ? await chain.behind(page) : { goesOn: !isAsBefore };
			for (const { records } of [page, ...(end.page ? [end.page] : [])]) {
				headRecords.fresh(records);
				yield seen.fresh(records);
				chain.known.fresh(records);
			}
			if (!end.goesOn) break;
			const next = await reader.read(rangeOver(endOf(page), reader.largest));
			page = await joinWithoutGap(reader, next, { left: page, known: headRecords });
			if (page.index === 0) headRecords = new Seen();
		}
		if (page.index === 0) return;
		known = headRecords;
	}
	throw new Mismatch(movesTooFast);
}

/**
 * Whether the head shows the start of the known order. Else many records may have moved there in their order, and a page
 * may have joined records that they have pushed down (gaps.ts).
 */
function hasStart(head: Seen, { start }: Seen, largest: number): boolean {
	const records = start.slice(0, 2 * minShared(largest));
	return records.filter((record) => head.has(record)).length * 2 > records.length;
}

/** Whether a page ends with records in their previous order, at positions up to `before`. */
function isInKnownOrder({ records, size }: Page, seen: Seen, before: number): boolean {
	const tail = records.slice(-Math.min(unmovedRecords, size / 2));
	const positions = tail.map((record) => seen.placeOf(record) ?? Number.NaN);
	return positions.every((position, at) => position <= before && !(position <= positions[at - 1]));
}
