import type { Concern, Execution } from '../execution';
import type {
	FailedOutcome,
	GatheringOperation,
	OperationCall,
	Outcome,
	PreviewOutcome,
	Prepared,
} from '../operation';
import { badRows, isBadRow } from './badRows';
import { withDocumentId } from './calls';
import { isCall, type Looked } from './refuse';

/**
 * Runs an operation for all items together, after it has checked all of them.
 * If a failed item ends the execution, nothing is sent, and one error lists all bad rows.
 */
export async function* runTogether(
	operation: GatheringOperation,
	{ host, forms }: Execution,
	looked: AsyncIterable<Looked>,
	concerns: Required<Concern>,
): AsyncGenerator<Outcome> {
	const stops = !host.continueOnFail();
	const calls: OperationCall[] = [];
	const bad: FailedOutcome[] = [];
	for await (const one of callsWithIds(looked)) {
		if (isCall(one)) calls.push(one);
		else if (stops && isBadRow(one)) bad.push(one);
		else yield one;
	}
	const companies = byOrganization(calls).map((some) => new Company(operation, some, concerns));
	for (const company of companies) {
		for await (const one of company.prepare()) {
			if (stops && isBadRow(one)) bad.push(one);
			else yield one;
		}
	}
	if (bad.length > 0) yield badRows(bad);
	// Their values are in what was prepared. Only Options are read again, and a preview describes the form.
	for (const { itemIndex, preview } of calls) if (!preview) forms.forget(itemIndex, 'options');
	for (const company of companies) yield* company.run();
}

async function* callsWithIds(looked: AsyncIterable<Looked>): AsyncGenerator<Looked> {
	for await (const one of looked) {
		try {
			yield isCall(one) ? await withDocumentId(one) : one;
		} catch (failure) {
			yield { inputs: [(one as OperationCall).itemIndex], failure };
		}
	}
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

/** The items of one organization. */
class Company {
	/** Without an outcome yet. */
	private readonly left: Map<number, OperationCall>;

	private prepared?: Prepared;

	constructor(
		private readonly operation: GatheringOperation,
		private readonly calls: OperationCall[],
		private readonly concerns: Required<Concern>,
	) {
		this.left = new Map(calls.map((call) => [call.itemIndex, call]));
	}

	/** The items that fail before anything is sent. */
	async *prepare(): AsyncGenerator<Outcome> {
		yield* this.finish(this.failedOnes());
	}

	/** The other items. */
	async *run(): AsyncGenerator<Outcome> {
		if (this.prepared) yield* this.finish(this.prepared.run());
	}

	private async *failedOnes(): AsyncGenerator<Outcome> {
		this.prepared = await this.operation.prepare(this.calls);
		yield* this.prepared.failed;
	}

	private async *finish(
		outcomes: AsyncIterable<Outcome | PreviewOutcome>,
	): AsyncGenerator<Outcome> {
		const { left, concerns } = this;
		try {
			for await (const outcome of outcomes) {
				const call = left.get(outcome.inputs[0]) as OperationCall;
				for (const input of outcome.inputs) left.delete(input);
				yield concerns.after(await finished(this.operation, call, outcome), call);
			}
		} catch (thrown) {
			const failure = this.calls.reduce((one, { client }) => client.failureOf(one), thrown);
			yield concerns.after({ inputs: [...left.keys()], failure }, this.calls[0]);
		}
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
