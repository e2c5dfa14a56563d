import { pageSizeLimits } from '../client/dialect';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError, tried } from '../client/errors';
import { isSame, sameRecords } from './ids';
import { isShort, type Page } from './page';
import type { PageReader } from './reader';
import type { Judge, PageSource } from './source';

/**
 * What services do that do not know the paging parameters by the names that they are sent under. Each
 * habit is found out with a few small requests, where something looks like it, and is told with the
 * name of the parameter: a list is never taken for complete that was asked for in words not understood.
 */

const { minimum, maximum } = pageSizeLimits;

/** What to do next, whichever parameter it is. */
export const howToSet = (parameter: string) =>
	`Set ${parameter} in the credential under "Customize Parameter Names" as the documentation of your service has it; the operation Connection Check finds it out.`;

/** @throws ServiceError (incomplete) unless incomplete results are allowed */
export async function tellIgnoredPageNumber(judge: Judge, { paging }: PageSource): Promise<void> {
	await judge.problem(
		`The service gives the first page whichever page is asked for: it does not know the page parameter by the name "${paging.page}"`,
		howToSet('"Page Parameter"'),
	);
}

/** Whether the first page comes whichever is asked for; asked where another one begins like it. */
export async function ignoresPageNumber(reader: PageReader, first: Page): Promise<boolean> {
	const { records: came, pagesCount = 0 } = first;
	let given = 0;
	for (const index of [1, 2]) {
		const { records } = await reader.ask({ index, size: minimum });
		const isSmall = records.length < Math.min(minimum, came.length);
		if (isSmall || !isSame(records[0], came[0])) return false;
		given = records.length;
	}
	if (pagesCount > 1 || came.length > maximum) return true;
	// Smaller pages have their places within a full one: there the first one is no page beyond the end.
	if (!isShort(first) && given < came.length) return true;
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
		// pushed off meanwhile.
		const { records } = await source.fetch(0, paging.largestPage ?? maximum);
		const isThere = (one: ServiceRecord) => records.some((other) => isSame(one, other));
		if (earlier.every(isThere)) break;
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
