import type { Concern, Execution } from '../execution';
import { agents } from './agents';
import { emptyFields } from './emptyFields';
import { emptyFilters } from './emptyFilters';
import { preview } from './preview';
import { readOnly } from './readOnly';
import { requiredFields } from './requiredFields';
import { wordsForNothing } from './wordsForNothing';

/** In the order in which they look at an item. The first that has its results or refuses it decides. */
const ordered = [
	preview,
	emptyFilters,
	requiredFields,
	emptyFields,
	wordsForNothing,
	agents,
	readOnly,
];

/** All concerns of an execution as one. */
export async function concernsOf(execution: Execution): Promise<Required<Concern>> {
	const concerns = ordered.map((concern) => concern(execution));
	if (execution.operation.changes) {
		const { retryOnFail } = await import('./retryOnFail');
		concerns.unshift(retryOnFail(execution));
	}
	return {
		finalOutcomes: concerns.flatMap(({ finalOutcomes = [] }) => finalOutcomes),
		before(call) {
			for (const concern of concerns) {
				const results = concern.before?.(call);
				if (results) return results;
			}
			return undefined;
		},
		// From the last to the first, so that the first has the outcome as it is said.
		after: (outcome, call) =>
			concerns.reduceRight((one, concern) => concern.after?.(one, call) ?? one, outcome),
		end: () => concerns.forEach((concern) => concern.end?.()),
	};
}
