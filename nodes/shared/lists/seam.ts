import type { ServiceRecord } from '../client/envelope';
import { idOf } from './ids';

/** A stretch of the list that one answer covered: neighbours in it were neighbours at that moment. */
export interface PageWindow {
	/** 0-based index of the page, in pages of `size`. */
	page: number;
	size: number;
}

/** What a window showed. */
export interface Seen {
	records: ServiceRecord[];
	/** Whether the list ends with it. */
	isLast: boolean;
}

/** Enough to straddle a boundary and to show a few records on each side. */
const smallest = 10;

/** Far more than the few documents that come and go while two pages are read. */
const maximumReads = 24;

/**
 * A page of some size whose stretch contains the position, away from its edges where possible: page
 * numbers count in multiples of the size, so another size has its boundaries elsewhere.
 * @param position 0-based position that must lie strictly inside
 */
export function windowAcross(position: number, span: number, maximum: number): PageWindow {
	let best: PageWindow | undefined;
	let bestMargin = 0;
	for (let size = Math.min(span, maximum); size <= maximum && size < span + 12; size++) {
		const inside = position % size;
		const margin = Math.min(inside, size - inside) / size;
		if (margin > bestMargin) {
			bestMargin = margin;
			best = { page: Math.floor(position / size), size };
		}
	}
	// Every size tried divides the position: the page that starts there is the nearest look.
	return best ?? { page: Math.floor(position / maximum), size: maximum };
}

/**
 * Joins two neighbouring pages that were read at different moments: reads small windows across their
 * boundary until an unbroken chain of neighbours leads from the left page to the right one. Whatever
 * existed all the time between the two is then in the left page, the chain or the right page, no
 * matter what was created or deleted meanwhile: each window shows every record between its first and
 * its last, and neighbouring windows share a record.
 * @param boundary position of the first record of the right page when nothing had moved
 * @returns the records in between, in order, or undefined when no chain could be built
 */
export async function closeSeam(
	left: ServiceRecord[],
	right: ServiceRecord[],
	boundary: number,
	maximumSize: number,
	read: (window: PageWindow) => Promise<Seen>,
): Promise<ServiceRecord[] | undefined> {
	const leftIds = new Set(left.map(idOf));
	const rightIds = new Set(right.map(idOf));
	let fromLeft: ServiceRecord[] = [];
	let beforeRight: ServiceRecord[] = [];
	let span = smallest;
	let position = boundary;
	// The stretch looked at so far without either side in sight, and whether the list ends with it.
	let [low, high, ended] = [boundary, boundary, false];
	for (let reads = 0; reads < maximumReads; reads++) {
		const window = windowAcross(position, span, maximumSize);
		const { records, isLast } = await read(window);
		const start = window.page * window.size;
		const lastLeft = records.findLastIndex((record) => leftIds.has(idOf(record)));
		const firstRight = records.findIndex(
			(record, index) => index > lastLeft && rightIds.has(idOf(record)),
		);
		const reachesHead = start === 0;
		if ((lastLeft >= 0 || reachesHead) && (firstRight >= 0 || isLast)) {
			// At the head everything left is gone, at the end everything right is: nothing is between.
			const until = firstRight >= 0 ? firstRight : records.length;
			return [...fromLeft, ...records.slice(lastLeft + 1, until), ...beforeRight];
		}
		if (lastLeft >= 0) {
			fromLeft = extend(fromLeft, records.slice(lastLeft + 1), leftIds);
			position = start + window.size;
		} else if (firstRight >= 0) {
			beforeRight = extend(beforeRight, records.slice(0, firstRight), rightIds, true);
			position = start;
		} else {
			// Neither side in sight: both moved further than the window is wide, to the left or right.
			low = Math.min(low, start);
			high = Math.max(high, start + window.size);
			ended ||= isLast;
			const goLeft = low > 0 && (ended || reads % 2 === 0);
			// Across the edge of what was seen, so that nothing stays between the looks.
			position = goLeft ? low : Math.max(1, high);
		}
		span = Math.min(span * 2, Math.max(maximumSize - 11, smallest));
	}
	return undefined;
}

function extend(
	chain: ServiceRecord[],
	found: ServiceRecord[],
	ids: Set<string>,
	inFront = false,
): ServiceRecord[] {
	for (const record of found) ids.add(idOf(record));
	return inFront ? [...found, ...chain] : [...chain, ...found];
}
