import { pageSizeLimits } from '../client/dialect';
import { CreationOrder, sameIds } from './ids';
import type { Page, PageReader } from './pageReader';
import type { PageWindow } from './seam';
import { inOrder } from './width';

/** What tells with one answer that a list holds just the records that it held at an earlier moment. */
export interface Stillness {
	look: PageWindow;
	holds: (answer: Page) => boolean;
}

/**
 * Takes the length of a list and finds the one window whose answer shows both of these at once:
 *   - that there is no record which was not there before: new ones come first in the list, or last;
 *   - that there are no fewer records than before.
 * Then not one of the records that were there is gone either.
 *
 * Where new ones come last, the last page shows both. Where they come first, the first page does, by
 * its number of pages: at a size that divides the length less one, a record fewer is a page fewer.
 * @param first the first page of the list
 * @returns undefined when there is no such size, the ids do not run one way, or the list moves
 */
export async function takeStillness(
	reader: PageReader,
	first: Page,
): Promise<Stillness | undefined> {
	const order = CreationOrder.of(first.records);
	if (!order.holds || reader.pagesCount === undefined) return undefined;
	const last = await reader.read(reader.pagesCount - 1);
	if (last.records.length === 0 || last.pagesCount !== last.index + 1) return undefined;
	// A count is not believed: after a full page there may be more.
	if (reader.isFull(last) && (await reader.read(last.index + 1)).records.length > 0)
		return undefined;
	if (order.rises) {
		const holds = ({ records }: Page) => sameIds(records, last.records);
		return { look: { page: last.index, size: reader.size }, holds };
	}
	const others = last.index * reader.size + last.records.length - 1;
	const size = dividing(others, reader.largestWindow);
	if (size === undefined) return undefined;
	const both = Math.min(size, reader.size);
	const holds = ({ records, pagesCount }: Page) =>
		pagesCount === others / size + 1 &&
		records.length === size &&
		sameIds(records.slice(0, both), first.records.slice(0, both));
	return { look: { page: 0, size }, holds };
}

/** The smallest page size that divides a number. */
function dividing(value: number, largest: number): number | undefined {
	for (let size = pageSizeLimits.minimum; size <= largest; size++) {
		if (value % size === 0) return size;
	}
	return undefined;
}

/**
 * Reads a long list that stands still, page after page, and hands out page after page once it is
 * certain that it did stand still until after that page was answered.
 *
 * Why nothing is missing then: between the length was taken and the look, none of the records that
 * were there was deleted. New ones that came and went again moved the others one way and back. The way
 * there would make some record come twice, which strictly rising or falling ids exclude. So there was
 * no way back after the first page either, and only on the way back can a record be lost; and when the
 * first page was read nothing new was there, since it was the same before, at the look, and then.
 * @param first the first page of the list, read before the length was taken
 * @param end 0-based page to stop before
 * @param batchPages pages held back at the most until they are proved
 * @returns the pages up to `end`, or up to where the list has moved
 */
export async function* readWhileStill(
	reader: PageReader,
	stillness: Stillness,
	first: Page,
	end: number,
	batchPages: number,
): AsyncGenerator<Page> {
	const order = new CreationOrder();
	let [planned, moved] = [0, false];
	const [held, proved]: [Page[], Page[]] = [[], []];
	let [arrived, inQuestion] = [0, 0];
	const answers = inOrder<Page | Look>(reader.width, () => {
		if (moved) return undefined;
		const isDue = arrived - inQuestion >= batchPages || (arrived === end && inQuestion < end);
		if (isDue) {
			// What has arrived was answered before the look is asked for.
			const upTo = (inQuestion = arrived);
			return async (onArrived) => ({
				upTo,
				answer: await reader.readWindow(stillness.look, onArrived),
			});
		}
		if (planned >= end) return undefined;
		const index = planned++;
		return async (onArrived) => await reader.read(index, onArrived);
	});
	for await (const answer of answers) {
		// What is under way is waited for, so that no more than the window ever is.
		if (moved) continue;
		if ('upTo' in answer) {
			moved = !stillness.holds(answer.answer);
			const count = moved ? 0 : answer.upTo - held[0].index;
			proved.push(...held.splice(0, count));
		} else {
			arrived++;
			for (const record of answer.records) order.add(record);
			const whole = reader.isFull(answer) || answer.index + 1 === answer.pagesCount;
			const begins = answer.index > 0 || sameIds(answer.records, first.records);
			moved = !order.holds || !whole || !begins;
			held.push(answer);
			// One by one, so that whoever works on them does not keep the reading waiting.
			const next = proved.shift();
			if (next) yield next;
		}
	}
	yield* proved;
}

interface Look {
	/** Pages before this one are in question. */
	upTo: number;
	answer: Page;
}
