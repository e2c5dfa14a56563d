import { pageSizeLimits } from '../client/dialect';

/**
 * A stretch of a list: what the page with this number covers, in pages of this size. Page numbers count
 * in multiples of the size, so pages of another size begin at other places.
 */
export interface Stretch {
	/** 0-based. */
	index: number;
	size: number;
}

/** Position (0-based) of the first record of a stretch. */
export function startOf({ index, size }: Stretch): number {
	return index * size;
}

/** Position behind the last record of a stretch. */
export function endOf({ index, size }: Stretch): number {
	return (index + 1) * size;
}

/**
 * Pages of fewer sizes than up to this one do not overlap enough: with them some places are near a
 * boundary of pages of every size.
 */
export const leastForOverlap = 2 * pageSizeLimits.minimum;

/**
 * The stretch that shows the record in front of a position again and reaches furthest beyond it.
 * @param position of the first record that is still to be read
 * @param largest records in a page at the most
 */
export function stretchOver(position: number, largest: number): Stretch {
	// Where pages of every size begin here, the boundary is looked at on its own.
	let best: Stretch = { index: Math.floor(position / largest), size: largest };
	let reach = position;
	for (let size = largest; size >= pageSizeLimits.minimum; size--) {
		const index = Math.floor((position - 1) / size);
		if (endOf({ index, size }) <= reach) continue;
		reach = endOf({ index, size });
		best = { index, size };
	}
	return best;
}

/**
 * A stretch with the position well inside.
 * @param largest records in a page at the most
 */
export function stretchAcross(position: number, largest: number): Stretch {
	let best: Stretch = { index: Math.floor(position / largest), size: largest };
	let bestMargin = 0;
	for (let size = largest; size >= pageSizeLimits.minimum; size--) {
		const inside = position % size;
		const margin = Math.min(inside, size - inside);
		if (margin <= bestMargin) continue;
		bestMargin = margin;
		best = { index: Math.floor(position / size), size };
	}
	return best;
}
