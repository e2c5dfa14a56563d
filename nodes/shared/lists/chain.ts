import { pageSizeLimits } from '../client/dialect';
import type { ServiceRecord } from '../client/envelope';
import { idOf } from './ids';
import { endOf, type Page, type PageReader } from './pageReader';
import { closeSeam, type PageWindow } from './seam';
import { inOrder } from './width';

/**
 * The window that shows the record before a position again and reaches furthest beyond it: page
 * numbers count in multiples of the size, so some size near the largest begins just in front of it.
 * @param position 0-based position of the first record that is still to be read
 * @param largest records per window at the most
 */
export function windowOver(position: number, largest: number): PageWindow {
	// Where every size begins a page exactly here, the boundary stays to be looked at on its own.
	let best: PageWindow = { page: Math.floor(position / largest), size: largest };
	let reach = position;
	for (let size = largest; size >= pageSizeLimits.minimum; size--) {
		const page = Math.floor((position - 1) / size);
		if ((page + 1) * size <= reach) continue;
		reach = (page + 1) * size;
		best = { page, size };
	}
	return best;
}

/** A page size near the smallest that the service knows leaves no choice of windows. */
const narrowest = pageSizeLimits.minimum + 5;

/**
 * Reads on in windows each of which shows the end of the one before it again. Two windows that share
 * a record leave nothing between them: each shows every record between its first and its last at one
 * moment, so whatever existed throughout is in one of them. Where the list moved so far that they
 * share none, the place is read again (seam.ts).
 * @param from the page to go on after; its records are not handed out
 */
export async function* readOverlapping(
	reader: PageReader,
	from: Page,
): AsyncGenerator<ServiceRecord[]> {
	const largest = Math.min(reader.largestWindow, Math.max(reader.size, narrowest));
	let left = from;
	let [planned, seen] = [endOf(from), endOf(from)];
	const pages = inOrder(reader.width, () => {
		if (reader.ended || planned >= reader.limitAfter(seen)) return undefined;
		const window = windowOver(planned, largest);
		planned = (window.page + 1) * window.size;
		return async (onArrived) => await reader.readWindow(window, onArrived);
	});
	for await (const page of pages) {
		// Windows asked for ahead of an end that was not known yet are dropped.
		if (reader.ended) continue;
		const right = await reader.accept(page);
		let records = await bridge(reader, left, right, seen);
		if (records.length === 0 && right.pagesCount === undefined && !reader.ended) {
			// Without a count only this tells a list that grew from a service that repeats its last page.
			records = await bridge(reader, left, { ...right, records: [] }, seen);
			reader.ended = true;
		}
		seen = endOf(right);
		// A list that grew by a whole window shows nothing new: the chain still ends where it did.
		if (records.length > 0) left = right;
		yield reader.within(right, records);
	}
}

/** What comes after the left page, up to the end of the right one. */
async function bridge(
	reader: PageReader,
	left: Page,
	right: Page,
	boundary: number,
): Promise<ServiceRecord[]> {
	if (right.records.length > right.size) {
		reader.problem(
			`The service gave ${right.records.length} records for a page of ${right.size}: without pages of the size asked for it cannot be told whether any are missing between them`,
		);
	}
	const ids = new Set(left.records.map(idOf));
	const shared = right.records.findLastIndex((record) => ids.has(idOf(record)));
	if (shared >= 0) return right.records.slice(shared + 1);
	const between = await closeSeam(
		left.records,
		right.records,
		boundary,
		reader.largestWindow,
		async (window) => await reader.look(window),
	);
	if (!between) {
		reader.problem(
			`The documents around place ${boundary + 1} of the list could not be joined: documents came and went faster than the pages could be read, or the service does not keep to one order`,
		);
	}
	return [...(between ?? []), ...right.records];
}
