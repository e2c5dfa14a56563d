import { pageSizeLimits } from '../client/dialect';
import type { ListAnswer } from '../client/envelope';
import { idOf, idsOf, sameIds } from './ids';
import type { Page } from './pageReader';

/** Asks for a page by its 0-based index in pages of `size` records. */
export type FetchPage = (index: number, size: number) => Promise<ListAnswer>;

/**
 * Whether a service that counts no pages gave fewer records than asked for although more follow: only
 * the next page of the size that it did give tells such a page from a list that is that short.
 * @param page the first page; gets the records that it has by now where it was read again
 */
export async function isCutShort(page: Page, fetch: FetchPage): Promise<boolean> {
	const given = page.records.length;
	for (let tries = 0; tries < 3; tries++) {
		const second = await fetch(page.index + 1, given);
		if (second.records.length === 0 || sameIds(second.records, page.records)) return false;
		// More came: the page was cut short, unless the list has just grown.
		const again = await fetch(page.index, page.size);
		page.records = again.records;
		if (again.records.length !== given) return false;
		const ids = new Set(idsOf(again.records));
		if (!second.records.some((record) => ids.has(idOf(record)))) return true;
	}
	return true;
}

/**
 * Which page a service gave again in place of the one asked for: always the first, since it does not
 * know the page number by its name, or the last one, as some do for all pages beyond it.
 * @param previous the page before it in order
 * @returns undefined for a page of its own, also when the list has just moved by a whole page
 */
export async function repeats(
	page: Page,
	first: Page,
	previous: Page | undefined,
	fetch: FetchPage,
): Promise<'first' | 'previous' | undefined> {
	const likeFirst = sameStart(page, first, page.size);
	const likePrevious = previous !== undefined && sameIds(page.records, previous.records);
	if (!likeFirst && !likePrevious) return undefined;
	const probe = await fetch(1, pageSizeLimits.minimum);
	if (likeFirst && sameStart(probe, first, pageSizeLimits.minimum)) return 'first';
	return likePrevious ? 'previous' : undefined;
}

type Records = Pick<ListAnswer, 'records'>;

/** Whether some records at least are there, and the first ones are those of the other page. */
function sameStart({ records }: Records, other: Records, length: number): boolean {
	const both = Math.min(records.length, other.records.length, length);
	return both > 0 && sameIds(records.slice(0, both), other.records.slice(0, both));
}
