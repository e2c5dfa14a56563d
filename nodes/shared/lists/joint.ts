import type { ServiceRecord } from '../client/envelope';
import { sameRecords } from './ids';
import { endOfRecords, isPromised, isShort, type Page } from './page';
import type { Seen } from './seen';
import { endOf, startOf } from './stretch';

/** So many records that two pages share are no chance, also where the places have moved. */
const wide = (largest: number) => Math.min(8, Math.floor(largest / 5));

/**
 * Step 2: whether nothing can stand between what has been read and a page.
 * @param left the page that was read last
 * @param largest records in a page at the most
 */
export function isJoined(page: Page, left: Page, seen: Seen, largest: number): boolean {
	const { records, index } = page;
	if (index === 0) return true;
	// Where the page before it showed records, a page that is empty shows that the list has moved.
	const isBehind = startOf(page) >= endOfRecords(left);
	if (records.length === 0) return (isShort(left) && isBehind) || isPromised(page);
	if (records.length > page.size) return false;
	const isKnown = (record: ServiceRecord) => seen.has(record);
	const enough = wide(largest);
	// Some that came, or that have left, may stand between those that both pages show.
	if (records.slice(0, 2 * enough).filter(isKnown).length >= enough) return true;
	if (records.every(isKnown)) return true;
	const both = endOf(left) - startOf(page);
	if (both <= 0 || left.records.length !== left.size) return false;
	return sameRecords(left.records.slice(-both), records.slice(0, both));
}
