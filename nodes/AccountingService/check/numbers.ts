import type { ServiceSettings } from '../../shared/client/settings';
import { howAnswered, type Reply } from './asking';
import type { Likeness } from './likeness';

/** From where a page number counts, and what. */
export type Meaning = Pick<ServiceSettings, 'firstPage' | 'pageCounts'>;

/** How the pages 0, 1 and 2 stand to the page that comes without a number. */
export interface Numbers {
	pages: [Reply, Reply, Reply];
	are: [Likeness, Likeness, Likeness];
	/** How many places further down in it they begin. */
	steps: [number, number, number];
}

/** How one of them does. */
interface Look {
	page: Reply;
	is: Likeness;
	steps: number;
}

export function numbersFrom(zero: Look, one: Look, two: Look): Numbers {
	return {
		pages: [zero.page, one.page, two.page],
		are: [zero.is, one.is, two.is],
		steps: [zero.steps, one.steps, two.steps],
	};
}

/** What the number means, where the three pages show it. */
export function meaningOf({ are, steps }: Numbers, first: Reply): Meaning | undefined {
	const [zero, one, two] = are;
	const isBehind = (kind: Likeness) => kind === 'other' || kind === 'empty' || kind === 'refused';
	if (zero === 'same' && one === 'further' && steps[1] === 1) {
		const fits = steps[2] === 2 || (two !== 'same' && first.ids.length <= 2);
		return fits ? { firstPage: 0, pageCounts: 'records' } : undefined;
	}
	if (one === 'same' && isBehind(two)) {
		return zero === 'other' ? undefined : { firstPage: 1, pageCounts: 'pages' };
	}
	if (zero === 'same' && isBehind(one) && isBehind(two))
		return { firstPage: 0, pageCounts: 'pages' };
	// All pages that there are are the first one; but not all numbers are taken.
	if (zero === 'refused' && one === 'same' && two === 'same') {
		return { firstPage: 1, pageCounts: 'pages' };
	}
	return undefined;
}

export function evidenceOf(name: string, { pages, are }: Numbers): string {
	const told = are.map((kind, number) => `${name}=${number} ${wordsOf(kind, pages[number])}`);
	return `${told.join(', ')}.`;
}

export function wordsOf(kind: Likeness, page: Reply): string {
	switch (kind) {
		case 'same':
			return 'brought the first page';
		case 'further':
			return 'began a little further down';
		case 'other':
			return 'brought other documents';
		case 'empty':
			return 'brought nothing';
		default:
			return howAnswered(page);
	}
}
