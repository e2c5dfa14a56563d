/** One line of the page: what was measured, and what it should come to. */
export interface Row {
	what: string;
	unit: '' | 'MB' | 's';
	/** One for each round; their median counts. */
	values: number[];
	/** Nothing is expected of a row without one. */
	goal?: { at: 'most' | 'least'; value: number };
	/** What a ratio was made of. */
	of?: string;
}

export const atMost = (value: number): Row['goal'] => ({ at: 'most', value });
export const atLeast = (value: number): Row['goal'] => ({ at: 'least', value });

/** @throws Error when nothing was measured */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	if (sorted.length === 0) throw new Error('Nothing was measured');
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
