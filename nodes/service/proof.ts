import type { ServiceRecord } from './envelope';
import { sameIds, type CreationOrder } from './identity';
import type { Page } from './pageReader';

/** The list's two ends and its length at one moment. */
export interface Mark {
	head: ServiceRecord[];
	tail: Page;
	pagesCount: number;
}

/**
 * Whether the pages from the first one on hold every record that existed throughout.
 *
 * Why: at the moment at which the last of these pages was answered, before any other was asked for,
 * the list held just as many records up to its end as all these pages together: its number tells.
 * Every record found existed at that moment. It was seen after it, as the first page's were when that
 * page was read again; and it is older than one that existed then, as strictly rising or falling ids
 * show. None comes twice. So they are as many different ones as there were, and that is all of them.
 * @param pages 0, 1, 2 and so on; all but the first and the last asked for after the last was answered
 * @param head the first page, read again after the last was answered
 * @param order of the records before these pages; it is not changed
 */
export function provedByAnchor(
	pages: Page[],
	head: ServiceRecord[] | undefined,
	size: number,
	order: CreationOrder,
): boolean {
	if (!head || !sameIds(head, pages[0].records)) return false;
	const whole = (page: Page) => page.records.length === size;
	return pages.slice(0, -1).every(whole) && staysInOrder(pages, order);
}

/**
 * Whether a batch holds every record that existed throughout, by a mark before and one after it.
 *
 * Why: between the marks nothing was added at an end (both ends are the same) and the length is the
 * same, so nothing that was there at the first mark was deleted. What came and went in between shifted
 * pages one way and back; the way there makes a record come twice, which strictly rising or falling
 * ids exclude, so there was no way back either, and that is where a record would have been lost.
 */
export function provedAtRest(
	pages: Page[],
	before: Mark | undefined,
	after: Mark | undefined,
	size: number,
	order: CreationOrder,
): boolean {
	if (!before || !after || before.pagesCount !== after.pagesCount) return false;
	if (!sameIds(before.head, after.head)) return false;
	if (!sameIds(before.tail.records, after.tail.records)) return false;
	const whole = (page: Page) => page.records.length === size || page.index === after.tail.index;
	return pages.every(whole) && staysInOrder(pages, order);
}

function staysInOrder(pages: Page[], order: CreationOrder): boolean {
	const tried = order.fork();
	for (const page of pages) {
		if (page.handedOut) continue;
		for (const record of page.records) tried.add(record);
	}
	return tried.holds;
}
