import { keyOf } from './ids';
import { endOf, isLonger, type Page } from './page';

/** What was read does not fit together; the message says what was seen. */
export class Mismatch extends Error {}

/** @throws Mismatch if the page has more records than were requested */
export function refuseLonger(page: Page): void {
	if (!isLonger(page)) return;
	const { index, size, records } = page;
	throw new Mismatch(`page ${index + 1} has ${records.length} records instead of ${size}`);
}

/** @throws Mismatch if the records that two pages share come in different orders */
export function refuseOtherOrder({ records, index }: Page, left: Page): void {
	const places = new Map(left.records.map((record, place) => [keyOf(record), place]));
	let last = -1;
	for (const record of records) {
		const place = places.get(keyOf(record));
		if (place === undefined) continue;
		if (place < last)
			throw new Mismatch(`page ${index + 1} shows records in another order than before`);
		last = place;
	}
}

export function reportedMore({ index, counts: { pagesCount, total } }: Page): string {
	const count = total === undefined ? `${pagesCount} pages` : `${total} records`;
	return `page ${index + 1} is the last one with records, but the service counts ${count}`;
}

export const tooSmall = ({ size }: Page, given: number) =>
	`pages have ${given} records instead of the ${size} requested`;

export const movesTooFast = 'records were moved to the head faster than it could be read';

export const isEmptyNow = ({ index }: Page) =>
	`page ${index + 1} had records before and is empty now`;

export const notJoined = (left: Page, page: Page) =>
	`page ${page.index + 1} of ${page.size} shares no record with those before place ${endOf(left) + 1}`;
