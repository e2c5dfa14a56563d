import type { Concern } from '../execution';
import type { OperationCall, Outcome } from '../operation';
import type { CallFor } from './calls';

/** The call of an item, or its outcome if it must not run. */
export type Looked = OperationCall | Outcome;

export const isCall = (looked: Looked): looked is OperationCall => 'form' in looked;

/** Looks at each item when it is its turn, so that the memory does not grow with their number. */
export async function* lookAt(
	inputs: number[],
	callFor: CallFor,
	concerns: Required<Concern>,
): AsyncGenerator<Looked> {
	for (const input of inputs) {
		try {
			const call = await callFor(input);
			const results = concerns.before(call);
			yield results ? { inputs: [input], results } : call;
		} catch (failure) {
			yield { inputs: [input], failure };
		}
	}
}
