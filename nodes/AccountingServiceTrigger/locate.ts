import { pageSizeLimits } from '../shared/client/settings';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError } from '../shared/client/errors';
import { confirmFirstPage } from '../shared/lists/firstPage';
import { compareIds, countCommon, CreationOrder, idOf, isSame } from '../shared/lists/ids';
import { Mismatch, refuseLonger } from '../shared/lists/mismatch';
import {
	endOf,
	endOfRecords,
	isCounted,
	isLonger,
	isShort,
	rangeAcrossEnd,
	saysEnd,
	saysMore,
	startOf,
	type Page,
	type PageRange,
} from '../shared/lists/page';
import type { PageReader } from '../shared/lists/pageReader';

/** The position of an ID in a list, or where it would be. */
interface ListPosition {
	/** Contains the position: the records on both sides of it, or the end of the list. */
	page: Page;
	/** Number of records of the page before the position. The record with the ID follows, if it exists. */
	before: number;
}

/** Pages without the position. The search in a million records takes about thirty. */
const maxMisses = 60;

/** Distance of the second page from the first: small enough that two pages of the usual size still touch. */
const firstStride = 64;

/** Free space at the end of a page for records that are added at the head during the search. */
const spareRecords = 8;

/**
 * Finds the position of an ID in a list that is sorted by ID, even if the record was deleted. Page numbers only guide
 * the search; the IDs in the response decide.
 * @param first the first page of the list, if it was read
 * @param guess the approximate number of records before the position
 * @returns undefined if the list is not sorted by ID
 * @throws ServiceError as the source, and (incomplete) if the list changes faster than the search; Mismatch
 */
export async function locate(
	reader: PageReader,
	id: string,
	{ first, guess = 0 }: { first?: Page; guess?: number } = {},
): Promise<ListPosition | undefined> {
	const head = first ?? (await reader.ask({ index: 0, size: reader.largest }));
	if (head.refusal) throw head.refusal;
	const order = CreationOrder.of(head.records);
	if (!order.holds || !/^-?\d+$/.test(id)) return undefined;
	const search = new Search(guess);
	let page = head;
	for (let misses = 0; misses < maxMisses; misses++) {
		if (isLonger(page) && (await hasEntireList(reader, page, head))) page = { ...page, index: 0 };
		const { holds, rises } = CreationOrder.of(page.records);
		if (!holds || (page.records.length > 1 && rises !== order.rises)) return undefined;
		const direction = order.rises ? 1 : -1;
		const isBefore = (other: string) => compareIds(other, id) * direction < 0;
		const at = page.records.findIndex((record) => !isBefore(idOf(record)));
		const before = at < 0 ? page.records.length : at;
		const isInside = before < page.records.length && (before > 0 || page.index === 0);
		if (isInside || (await isOnly(reader, page))) return { page, before };
		// The position of a page with another size is unknown.
		refuseLonger(page);
		if (page.index > 0 && startsAlike(page, head)) {
			// An import may have moved the record there, or deletions may have left one page, which the service repeats.
			const now = await reader.ask({ index: 0, size: reader.largest });
			if (startsAlike(page, now)) {
				if (isShort(now) || (isCounted(now) && !saysMore(now))) {
					page = now;
					continue;
				}
				throw new Mismatch(`page ${page.index + 1} starts with the same record as page 1`);
			}
		}
		const end = at < 0 ? await lookBehind(reader, page) : 'goesOn';
		if (end === 'isLast') return { page, before };
		if (end === 'isPast') search.note({ ...page, records: [] }, 0);
		else search.note(page, before);
		page = await reader.request(rangeBehind(search.position, reader.largest));
	}
	await confirmFirstPage(reader, undefined, false);
	throw new ServiceError(
		'incomplete',
		`The node did not find the position of ID ${id} in the list`,
		{
			description: `The list changed faster than the node could read it, so the node returned nothing. Run the workflow again when fewer ${reader.source.nouns.many} change.`,
		},
	);
}

const startsAlike = ({ records: [first] }: Page, { records: [other] }: Page) =>
	first !== undefined && other !== undefined && isSame(first, other);

/** Whether both pages show the same last record: the end of the list, if one is in front of the other. */
const endsAlike = ({ records: one }: Page, { records: other }: Page) =>
	one.length > 0 && other.length > 0 && isSame(one[one.length - 1], other[other.length - 1]);

/** Whether the service returned everything, whatever page was requested. The list may have changed since `head`. */
async function hasEntireList(reader: PageReader, page: Page, head: Page): Promise<boolean> {
	if (showsMostOf(page, head.records)) return true;
	return showsMostOf(page, (await reader.ask({ index: 0, size: page.size })).records);
}

/** Whether the service returns everything on one page that is longer than requested. */
async function isOnly(reader: PageReader, page: Page): Promise<boolean> {
	const { index, size, records } = page;
	if (!isLonger(page) || index > 0 || saysMore(page)) return false;
	const next = isCounted(page) ? undefined : await reader.ask({ index: 1, size });
	if (!next || next.records.length === 0 || showsMostOf(next, records)) return true;
	// Most of the records may have been deleted between the two responses.
	return showsMostOf(next, (await reader.ask({ index: 0, size })).records);
}

/**
 * Whether the list ends with this page (`isLast`) or before it (`isPast`), because some services repeat the last page
 * past the end. Lowers the page size if the service's pages turn out to be smaller.
 */
async function lookBehind(reader: PageReader, page: Page): Promise<'isLast' | 'isPast' | 'goesOn'> {
	const { records } = page;
	if (records.length === 0) return page.index === 0 ? 'isLast' : 'goesOn';
	if (startOf(page) >= reader.endsBy) return 'isPast';
	if (!isShort(page)) return 'goesOn';
	let agrees = !saysMore(page);
	if (page.index > 0) {
		const front = await reader.request({ index: page.index - 1, size: page.size });
		if (showsMostOf(front, records) || endsAlike(front, page)) return 'isPast';
		agrees = isInFront(front, page) && (saysEnd(page) || !isCounted(page));
	} else if (saysEnd(page)) return 'isLast';
	// No service has pages of fewer than 10 records.
	if (records.length < pageSizeLimits.minimum && !saysMore(page)) return 'isLast';
	// If pages are smaller than requested, this one is at another position, and the page across its end shows others.
	const size = Math.max(records.length, pageSizeLimits.minimum);
	const range = rangeAcrossEnd(endOfRecords(page), size);
	const behind = await reader.ask(range);
	// A list that grows at its head shows the same records there too, but others after them. If everything is on one page,
	// the last record may have been deleted.
	const lastBehind = behind.records.at(-1);
	const ends = isLonger(behind) ? records : records.slice(-1);
	const isNothing = page.index === 0 || startOf(range) >= endOfRecords(page);
	const isEnd = lastBehind ? ends.some((record) => isSame(record, lastBehind)) : isNothing;
	if (isEnd && agrees) return 'isLast';
	refuseLonger(behind);
	// If the list has just grown, the same page has more records now. Smaller pages stay short.
	const again = await reader.ask(page);
	if (again.records.length <= records.length) reader.largest = size;
	return 'goesOn';
}

/** Whether a page covers the same part of the list as these records, apart from a few changes. */
function showsMostOf(page: Page, records: ServiceRecord[]): boolean {
	return countCommon(records, page.records) * 2 > records.length;
}

/** Whether a page of a sorted list ends before another one does. If not, one of them is at another position. */
function isInFront({ records: front }: Page, { records }: Page): boolean {
	const { rises } = CreationOrder.of(records);
	const lasts = CreationOrder.of([...front.slice(-1), ...records.slice(-1)]);
	return records.length < 2 || (lasts.holds && lasts.rises === rises);
}

/** The next position to try: halfway between the bounds, or a growing stride from the only one. */
class Search {
	private low = 0;

	private high = Number.POSITIVE_INFINITY;

	private stride = firstStride;

	/** The list ends at or before this position. */
	private end = Number.POSITIVE_INFINITY;

	private hasGuessed = false;

	constructor(public position: number) {}

	/** @param before number of records of the page before the position */
	note(page: Page, before: number): void {
		const start = startOf(page);
		if (page.records.length === 0 && start > 0) this.end = Math.min(this.end, start);
		if (before > 0) this.low = Math.max(this.low, start + before);
		else this.high = Math.min(this.high, start);
		if (!this.hasGuessed) {
			this.hasGuessed = true;
			if (this.position > endOf(page)) return;
		}
		this.step(before > 0 ? start + before : -1, start);
	}

	private step(lowest: number, start: number): void {
		// The bounds meet at the position, or at the end of the list, where the last page contains it.
		const met = this.low >= this.end ? this.low - 1 : this.low;
		const isMet = this.low === this.high && this.position !== met;
		if (this.low >= this.high && !isMet) {
			// Records were added or deleted in the meantime, so the earlier bounds are invalid.
			[this.low, this.high] = lowest >= 0 ? [lowest, Number.POSITIVE_INFINITY] : [0, start];
			this.stride = firstStride;
		}
		const { low, high, stride } = this;
		if (isMet) this.position = met;
		else if (!Number.isFinite(high)) this.position = low + stride;
		else this.position = low === 0 ? Math.max(0, high - stride) : Math.floor((low + high) / 2);
		this.stride *= 2;
	}
}

/** A range with the position near its end, so that it covers as many records before it as possible. */
function rangeBehind(position: number, largest: number): PageRange {
	if (position < largest) return { index: 0, size: largest };
	let best = { index: Math.floor(position / largest), size: largest };
	let most = 0;
	for (let size = largest; size >= pageSizeLimits.minimum; size--) {
		const before = position % size;
		if (before <= most || before >= size - Math.min(spareRecords, size / 4)) continue;
		most = before;
		best = { index: Math.floor(position / size), size };
	}
	return best;
}
