import { pageSizeLimits, type ServiceSettings } from '../client/settings';
import { type ListResponse, moreFollow, type ServiceRecord } from '../client/envelope';
import type { ServiceError } from '../client/errors';
import type { RequestHooks } from '../client/client';

/** Names of the records, e.g. "document" and "documents". */
export interface Nouns {
	one: string;
	many: string;
}

/** A source of pages. Operations create one of these and leave pagination to Listing. */
export interface PageSource {
	/** For errors, after "while": "listing accounting documents". */
	activity: string;
	nouns: Nouns;
	paging: Pick<ServiceSettings, 'firstPage'> &
		Partial<Pick<ServiceSettings, 'largestPage' | 'pageCounts'>>;
	/** The list is not paginated: the first response has all records. */
	isOneResponse?: boolean;
	/** Fingerprint of the credential. */
	owner: string;
	/** Method and path without IDs (client/call.ts). The first page is confirmed once per owner and address. */
	address: string;
	/**
	 * @param index 0-based, in pages of `size` records; -1 for the page before the first one
	 * @throws ServiceError as the client
	 */
	fetch(index: number, size: number, hooks?: RequestHooks): Promise<ListResponse>;
	/** Waits. Ends soon after the execution is cancelled. */
	pause(ms: number): Promise<void>;
}

/**
 * The part of a list that a page covers. With another page size, the same page number starts at another position.
 */
export interface PageRange {
	/** 0-based. */
	index: number;
	size: number;
}

/** One response: a snapshot of a part of the list. */
export interface Page extends PageRange {
	records: ServiceRecord[];
	/** What the response reports about the entire list. */
	counts: Omit<ListResponse, 'records'>;
	/** Why the service refused this page. It may be past the end. */
	refusal?: ServiceError;
}

/**
 * Smallest usable maximum. With fewer page sizes to choose from, some positions are near a page boundary in every size.
 */
export const minOverlapSize = 2 * pageSizeLimits.minimum;

/** Position (0-based) of the first record of a range. */
export function startOf({ index, size }: PageRange): number {
	return index * size;
}

/** Position after the last record of a range. */
export function endOf({ index, size }: PageRange): number {
	return (index + 1) * size;
}

/** Position after the last record of the page. */
export function endOfRecords(page: Page): number {
	return startOf(page) + page.records.length;
}

export function isLonger({ records, size }: Page): boolean {
	return records.length > size;
}

export function isShort({ records, size }: Page): boolean {
	return records.length < size;
}

/** Whether the response reports more records. */
export const saysMore = (page: Page): boolean =>
	moreFollow(page.counts, page.index, endOfRecords(page));

/**
 * Whether a short page reports that it is the last one. If the response has a smaller page size, the page may be full,
 * and only records prove the end.
 */
export function saysEnd(page: Page): boolean {
	const { pagesCount, total, hasMore, pageSize = page.size } = page.counts;
	if (!isShort(page) || pageSize < page.size || saysMore(page)) return false;
	return pagesCount === page.index + 1 || total === endOfRecords(page) || hasMore === false;
}

/** Whether the response reports anything about the end of the list. */
export function isCounted({
	counts: { pagesCount, total, hasMore },
}: Pick<Page, 'counts'>): boolean {
	return (pagesCount ?? total ?? hasMore) !== undefined;
}

/** Minimum number of records by the counts of a response. */
export function reportedMinimum({
	size,
	counts: { pagesCount, total, pageSize = size },
}: Page): number {
	return total ?? (pagesCount ? (pagesCount - 1) * pageSize + 1 : 0);
}

/**
 * The range that includes the record before a position and reaches furthest past it.
 * @param position of the next record to read
 * @param largest maximum page size
 */
export function rangeOver(position: number, largest: number): PageRange {
	let best: PageRange = { index: Math.floor(position / largest), size: largest };
	let reach = position;
	for (let size = largest; size >= pageSizeLimits.minimum; size--) {
		const range = { index: Math.floor((position - 1) / size), size };
		if (endOf(range) <= reach) continue;
		reach = endOf(range);
		best = range;
	}
	return best;
}

/**
 * The range in which the position is furthest from both ends.
 * @param largest maximum page size
 */
export function rangeAcross(position: number, largest: number): PageRange {
	let best: PageRange = { index: Math.floor(position / largest), size: largest };
	let widest = 0;
	for (let size = largest; size >= pageSizeLimits.minimum; size--) {
		const inside = position % size;
		const margin = Math.min(inside, size - inside);
		if (margin <= widest) continue;
		widest = margin;
		best = { index: Math.floor(position / size), size };
	}
	return best;
}

/**
 * The range that includes the record before an end and reaches furthest past it. If every page size has a boundary at
 * the end, the range after it.
 * @param largest maximum page size
 */
export function rangeAcrossEnd(end: number, largest: number): PageRange {
	const { minimum } = pageSizeLimits;
	let best: PageRange = { index: Math.ceil(end / minimum), size: minimum };
	let room = 0;
	for (let size = minimum; size <= largest; size++) {
		const range = { index: Math.floor((end - 1) / size), size };
		if (endOf(range) - end <= room) continue;
		room = endOf(range) - end;
		best = range;
	}
	return best;
}
