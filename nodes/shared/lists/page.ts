import type { ServiceRecord } from '../client/envelope';
import type { ServiceError } from '../client/errors';
import { sameRecords } from './ids';
import { startOf, type Stretch } from './stretch';

/** One answer: what a stretch of the list held at one moment. */
export interface Page extends Stretch {
	records: ServiceRecord[];
	/** Pages of this size in the list at that moment; absent when the envelope has no count. */
	pagesCount?: number;
	/** What the service says beside an empty page. */
	said?: string;
	/** Why the service refused this page; it may lie beyond the end. */
	refusal?: ServiceError;
}

/** A refusal that a page beyond the end meets as well; trouble that may pass is none. */
export function mayMeanTheEnd({ kind, mayPass }: ServiceError): boolean {
	return !mayPass && (kind === 'rejected' || kind === 'notFound');
}

export function isShort({ records, size }: Page): boolean {
	return records.length < size;
}

/** Whether no page follows this one, as its own count says, which may be too low. */
export function endsWith({ index, pagesCount }: Page): boolean {
	return pagesCount !== undefined && index + 1 >= pagesCount;
}

/** Whether the list ends within this page, as its own count says. */
export function isLast(page: Page): boolean {
	return isShort(page) && endsWith(page);
}

/** Whether a page should not be empty, by the count that came with it. */
export function isPromised({ index, pagesCount = 0 }: Page): boolean {
	return index < pagesCount;
}

/** Whether a page lies beyond the end, by the count that came with it. */
export function isBeyond({ index, pagesCount = 0 }: Page): boolean {
	return pagesCount > 0 && index >= pagesCount;
}

/** Position behind the last record of a page. */
export function endOfRecords(page: Page): number {
	return startOf(page) + page.records.length;
}

/** Whether a page beyond another one gives that one again, as some services do beyond the end. */
export function repeats(page: Page, last: Page): boolean {
	const both = Math.min(page.records.length, last.records.length);
	const isBehind = startOf(page) >= endOfRecords(last);
	return isBehind && sameRecords(page.records.slice(-both), last.records.slice(-both));
}

/** Says that a promised page is empty. */
export function emptyPage({ index, size, pagesCount }: Page): string {
	return `The service promises ${pagesCount} pages of ${size}, but page ${index + 1} is empty`;
}
