import { pageSizeLimits } from '../client/settings';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError } from '../client/errors';
import { confirmFirstPage } from './firstPage';
import { compareIds, CreationOrder, idOf, isSame, keyOf } from './ids';
import { Mismatch, refuseLonger } from './mismatch';
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
} from './page';
import type { PageReader } from './pageReader';

/** Where an ID stands in a list, or would stand. */
export interface Place {
	/** Shows the place in one answer: its neighbours on both sides, or the end of the list. */
	page: Page;
	/** How many records of the page come before the place; one with the ID itself is the next. */
	before: number;
}

/** Looks that did not show the place. Finding one among a million records takes about thirty. */
const maxMisses = 60;

/** How far the second look is from the first: so near that two pages of the usual size still touch. */
const firstStride = 64;

/** Room at the end of a page for records that were added at the head since the guess was made. */
const room = 8;

/**
 * Finds the place of an ID in a list that is in the order of IDs, also if the record itself is gone. Page
 * numbers only say where to look; the IDs in the answer say whether it was the right place.
 * @param first the first page of the list, if it was read
 * @param guess about how many records come before the place
 * @returns undefined if the list is not in the order of IDs
 * @throws ServiceError as the source, and (incomplete) if the list moves faster than a place in it can be found;
 * Mismatch
 */
export async function locate(
	reader: PageReader,
	id: string,
	{ first, guess = 0 }: { first?: Page; guess?: number } = {},
): Promise<Place | undefined> {
	const head = first ?? (await reader.ask({ index: 0, size: reader.largest }));
	if (head.refusal) throw head.refusal;
	const order = CreationOrder.of(head.records);
	if (!order.holds || !/^-?\d+$/.test(id)) return undefined;
	const search = new Search(guess);
	let page = head;
	for (let misses = 0; misses < maxMisses; misses++) {
		// Everything is on one page, whatever page is requested.
		if (isLonger(page) && showsMostOf(page, head.records)) page = { ...page, index: 0 };
		const { holds, rises } = CreationOrder.of(page.records);
		if (!holds || (page.records.length > 1 && rises !== order.rises)) return undefined;
		const direction = order.rises ? 1 : -1;
		const isBefore = (other: string) => compareIds(other, id) * direction < 0;
		const at = page.records.findIndex((record) => !isBefore(idOf(record)));
		const before = at < 0 ? page.records.length : at;
		const isInside = before < page.records.length && (before > 0 || page.index === 0);
		if (isInside || (await isOnly(reader, page))) return { page, before };
		// Pages that do not come in the size requested have no known place.
		refuseLonger(page);
		if (page.index > 0 && page.records.length > 0 && isSame(page.records[0], head.records[0])) {
			throw new Mismatch(`page ${page.index + 1} begins with the first record of page 1 again`);
		}
		const end = at < 0 ? await lookBehind(reader, page) : 'goesOn';
		if (end === 'isLast') return { page, before };
		if (end === 'isPast') search.note({ ...page, records: [] }, 0);
		else search.note(page, before);
		page = await reader.read(rangeBehind(search.position, reader.largest));
	}
	await confirmFirstPage(reader, false);
	throw new ServiceError('incomplete', `The place of the ID ${id} in the list was not found`, {
		description: `The list changed faster than it could be read. The node returned nothing; run it again when fewer ${reader.source.nouns.many} change.`,
	});
}

/** Whether everything comes on one page, which is longer than requested. */
async function isOnly(reader: PageReader, page: Page): Promise<boolean> {
	const { index, size, records } = page;
	if (!isLonger(page) || index > 0 || saysMore(page)) return false;
	const next = isCounted(page) ? undefined : await reader.ask({ index: 1, size });
	return !next || next.records.length === 0 || showsMostOf(next, records);
}

/**
 * Whether a list ends with a page that shows nothing but earlier records, or before it: past the end some services
 * show the last page again. Learns on the way if the service's pages are smaller than requested.
 */
async function lookBehind(reader: PageReader, page: Page): Promise<'isLast' | 'isPast' | 'goesOn'> {
	const { records } = page;
	if (records.length === 0) return page.index === 0 ? 'isLast' : 'goesOn';
	if (!isShort(page)) return 'goesOn';
	if (saysEnd(page)) return 'isLast';
	if (page.index > 0) {
		const front = await reader.read({ index: page.index - 1, size: page.size });
		return showsMostOf(front, records) ? 'isPast' : 'isLast';
	}
	if (records.length < pageSizeLimits.minimum) return 'isLast';
	const behind = await reader.ask(rangeAcrossEnd(endOfRecords(page), records.length));
	// The same again: everything is on one page, or the last page is repeated.
	if (showsMostOf(behind, records)) return 'isLast';
	refuseLonger(behind);
	if (isShort(behind)) return 'isLast';
	reader.largest = records.length;
	return 'goesOn';
}

/** Whether a page shows the same part of the list as these records, a few changes aside. */
function showsMostOf(page: Page, records: ServiceRecord[]): boolean {
	const shown = new Set(page.records.map((record) => String(keyOf(record))));
	return records.filter((record) => shown.has(String(keyOf(record)))).length * 2 > records.length;
}

/** Between the places that were seen to be too early and too late: halfway, or a growing stride from one of them. */
class Search {
	private low = 0;

	private high = Number.POSITIVE_INFINITY;

	private stride = firstStride;

	/** The list ends at or before this place. */
	private end = Number.POSITIVE_INFINITY;

	private hasGuessed = false;

	constructor(public position: number) {}

	/** @param before records of the page that come before the place that is looked for */
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

	private step(seen: number, start: number): void {
		// Both ends meet at the place, or at the end of the list with the last page in front of it.
		const met = this.low >= this.end ? this.low - 1 : this.low;
		const isMet = this.low === this.high && this.position !== met;
		if (this.low >= this.high && !isMet) {
			// Records came or went meanwhile: what the earlier looks said no longer holds.
			[this.low, this.high] = seen >= 0 ? [seen, Number.POSITIVE_INFINITY] : [0, start];
			this.stride = firstStride;
		}
		const { low, high, stride } = this;
		if (isMet) this.position = met;
		else if (!Number.isFinite(high)) this.position = low + stride;
		else this.position = low === 0 ? Math.max(0, high - stride) : Math.floor((low + high) / 2);
		this.stride *= 2;
	}
}

/** A range with the position near its end, so that it shows as many records before it as possible. */
function rangeBehind(position: number, largest: number): PageRange {
	if (position < largest) return { index: 0, size: largest };
	let best = { index: Math.floor(position / largest), size: largest };
	let most = 0;
	for (let size = largest; size >= pageSizeLimits.minimum; size--) {
		const before = position % size;
		if (before <= most || before >= size - Math.min(room, size / 4)) continue;
		most = before;
		best = { index: Math.floor(position / size), size };
	}
	return best;
}
