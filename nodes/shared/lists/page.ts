import { pageSizeLimits, type ServiceSettings } from '../client/settings';
import type { ListAnswer, ServiceRecord } from '../client/envelope';
import type { ServiceError } from '../client/errors';
import type { RequestHooks } from '../client/client';

/** What the records of a list are called, e.g. "document" and "documents". */
export interface Nouns {
	one: string;
	many: string;
}

/** Where pages come from; an operation makes one of these and never counts pages itself. */
export interface PageSource {
	/** Finishes sentences: "listing accounting documents". */
	what: string;
	nouns: Nouns;
	paging: Pick<ServiceSettings, 'firstPage'> &
		Partial<Pick<ServiceSettings, 'largestPage' | 'pageCounts'>>;
	/** All records come in the first answer, whatever page is requested. */
	isOneAnswer?: boolean;
	/** Fingerprint of the credential: its first page is confirmed once per process. */
	owner: string;
	/**
	 * @param page 0-based index in pages of `size` records; -1 for the page before the first one
	 * @throws ServiceError as the client
	 */
	fetch(page: number, size: number, hooks?: RequestHooks): Promise<ListAnswer>;
}

/**
 * The part of a list that a page covers. Page numbers count in multiples of the page size, so a page of
 * another size begins at another place.
 */
export interface PageRange {
	/** 0-based. */
	index: number;
	size: number;
}

/** One answer: what a part of the list held at one moment. */
export interface Page extends PageRange {
	records: ServiceRecord[];
	/** What the answer says about the whole list. */
	counts: Omit<ListAnswer, 'records'>;
	/** Why the service refused this page; it may lie beyond the end. */
	refusal?: ServiceError;
}

/**
 * With fewer sizes to choose from than up to this one, some places are near a boundary of pages of every
 * size.
 */
export const leastForOverlap = 2 * pageSizeLimits.minimum;

/** Position (0-based) of the first record of a range. */
export function startOf({ index, size }: PageRange): number {
	return index * size;
}

/** Position behind the last record of a range. */
export function endOf({ index, size }: PageRange): number {
	return (index + 1) * size;
}

/** Position behind the last record that the page shows. */
export function endOfRecords(page: Page): number {
	return startOf(page) + page.records.length;
}

export function isLonger({ records, size }: Page): boolean {
	return records.length > size;
}

export function isShort({ records, size }: Page): boolean {
	return records.length < size;
}

/** Whether the answer says that more records follow. A total below what the page itself shows counts nothing. */
export function saysMore({ index, counts, ...page }: Page): boolean {
	const { pagesCount = 0, total = 0, hasMore = false } = counts;
	return hasMore || pagesCount > index + 1 || total > endOfRecords({ index, counts, ...page });
}

/**
 * Whether a short page is the last one by its own answer. If the service states a smaller page size, the
 * page may be full: then only records show the end.
 */
export function saysEnd(page: Page): boolean {
	const { pagesCount, total, hasMore, pageSize = page.size } = page.counts;
	if (!isShort(page) || pageSize < page.size || saysMore(page)) return false;
	return pagesCount === page.index + 1 || total === endOfRecords(page) || hasMore === false;
}

/** Whether the answer says anything by which the end of the list could be told. */
export function isCounted({ counts: { pagesCount, total, hasMore } }: Page): boolean {
	return (pagesCount ?? total ?? hasMore) !== undefined;
}

/**
 * The range that shows the record in front of a position again and reaches furthest beyond it.
 * @param position of the first record that is still to be read
 * @param largest records in a page at most
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
 * The range that has the position furthest inside.
 * @param largest records in a page at most
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
 * The range that shows the record in front of an end and reaches furthest beyond it; one behind the end if
 * pages of every size have a boundary there.
 * @param largest records in a page at most
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
