/** One row of the page: the measurement and its goal. */
export interface Row {
	what: string;
	unit: '' | 'MB' | 's';
	/** One for each round; their median counts. */
	values: number[];
	/** A row without one has no goal. */
	goal?: { at: 'most' | 'least'; value: number };
	/** The two values of a ratio. */
	of?: string;
}

export const atMost = (value: number): Row['goal'] => ({ at: 'most', value });
export const atLeast = (value: number): Row['goal'] => ({ at: 'least', value });

/** @throws Error if nothing was measured */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	if (sorted.length === 0) throw new Error('Nothing was measured');
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
