import { sameRecords } from './ids';
import type { Page, PageReader } from './reader';

/** Looks at one page of a list that changes there all the time. */
const mostLooks = 20;

/**
 * Whether a service keeps to one order, on which every proof rests: one that turns neighbours round from
 * one request to the next can hide a record behind the boundary of two pages time and again. Where all
 * answers came in the order of their ids there is nothing to turn; otherwise one page is asked for until it
 * is the same twice in a row.
 * @param first a page that was read
 * @throws ServiceError as the source
 */
export async function isKeptInOrder(reader: PageReader, first: Page): Promise<boolean> {
	if (reader.isInOrderOfIds) return true;
	let before = await reader.ask(first);
	for (let looks = 1; looks < mostLooks; looks++) {
		const page = await reader.ask(first);
		if (sameRecords(page.records, before.records)) return true;
		before = page;
	}
	return false;
}

/** Says that an order is not kept to. */
export function noOrder(many: string): string {
	return `The service gave the same page ${mostLooks} times, and its ${many} never came in the same order twice: it does not keep to one order, or they change all the time`;
}
