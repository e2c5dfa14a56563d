import type { IExecuteFunctions } from 'n8n-workflow';

import { ServiceError } from '../../shared/client/errors';
import type { Concern, Execution } from '../execution';
import type { Outcome } from '../operation';

/**
 * n8n's "Retry On Fail" runs a node again with all its input items, even those that succeeded. To prevent duplicate
 * writes, the node remembers the outcome of each item. A retry repeats an item only if it is known to have changed nothing.
 */
const tries = new WeakMap<object, Map<string, Outcome[]>>();

/** Without final outcomes for the first try, and if Retry On Fail is off. */
export function retryOnFail({ host }: Execution): Concern {
	const earlier = outcomesOfEarlierTries(host);
	return {
		finalOutcomes: earlier.filter(isFinal),
		after(outcome) {
			earlier.push(outcome);
			return outcome;
		},
	};
}

function outcomesOfEarlierTries(host: IExecuteFunctions): Outcome[] {
	const node = host.getNode();
	const [first] = host.getInputData();
	if (node.retryOnFail !== true || first === undefined) return [];
	// A retry gets the same input objects; that of a tool, the same input of the model in a new item and run (n8n-core,
	// makeHandleToolInvocation). Another pass of a loop is a separate run.
	const runs = tries.get(first.json) ?? new Map<string, Outcome[]>();
	tries.set(first.json, runs);
	const run = JSON.stringify([
		host.getExecutionId(),
		node.id,
		host.isToolExecution() || host.evaluateExpression('{{ $runIndex }}', 0),
	]);
	const outcomes = runs.get(run) ?? [];
	runs.set(run, outcomes);
	return outcomes;
}

/** Whether an item must not be repeated, because it is done or its outcome is unknown. */
function isFinal(outcome: Outcome): boolean {
	if ('results' in outcome) return outcome.changes === true;
	const { failure } = outcome;
	return (
		failure instanceof ServiceError &&
		(failure.effect === 'open' || failure.kind === 'outcomeUnknown')
	);
}
