import type { ServiceError } from '../client/errors';
import { endOf, endOfRecords, isLonger, type Page } from './page';

/** The pages do not fit together. The message is part of a sentence for the user. */
export class Mismatch extends Error {
	/** @param refusal of a page that should have records */
	constructor(
		message: string,
		readonly refusal?: ServiceError,
	) {
		super(message);
	}
}

/** @throws Mismatch if the page has more records than requested */
export function refuseLonger(page: Page): void {
	if (!isLonger(page)) return;
	const { index, size, records } = page;
	throw new Mismatch(`page ${index + 1} has ${records.length} records instead of ${size}`);
}

export function reportedMore({ index, counts: { pagesCount, total } }: Page): string {
	const pages = pagesCount === undefined ? 'more records' : `${pagesCount} pages`;
	const count = total === undefined ? pages : `${total} records`;
	return `page ${index + 1} is the last page with records, but the service reports ${count}`;
}

export const tooSmall = ({ size, records }: Page) =>
	`pages have ${records.length} records instead of the ${size} requested`;

export const movesTooFast =
	'records moved to the start of the list faster than the node could read them';

/** @throws Mismatch if a page ends behind the end that it reports: it is another page than the requested one */
export function refuseBehindEnd(page: Page): void {
	const { total = Number.POSITIVE_INFINITY } = page.counts;
	if (endOfRecords(page) <= total) return;
	throw new Mismatch(
		`page ${page.index + 1} ends with record ${endOfRecords(page)}, but the service reports ${total} records`,
	);
}

export const refusedBeforeEnd = ({ index, refusal }: Page) =>
	new Mismatch(`page ${index + 1} should have records, but the service refused it`, refusal);

export const isEmptyNow = ({ index }: Page) =>
	`page ${index + 1} had records before and is empty now`;

export const endsBefore = ({ index }: Page) =>
	`page ${index + 1} looks like the last one, but ends before records that were read earlier`;

export const notJoined = (left: Page, page: Page) =>
	`page ${page.index + 1} (page size ${page.size}) does not continue the list after record ${endOf(left)}`;

export const noProgress = (pages: number) => `${pages} pages in a row had no new records`;

export const tooFewRecords = (count: number, minCount: number) =>
	`the list has at least ${minCount} records, but the node received ${count}`;

export const tooManyRequests = (requests: number, count = 0) =>
	`after ${requests} requests, the node had only ${count} different records and no end of the list`;
