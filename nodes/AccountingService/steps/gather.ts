import type { Concern } from '../execution';
import type { GatheringOperation, OperationCall, Outcome, PreviewOutcome } from '../operation';
import { withDocumentId } from './calls';
import { isCall, type Looked } from './refuse';

/** Runs an operation for all items together. */
export async function* runTogether(
	operation: GatheringOperation,
	looked: AsyncIterable<Looked>,
	concerns: Required<Concern>,
): AsyncGenerator<Outcome> {
	const calls: OperationCall[] = [];
	for await (const one of looked) {
		if (!isCall(one)) {
			yield one;
			continue;
		}
		try {
			calls.push(await withDocumentId(one));
		} catch (failure) {
			yield { inputs: [one.itemIndex], failure };
		}
	}
	for (const group of byOrganization(calls)) yield* outcomesOf(operation, group, concerns);
}

/** The calls of each organization, because a request has the token of one. */
function byOrganization(calls: OperationCall[]): OperationCall[][] {
	const groups = new Map<string, OperationCall[]>();
	for (const call of calls) {
		const { owner } = call.client.connection;
		const group = groups.get(owner) ?? [];
		group.push(call);
		groups.set(owner, group);
	}
	return [...groups.values()];
}

async function* outcomesOf(
	operation: GatheringOperation,
	calls: OperationCall[],
	concerns: Required<Concern>,
): AsyncGenerator<Outcome> {
	const left = new Map(calls.map((call) => [call.itemIndex, call]));
	try {
		for await (const outcome of operation.runAll(calls)) {
			const call = left.get(outcome.inputs[0]) as OperationCall;
			for (const input of outcome.inputs) left.delete(input);
			yield concerns.after(await finished(operation, call, outcome), call);
		}
	} catch (thrown) {
		const failure = calls.reduce((one, { client }) => client.failureOf(one), thrown);
		yield concerns.after({ inputs: [...left.keys()], failure }, calls[0]);
	}
}

async function finished(
	operation: GatheringOperation,
	call: OperationCall,
	outcome: Outcome | PreviewOutcome,
): Promise<Outcome> {
	if ('previewed' in outcome) {
		const { previewOutcome } = await import('./previewItem');
		return await previewOutcome(operation, call, outcome);
	}
	return 'results' in outcome && operation.changes ? { ...outcome, changes: true } : outcome;
}
