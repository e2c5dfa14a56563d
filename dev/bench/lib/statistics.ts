/** A median with the smallest and the largest of what was measured. */
export interface Spread {
	median: number;
	low: number;
	high: number;
	count: number;
}

/** @throws Error when nothing was measured */
export function spread(values: number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	if (sorted.length === 0) throw new Error('Nothing was measured');
	const middle = sorted.length >> 1;
	const median =
		sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	return { median, low: sorted[0], high: sorted[sorted.length - 1], count: sorted.length };
}

/** Ratios of runs that followed each other in the same round, so that a slow minute strikes both. */
export function ratios(numerators: number[], denominators: number[]): Spread {
	const pairs = Math.min(numerators.length, denominators.length);
	return spread(numerators.slice(0, pairs).map((value, round) => value / denominators[round]));
}
