import { pageSizeLimits } from '../client/dialect';
import { howToSet } from './habits';
import { isSame } from './ids';
import { isLast, type Page } from './page';
import type { PageReader } from './reader';
import type { Judge } from './source';
import { leastForOverlap, startOf } from './stretch';

/**
 * How many records a service puts on a page: not all know the page size by the name that it is sent under,
 * and some have sizes of their own.
 */

const { minimum } = pageSizeLimits;

/**
 * How many records come where a size that is neither the one asked for nor the least is asked for, and how
 * many these are; undefined where as many come. Services that have a few sizes only, such as 10, 20, 50 and
 * 100, take the next one.
 */
export async function ownSizeFor(
	reader: PageReader,
	first: Page,
): Promise<{ asked: number; given: number } | undefined> {
	const most = first.index === 0 ? first.records.length : reader.largest;
	const asked = Math.min(most, reader.largest) - 1;
	if (asked <= minimum) return undefined;
	const { records } = await reader.ask({ index: 0, size: asked });
	const given = records.length;
	return given > 0 && given < asked ? { asked, given } : undefined;
}

/** Says that only some sizes of a page are heeded. */
export function noticeOfOwnSizes(
	{ source }: PageReader,
	{ asked, given }: { asked: number; given: number },
): string {
	return `The service has page sizes of its own: asked for ${asked} ${source.nouns.many} it gave ${given}. So the list was read until two readings agreed, which takes longer`;
}

/** Says how many records there are on a page, where it is not as asked for. */
export function noticeOfSize(
	size: 'smaller' | 'fixed',
	{ source, options }: PageReader,
	given: number,
): string {
	const { paging, nouns } = source;
	if (size === 'smaller')
		return `The service gave ${given} ${nouns.many} per page instead of the ${options.pageSize} asked for`;
	return `The service gives ${given} ${nouns.many} per page whatever is asked for: it does not seem to know the page size parameter by the name "${paging.pageSize}". So the list was read until two readings agreed, which takes longer. ${howToSet('"Page Size Parameter"').slice(0, -1)}`;
}

/**
 * How many records the service puts on a page, found out from its second one.
 * @returns `asAsked`; `smaller` where no page has more than the first one; `fixed` where all have as many
 * whatever is asked for, or too few for pages of several sizes
 */
export async function sizeOfPages(
	reader: PageReader,
	first: Page,
	next: Page,
): Promise<'asAsked' | 'smaller' | 'fixed'> {
	const given = first.records.length;
	if (next.records.length > next.size) return 'fixed';
	const other = given > minimum ? minimum : leastForOverlap;
	const { records } = await reader.ask({ index: 0, size: other });
	if (given > minimum ? records.length > other : records.length <= given) return 'fixed';
	if (given >= first.size || given < minimum) return 'asAsked';
	// Records that the service leaves out make a page short as well; then the next one is another.
	const asAsked = await reader.ask({ index: 1, size: first.size });
	const own = await reader.ask({ index: 1, size: given });
	const both = own.records.filter((a) => asAsked.records.some((b) => isSame(a, b)));
	if (both.length * 2 < own.records.length || both.length === 0) return 'asAsked';
	return given < leastForOverlap ? 'fixed' : 'smaller';
}

/**
 * Learns from a page behind which the list goes on how many records the service puts on one, without
 * asking for any other.
 * @returns true when that was not known before: then the page may not be the one that was asked for
 */
export function learnSize(reader: PageReader, { index, size, records }: Page): boolean {
	const given = records.length;
	if (given === 0 || given === size || (given < size && reader.isOfOneSize)) return false;
	reader.largest = given;
	// More than asked for are of a size of the service's own.
	if (given > size) reader.givesOneSize = true;
	return index > 0 || given < size;
}

/** Whether pages have as many records whatever is asked for; asked where that is not known yet. */
export async function hasOneSize(reader: PageReader): Promise<boolean> {
	if (!reader.isOfOneSize && reader.givesOneSize === undefined) {
		const { records } = await reader.ask({ index: 0, size: minimum });
		reader.givesOneSize = records.length > minimum;
	}
	return reader.isOfOneSize;
}

/**
 * The first page in the size that it has. Where the page number skips single records, those that a page lacks of
 * the size asked for would be skipped with it, and nothing would show it.
 * @throws ServiceError as the source and the judge
 */
export async function inItsOwnSize(reader: PageReader, judge: Judge, first: Page): Promise<Page> {
	const { records, size } = first;
	const given = records.length;
	const { paging, nouns } = reader.source;
	if (paging.pageCounts !== 'records' || given === 0 || given >= size || isLast(first))
		return first;
	const index = (startOf(first) + given) / minimum;
	const next = await reader.ask({ index, size: minimum });
	if (next.records.every((one) => records.some((other) => isSame(one, other)))) return first;
	if (given < minimum) {
		await judge.problem(
			`The service gives ${given} ${nouns.many} per page, fewer than can be asked for`,
			howToSet('"Page Size Parameter"'),
		);
	}
	reader.largest = given;
	return { ...first, size: given };
}
