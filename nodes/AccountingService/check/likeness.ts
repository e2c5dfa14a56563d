import { pageSizeLimits } from '../../shared/client/settings';
import type { Reply } from './asking';

/**
 * How one page stands to another one, said so that a few documents which came or left meanwhile make no
 * difference: the same stretch of the list, one that begins some places further down, another stretch, or none.
 */
export type Likeness = 'same' | 'further' | 'other' | 'empty' | 'refused' | 'unclear';

export function likeness(page: Reply, first: Reply): Likeness {
	if (page.isRefused) return 'refused';
	if (page.failure) return 'unclear';
	if (page.ids.length === 0) return 'empty';
	const steps = stepsFurther(page, first);
	// The next page begins so far down also where a few documents have come since the first one was read.
	const isNext = steps >= pageSizeLimits.minimum / 2 && steps * 2 >= first.ids.length;
	if (steps > 0) return isNext ? 'other' : 'further';
	const known = new Set(first.ids);
	const common = page.ids.filter((id) => known.has(id)).length;
	const share = common / Math.min(page.ids.length, first.ids.length);
	if (share >= 0.7) return 'same';
	return share <= 0.2 ? 'other' : 'unclear';
}

/** How many places further down in the same stretch a page begins, document by document; 0 where it does not. */
export function stepsFurther(page: Reply, first: Reply): number {
	const steps = page.ids.length === 0 ? -1 : first.ids.indexOf(page.ids[0]);
	if (steps <= 0) return 0;
	return first.ids.slice(steps).every((id, at) => page.ids[at] === id) ? steps : 0;
}
