import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	IPairedItemData,
} from 'n8n-workflow';

import { ServiceError } from '../../shared/client/errors';
import { sentenceFirst, withWarnings } from '../../shared/agents';
import { isAgentTool } from '../../shared/n8n/agentTool';
import type { Hints } from '../../shared/n8n/hints';
import { type FailedOutcome, ItemWithFiles, type Outcome } from '../operation';

/** What the execution says: items, and the errors of those that failed. */
export class Output {
	private readonly items: INodeExecutionData[] = [];

	private readonly done: Outcome[] = [];

	constructor(
		private readonly host: IExecuteFunctions,
		private readonly hints: Hints,
	) {}

	/** @throws NodeApiError or NodeOperationError with the index of the item that failed, if that ends the execution */
	async add(outcome: Outcome): Promise<void> {
		if ('failure' in outcome) return await this.addFailure(outcome);
		this.done.push(outcome);
		// n8n's $('Node').item needs a single item, so the result of several items is paired with the first.
		const pairedItem = { item: outcome.inputs[0] };
		for (const result of outcome.results) {
			const { json, binary } =
				result instanceof ItemWithFiles ? result : { json: result, binary: undefined };
			this.items.push({ json, ...(binary && { binary }), pairedItem });
		}
	}

	/**
	 * In the order of the input: operations that group items finish them in another order. An agent calls the node for one
	 * item, so the first answer has the warnings.
	 */
	inOrder(): INodeExecutionData[] {
		const inputOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as IPairedItemData).item;
		const items = this.items.sort((a, b) => inputOf(a) - inputOf(b));
		if (!isAgentTool(this.host) || items.length === 0) return items;
		const [first, ...others] = items;
		const json = sentenceFirst(withWarnings(first.json, this.hints.forModel()));
		return [{ ...first, json }, ...others];
	}

	private async addFailure({ failure, inputs }: FailedOutcome) {
		const { host } = this;
		const forAgent = isAgentTool(host);
		const { errorText, isCancelled, toModelError, toNodeError } =
			await import('../../shared/n8n/failures');
		if (!host.continueOnFail() || isCancelled(failure)) {
			const { atItsRow, withWhatWasDone } = await import('../completedItems');
			const toError = forAgent ? toModelError : toNodeError;
			const placed = atItsRow(failure, inputs, host.getInputData().length);
			throw toError(host.getNode(), withWhatWasDone(placed, this.done), inputs[0]);
		}
		const error = errorText(failure, forAgent);
		for (const item of inputs) this.items.push({ json: { error }, pairedItem: { item } });
	}
}

/** Limits the advice of a failure to options that the operation has. */
export function withAdviceFor(fields: INodeProperties[], outcome: Outcome): Outcome {
	if (!('failure' in outcome) || !(outcome.failure instanceof ServiceError)) return outcome;
	const inner = fields.flatMap(({ options = [] }) => options.map(({ name }) => name));
	const names = new Set([...fields.map(({ name }) => name), ...inner]);
	return { ...outcome, failure: outcome.failure.forOptions(names) };
}
