import { pageSizeLimits } from '../client/dialect';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError, tried } from '../client/errors';
import { isSame, sameRecords } from './ids';
import { isLast, type Page } from './page';
import type { PageReader } from './reader';
import type { Judge, PageSource } from './source';
import { leastForOverlap, startOf } from './stretch';

/**
 * What services do that do not know the paging parameters by the names that they are sent under. Each
 * habit is found out with a few small requests, where something looks like it, and is told with the
 * name of the parameter: a list is never taken for complete that was asked for in words not understood.
 */

const { minimum, maximum } = pageSizeLimits;

/** What to do next, whichever parameter it is. */
const howToSet = (parameter: string) =>
	`Set ${parameter} in the credential under "Customize Parameter Names" as the documentation of your service has it; the operation Connection Check finds it out.`;

/** @throws ServiceError (incomplete) unless incomplete results are allowed */
export async function tellIgnoredPageNumber(judge: Judge, { paging }: PageSource): Promise<void> {
	await judge.problem(
		`The service gives the first page whichever page is asked for: it does not know the page parameter by the name "${paging.page}"`,
		howToSet('"Page Parameter"'),
	);
}

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

/** Whether the first page comes whichever is asked for; asked where another one begins like it. */
export async function ignoresPageNumber(reader: PageReader, first: Page): Promise<boolean> {
	const { records: came, pagesCount = 0 } = first;
	for (const index of [1, 2]) {
		const { records } = await reader.ask({ index, size: minimum });
		const isSmall = records.length < Math.min(minimum, came.length);
		if (isSmall || !isSame(records[0], came[0])) return false;
	}
	if (pagesCount > 1 || came.length > maximum) return true;
	// Some services repeat the last page for all beyond it; then this may be the only one.
	const { source } = reader;
	return source.fromBothEnds ? !(await isWhole(first, source)) : came.length >= minimum;
}

/** Whether a page holds the whole list, as its other end shows. */
async function isWhole({ records, size }: Page, source: PageSource): Promise<boolean> {
	const asked = await tried(async () => await source.fromBothEnds?.(Math.max(size, minimum)));
	if (asked.failure?.kind === 'cancelled') throw asked.failure;
	const ends = asked.failure ? [] : (asked.value ?? []).map((end) => end.records);
	const isAll = ends.every(
		(end) => end.length === records.length && end.every((a) => records.some((b) => isSame(a, b))),
	);
	const [one, other] = ends;
	// In the same order the service has not turned them round, and the other end was not seen.
	return ends.length > 1 && isAll && (records.length === 1 || !sameRecords(one, other));
}

/**
 * Whether there is only one page, the first one, whichever is asked for. That is told, unless the page is
 * far more than was asked for: a list that is not paged came whole, each time.
 * @param page another one that begins like the first one
 * @throws ServiceError as the judge
 */
export async function givesFirstPageOnly(
	reader: PageReader,
	judge: Judge,
	first: Page,
	page: Page,
): Promise<boolean> {
	if (!(await ignoresPageNumber(reader, first))) return false;
	const came = first.records.length;
	const isMore = came > Math.max(reader.options.pageSize, maximum);
	const isWhole = isMore && sameRecords(page.records, first.records);
	if (!isWhole) await tellIgnoredPageNumber(judge, reader.source);
	return true;
}

const usualLargest = ({ paging }: PageSource) => paging.largestPage ?? maximum;

/** Owners of lists that have nothing before their first page. */
const beginAtFirst = new Set<string>();

const mostRemembered = 1_000;

/** Looks at what comes before the first page, while documents come and go. */
const mostLooksBefore = 3;

/**
 * Asks for the page before the first one, once for a credential in this process: a service that counts
 * pages from 0 would lose its first page in silence.
 * @throws ServiceError (badInput) where there is one
 */
export async function refuseCountingFromZero(source: PageSource): Promise<void> {
	const { owner, paging, nouns, what } = source;
	if (paging.firstPage === 0 || beginAtFirst.has(owner)) return;
	// A list that counts records may begin one record earlier, and not a page.
	const before = paging.pageCounts === 'records' ? -1 / minimum : -1;
	for (let look = 1; ; look++) {
		const asked = await tried(async () => await source.fetch(before, minimum));
		if (asked.failure?.kind === 'cancelled') throw asked.failure;
		// Trouble says nothing; the next reading asks again.
		if (asked.failure?.mayPass) return;
		const earlier = asked.failure ? [] : asked.value.records;
		if (earlier.length === 0) break;
		// Some services give their first page for all numbers that are too low, from which others may have been
		// pushed off meanwhile; what is counted in records may begin one record earlier.
		const isOverlapping = paging.pageCounts === 'records';
		const { records } = await source.fetch(0, isOverlapping ? minimum : usualLargest(source));
		const isThere = (one: ServiceRecord) => records.some((other) => isSame(one, other));
		if (isOverlapping ? earlier.every(isThere) : earlier.some(isThere)) break;
		// An empty page may be a mistake, and all of a few records may have left: not each time.
		if (look < mostLooksBefore) continue;
		throw new ServiceError(
			'badInput',
			`The service has ${nouns.many} on page 0, before the first page that was asked for, while ${what}`,
			{ description: howToSet(settingsOfPageZero(earlier.some(isThere))), fields: ['firstPage'] },
		);
	}
	if (beginAtFirst.size >= mostRemembered) beginAtFirst.clear();
	beginAtFirst.add(owner);
}

/** @param overlaps whether page 0 shows records of the first page as well, so that less than a page is skipped */
function settingsOfPageZero(overlaps: boolean): string {
	const number = '"First Page Number" to 0';
	return overlaps ? `${number} and "Page Parameter Counts" to Records` : number;
}
