import type { Concern, Execution } from '../execution';
import { emptyFields } from './emptyFields';
import { preview } from './preview';
import { readOnly } from './readOnly';
import { requiredFields } from './requiredFields';

/**
 * In the order in which they look at an item. The first that has its results or refuses it decides. Loads those that only
 * some executions need.
 */
async function ordered({ forAgent, operation: { changes, fields } }: Execution) {
	const filterNames = ['filters', 'searchText', 'queryParameters'];
	const hasFilters = fields.some(({ name }) => filterNames.includes(name));
	const { retryOnFail } = changes ? await import('./retryOnFail') : {};
	const { emptyFilters } = hasFilters ? await import('./emptyFilters') : {};
	const { wordsForNothing } = changes ? await import('./wordsForNothing') : {};
	const { agents } = forAgent ? await import('./agents') : {};
	const all = [
		...[retryOnFail, preview, emptyFilters, requiredFields],
		...[emptyFields, wordsForNothing, agents, readOnly],
	];
	return all.filter((concern) => concern !== undefined);
}

/** All concerns of an execution as one. */
export async function concernsOf(execution: Execution): Promise<Required<Concern>> {
	const found = await ordered(execution);
	const concerns: Concern[] = found.map((concern) => concern(execution));
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
