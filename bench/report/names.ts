import type { Entry } from '../lib/results';

/** What a contestant is called in the table and the plot. */
export function nameOf({ contestant, window, simplify }: Entry): string {
	const wide = `window ${window}`;
	const names = {
		httpRequest: 'HTTP Request node',
		declarative: 'Declarative node',
		node: `This node, ${wide}${simplify ? ', simplified' : ''}`,
		helperLoop: `Bare helper loop, ${wide}`,
		undiciLoop: `Bare undici loop, ${wide}`,
	};
	return names[contestant];
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

export const number = (value: number): string =>
	String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
