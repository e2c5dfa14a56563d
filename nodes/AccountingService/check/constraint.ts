import type { ServiceRecord } from '../../shared/client/envelope';
import { keyOf } from '../../shared/lists/ids';
import type { Reply } from './asking';
import type { Effect } from './discover';

/** What a parameter of the search should leave, told by a document alone. */
export interface Constraint {
	isMet(record: ServiceRecord): boolean;
}

/**
 * What an answer shows of one of several constraints that were asked for together. The sample holds the first
 * documents of the search without them. One of it that breaks this constraint alone would be in the answer if
 * the constraint had no effect; one that meets all of them has to be there.
 */
export function effectOf(
	constraint: Constraint,
	all: readonly Constraint[],
	sample: Reply,
	answer: Reply,
): Effect {
	const { kept, dropped } = witnesses(constraint, all, sample.records);
	if (kept.length === 0 || dropped.length === 0 || answer.failure) return 'unclear';
	const given = new Set(answer.ids);
	const isGiven = (record: ServiceRecord) => given.has(String(keyOf(record)));
	if (dropped.some(isGiven)) return 'none';
	return kept.every(isGiven) ? 'seen' : 'unclear';
}

/** The documents of a sample that show the effect of a constraint, by staying and by leaving. */
export function witnesses(
	constraint: Constraint,
	all: readonly Constraint[],
	records: readonly ServiceRecord[],
): { kept: ServiceRecord[]; dropped: ServiceRecord[] } {
	const others = all.filter((other) => other !== constraint);
	const left = records.filter((record) => others.every((other) => other.isMet(record)));
	return {
		kept: left.filter((record) => constraint.isMet(record)),
		dropped: left.filter((record) => !constraint.isMet(record)),
	};
}
