import { boundedAnswer } from '../../shared/agents';
import type { Concern, Execution } from '../execution';
import { ItemWithFiles } from '../operation';
import { filtersForAgent, refuseEmptyText } from './emptyFilters';

/** The output for an AI agent: bounded, and with the filters that were applied, because a model leaves out what it does not use. */
export function agents({ operation }: Execution): Concern {
	return {
		before: ({ form }) => refuseEmptyText(form, operation.fields),
		after(outcome, call) {
			if ('failure' in outcome) return outcome;
			const used = filtersForAgent(call.form, operation.fields);
			const results = outcome.results.map((one) =>
				one instanceof ItemWithFiles
					? new ItemWithFiles(boundedAnswer(call, one.json), one.binary)
					: boundedAnswer(call, { ...used, ...one, ...used }),
			);
			return { ...outcome, results };
		},
	};
}
