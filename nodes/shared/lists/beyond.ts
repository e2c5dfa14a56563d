import { pageSizeLimits } from '../client/dialect';
import { givesFirstPageOnly } from './habits';
import { isSame, sameRecords } from './ids';
import { emptyPage, endOfRecords, endsWith, isPromised, isShort, repeats, type Page } from './page';
import { hasOneSize } from './pageSize';
import type { PageReader } from './reader';
import type { Judge } from './source';
import { startOf, stretchAcross } from './stretch';

/**
 * What a page beyond the end of a list looks like. Services answer it with nothing, with a refusal, with
 * the last page again or with the first one again.
 */

/** Services that limit how far down a list may be read do so from here on. */
const leastDepth = 1_000;

/** The most records that a page of a list was seen to hold, by its owner and its nouns. */
const mostOnOnePage = new Map<string, number>();

/** Lists whose pages are remembered. */
const mostRemembered = 1_000;

/** What is said where {@link isSilent} holds. */
export const silence = 'The service went silent: pages that had records before are empty now';

/** Times that a refusal is not taken for the end of a list that goes on. */
export const mostTries = 3;

/**
 * Whether a page lies beyond the end of its list. Not asked for a page that a count already ends.
 * @param before the page in front of it; `size` is what the service puts on one, as far as that is known
 * @param first the first page of the list
 * @throws ServiceError as the judge, where the page is promised; why it was refused, where it is not the end
 */
export async function isBeyondEnd(
	page: Page,
	before: Page,
	first: Page,
	reader: PageReader,
	judge: Judge,
): Promise<boolean> {
	const { index, size, records, refusal } = page;
	if (refusal) {
		if (isShort(before) || endsWith(before)) return true;
		// It may have been promised by a list that has become shorter meanwhile, and not by one that is as it was.
		if (reader.cannotOverlap && before.pagesCount !== undefined) {
			const again = await reader.ask(before);
			const isPromisedStill = again.records.length > 0 && !endsWith(again);
			if (isPromisedStill && (await reader.ask(page)).refusal) throw refusal;
			return true;
		}
		for (let tries = 0; tries < mostTries; tries++) {
			if (await endsBy(page, reader)) return true;
			// It was the end, where the page comes by now since the list has grown.
			if (!(await reader.ask(page)).refusal) return true;
		}
		throw refusal;
	}
	if (records.length === 0) {
		if (isPromised(page)) await judge.problem(emptyPage(page));
		return true;
	}
	if (await isFirstAgain(page, first, reader, judge)) return true;
	if (isPromised(page) || !repeats(page, before)) return false;
	if (isShort(before)) return true;
	// Once may be a list that has moved by just as much as a page.
	const further = await reader.ask({ index: index + 1, size });
	return further.records.length === 0 || repeats(further, before);
}

/**
 * Whether a page that a reading is to begin with lies beyond the end of its list, or is the only one there is.
 * @param top the first page of the list
 * @throws ServiceError as {@link isBeyondEnd}
 */
export async function beginsBeyondEnd(
	page: Page,
	top: Page,
	reader: PageReader,
	judge: Judge,
): Promise<boolean> {
	if (page.index === 0) return false;
	if (isPromised(page)) return await isFirstAgain(page, top, reader, judge);
	const before = await reader.ask({ index: page.index - 1, size: page.size });
	return await isBeyondEnd(page, before, top, reader, judge);
}

/**
 * Whether the service has stopped answering, rather than that the list has ended: a page that had records
 * has none by now, where nothing but silence shows the end.
 * @throws ServiceError as the source
 */
export async function isSilent(
	{ index, size, records }: Page,
	reader: PageReader,
): Promise<boolean> {
	// The few records of a page that no others follow may have left.
	if (!reader.hearsNothing || records.length < pageSizeLimits.minimum) return false;
	const again = await reader.ask({ index, size });
	if (again.refusal) throw again.refusal;
	return again.records.length === 0;
}

/**
 * Whether the first page came in place of another one: since there is only one, whichever is asked for,
 * which is told, or since the other one lies beyond the end.
 * @throws ServiceError as the source and the judge
 */
export async function isFirstAgain(
	page: Page,
	first: Page,
	reader: PageReader,
	judge: Judge,
): Promise<boolean> {
	return (
		(await isFirstAlways(page, first, reader, judge)) || (await isFirstByNow(page, first, reader))
	);
}

/** Whether the first page comes whichever is asked for. @throws ServiceError as the source and the judge */
export async function isFirstAlways(
	page: Page,
	first: Page,
	reader: PageReader,
	judge: Judge,
): Promise<boolean> {
	if (!beginsAs(page, first) || reader.pageNumberCounts) return false;
	if (first.pagesCount === 1 && !isPromised(page)) return false;
	reader.pageNumberCounts = !(await givesFirstPageOnly(reader, judge, first, page));
	return !reader.pageNumberCounts;
}

/** Whether a page is the first one, and not one where the former first records stand by now. */
export async function isFirstByNow(page: Page, first: Page, reader: PageReader): Promise<boolean> {
	if (!beginsAs(page, first)) return false;
	const now = await reader.ask({ index: 0, size: page.size });
	return sameRecords(now.records, page.records);
}

function beginsAs(page: Page, first: Page): boolean {
	const [top, firstTop] = [page.records[0], first.records[0]];
	return page.index > first.index && !!top && !!firstTop && isSame(top, firstTop);
}

/**
 * A first page without its count, where that is mistaken: a service with pages of a size of its own may
 * count them in the size that was asked for, so that the first of several looks like the only one. What
 * comes behind it is asked for where it has more records than any page of this list was seen to hold.
 */
export async function withBelievedCount(first: Page, reader: PageReader): Promise<Page> {
	const { index, records, pagesCount } = first;
	const { owner, nouns } = reader.source;
	const list = `${owner} ${nouns.many}`;
	const size = records.length;
	if (index > 0 || size <= (mostOnOnePage.get(list) ?? 0)) return first;
	if (pagesCount === 1 && isShort(first)) {
		const next = await reader.ask({ index: 1, size });
		const isKnown = next.records.every((one) => records.some((other) => isSame(one, other)));
		if (!isKnown) return { ...first, pagesCount: undefined };
	}
	if (mostOnOnePage.size >= mostRemembered) mostOnOnePage.clear();
	mostOnOnePage.set(list, size);
	return first;
}

/**
 * Whether a list ends where a page was refused: another page across that place shows it. Pages of one size
 * cannot be laid across; then a refusal far down may as well be a limit of depth, unless there is no such
 * page.
 */
export async function endsBy(refused: Page, reader: PageReader): Promise<boolean> {
	const place = startOf(refused);
	if (reader.cannotOverlap || (await hasOneSize(reader))) {
		return place < leastDepth || refused.refusal?.kind === 'notFound';
	}
	const across = await reader.ask(stretchAcross(place, reader.largest));
	return !across.refusal && endOfRecords(across) <= place;
}
