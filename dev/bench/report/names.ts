import type { Contestant, Width, WriteWork } from '../engine/job';

interface Reader {
	contestant: Contestant;
	width: Width;
	simplify?: boolean;
}

/** What a reader is called in the tables and the plot. */
export function nameOf({ contestant, width, simplify }: Reader): string {
	const wide = width === 'default' ? 'default' : `width ${width}`;
	const names = {
		httpRequest: 'HTTP Request node',
		declarative: 'Declarative node',
		node: `This node, ${wide}${simplify ? ', simplified' : ''}`,
		helperLoop: `Bare helper loop, ${wide}`,
		undiciLoop: `Bare undici loop, ${wide}`,
	};
	return names[contestant];
}

/** What a writer is called. */
export function writerName(contestant: Contestant, work: WriteWork): string {
	const works = {
		create: 'create',
		createUnlessThere: 'create, unless it is there',
		delete: 'delete one by one',
		deleteInBulk: 'delete, 50 in a request',
	};
	const names = {
		httpRequest: 'HTTP Request node (all at once)',
		declarative: 'Declarative node',
		node: 'This node',
		helperLoop: 'Bare helper loop',
		undiciLoop: 'Bare undici loop',
	};
	return `${names[contestant]}: ${works[work]}`;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

export const number = (value: number): string =>
	String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
