import type { ServiceRecord } from '../client/envelope';
import { pageSizeLimits } from '../client/settings';
import { countCommon, isSame, sameRecordSet } from './ids';
import { endsBefore, Mismatch, refuseBehindEnd, reportedMore } from './mismatch';
import {
	endOfRecords,
	isShort,
	rangeAcrossEnd,
	saysEnd,
	saysMore,
	startOf,
	type Page,
} from './page';
import type { PageReader } from './pageReader';
import type { Seen } from './seen';

/*
 * A page is the last one if its counts say so and no position before its end is missing, or if a page of another size
 * across the same end is short as well, and ends with the same record or at the same position. Known records behind the
 * end prove it only if a page much further behind repeats them. Proved by "a job edits the oldest record at every
 * request" (rareServices.property.test.ts).
 */

/** A chain of overlapping pages (pass.ts). */
interface Chain {
	readonly reader: PageReader;
	/** Its records. */
	readonly known: Seen;
	/** Whether its last page ends with the last record that was new. */
	readonly endsWithNewRecord: boolean;
	/** Whether it is the last record that was new. */
	isLastNewRecord(record: ServiceRecord): boolean;
	/** Steps back until the page joins the known records. */
	join(page: Page, largest?: number): Promise<Page>;
}

/** What follows a page that looks like the last one. */
interface Following {
	/** The page to go on with, or the last one. */
	page?: Page;
	isEnd?: boolean;
	/** The size of the service's pages, if they are smaller than requested. */
	actualPageSize?: number;
}

/**
 * Whether the list ends with a page. If its counts do not say so, a page of another size across the same end has to
 * prove it. An empty page alone proves nothing.
 * @throws Mismatch; ServiceError as the source
 */
export async function findEnd(chain: Chain, last: Page): Promise<Following> {
	if (isClearlyLast(chain, last)) return { isEnd: true };
	const end = endOfRecords(last);
	const largest = Math.max(last.records.length, pageSizeLimits.minimum);
	const range = rangeAcrossEnd(end, largest);
	const response = await chain.reader.ask(range);
	if (startOf(range) >= end) return await afterPageBehind(chain, last, response);
	return await afterPageAcross(chain, last, await chain.join(response, range.size));
}

function isClearlyLast({ endsWithNewRecord, reader, known }: Chain, last: Page): boolean {
	const end = endOfRecords(last);
	const isFurthest = end >= endOfRecords(reader.furthest ?? last);
	// No service has pages of fewer than 10 records.
	const isTiny = last.records.length < pageSizeLimits.minimum && !saysMore(last);
	// If records are missing before the end, the page may be at another position, from a replica with smaller pages.
	const isFilled = known.count >= end;
	return endsWithNewRecord && isFurthest && (isTiny || (isFilled && saysEnd(last)));
}

/** Every page size has a boundary at this end, so the page starts there and shares no record. */
async function afterPageBehind(chain: Chain, last: Page, behind: Page): Promise<Following> {
	if (hasNew(chain, behind)) return await afterMoreRecords(chain, last, behind);
	const isRepeated = behind.records.length > 0;
	// Records may have moved down, and a replica that is late shows records further down.
	if (isRepeated && !(await isShownFurther(chain, behind))) return { page: behind };
	if (saysMore(last)) throw new Mismatch(reportedMore(last));
	// Records may have moved to this page or behind it in the meantime.
	const again = await chain.reader.ask(last);
	if (!sameRecordSet(again.records, last.records)) {
		const page = await chain.join(again);
		const isEnd = isRepeated ? endsIn(last, page) : page === again && endsInside(last, page);
		return { page, isEnd };
	}
	// The last new record may have moved, but the list has not become shorter.
	const isFurthest = endOfRecords(last) >= endOfRecords(chain.reader.furthest ?? last);
	if (!chain.endsWithNewRecord && !isFurthest) throw new Mismatch(endsBefore(last));
	return { isEnd: true };
}

/** Whether the service shows a page past the end for any page number, as those that repeat the last page. */
async function isShownFurther({ reader }: Chain, { index, size, records }: Page): Promise<boolean> {
	const further = await reader.request({ index: 2 * index + 1, size });
	return countCommon(further.records, records) * 2 >= records.length;
}

async function afterPageAcross(chain: Chain, last: Page, across: Page): Promise<Following> {
	// A page that reports more records is short (pass.ts). With new ones behind it, the service's pages are smaller.
	const isCut = saysMore(last) && hasNew(chain, across);
	if (isCut || !isShort(across)) return await afterMoreRecords(chain, last, across);
	// Pages are smaller, and what followed may have moved to the start of the list since.
	if (last.index === 0 && saysMore(last)) return { actualPageSize: sizeOf(last) };
	for (const page of [last, across]) if (saysMore(page)) throw new Mismatch(reportedMore(page));
	refuseBehindEnd(across);
	return { page: across, isEnd: mayEndWith(chain, last, across) };
}

/** A page that ends before the last record may be another page than the requested one, from a replica with smaller pages. */
function mayEndWith(chain: Chain, before: Page, page: Page): boolean {
	const end = page.records[page.records.length - 1];
	return chain.isLastNewRecord(end) || endsInside(before, page);
}

/**
 * Whether a page ends with a record of the page before, and either at the same position, or with that record where it was.
 * The records after it have moved to the start of the list, or are deleted.
 */
function endsInside(before: Page, page: Page): boolean {
	const at = placeOfEnd(before, page);
	const end = endOfRecords(page);
	return at >= 0 && (end === endOfRecords(before) || end === startOf(before) + at + 1);
}

const endsIn = (before: Page, page: Page) => placeOfEnd(before, page) >= 0;

/** Where a page has the last record of another one; -1 if it lacks it. */
function placeOfEnd({ records }: Page, page: Page): number {
	const end = page.records.slice(-1);
	return records.findIndex((record) => end.some((other) => isSame(record, other)));
}

const hasNew = ({ known }: Chain, { records }: Page) =>
	records.some((record) => !known.has(record));

/** The size of pages that are smaller than requested. */
const sizeOf = ({ records }: Page) => Math.max(records.length, pageSizeLimits.minimum);

async function afterMoreRecords(chain: Chain, last: Page, page: Page): Promise<Following> {
	const { reader } = chain;
	if (!hasNew(chain, page)) {
		// The last page again, past the end of a list that has become shorter: it says nothing about its position.
		return { page: endsIn(last, page) ? await chain.join(await reader.ask(last)) : page };
	}
	// Only a page that goes on behind the last one shows that pages are smaller.
	if (endOfRecords(page) <= endOfRecords(last)) return { page };
	if (!isShort(last)) return { page: await chain.join(page) };
	// If the list has just grown, the same page has more records now. Smaller pages stay short.
	const again = last.index === 0 ? last : await reader.ask(last);
	if (again.records.length > last.records.length) return { page: await chain.join(again) };
	return { actualPageSize: sizeOf(last) };
}
