import type { IExecuteFunctions } from 'n8n-workflow';

import { ServiceError } from '../shared/client/errors';
import type { Outcome } from './operation';

/**
 * n8n's "Retry On Fail" runs a node again with all its input items, also with those that it was through
 * with: each would be written once more. So what became of the items of a write is remembered, and a
 * further try goes on with those of which it is certain that nothing was done.
 */
const tries = new WeakMap<object, Map<string, Outcome[]>>();

/**
 * What is known of the input items from an earlier try of this very run of the node.
 * @returns a list to add to; a new one for the first try, and where n8n will not try again
 */
export function outcomesOfEarlierTries(host: IExecuteFunctions): Outcome[] {
	const node = host.getNode();
	const [first] = host.getInputData();
	if (node.retryOnFail !== true || first === undefined) return [];
	// A try gets the same objects as the one before it; a loop that comes by again is another run.
	const runs = tries.get(first) ?? new Map<string, Outcome[]>();
	tries.set(first, runs);
	const run = JSON.stringify([
		host.getExecutionId(),
		node.id,
		host.evaluateExpression('{{ $runIndex }}', 0),
	]);
	const outcomes = runs.get(run) ?? [];
	runs.set(run, outcomes);
	return outcomes;
}

/** Whether an item must not be done again: it is done, or nobody knows. */
export function isFinal(outcome: Outcome): boolean {
	if ('results' in outcome) return outcome.changes === true;
	const { failure } = outcome;
	return (
		failure instanceof ServiceError &&
		(failure.effect === 'open' || failure.kind === 'outcomeUnknown')
	);
}
