import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	IPairedItemData,
} from 'n8n-workflow';

import { ServiceError } from '../shared/client/errors';
import { untilChange } from '../shared/client/preview';
import { formsOf } from '../shared/fields/readForm';
import { boundedAnswer } from '../shared/agents';
import { isAgentTool } from '../shared/n8n/agentTool';
import { Hints } from '../shared/n8n/hints';
import { connectItems, type ClientOf } from '../shared/n8n/organizations';
import { byOrganization, callsOf, isChange, isOneOrganization, type CallFor } from './calls';
import { hintOfEmptyFields } from './emptyFields';
import { emptyFilters, filtersForAgent, refuseEmptyText } from './emptyFilters';
import {
	ItemWithFiles,
	type Operation,
	type OperationCall,
	type Outcome,
	type ItemResult,
} from './operation';
import { previewedResults, previewOf } from './preview';
import { findOperation } from './resources';

/**
 * Runs the operation for the input items. What few executions need is loaded when they need it.
 * @throws NodeApiError or NodeOperationError with the index of the item that failed
 */
export async function execute(host: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	const done: Outcome[] = [];
	const forAgent = isAgentTool(host);
	for await (const outcome of outcomesOf(host)) {
		if ('results' in outcome) {
			done.push(outcome);
			addResults(output, outcome, forAgent);
			continue;
		}
		const { failure, inputs } = outcome;
		const { errorText, isCancelled, toModelError, toNodeError } =
			await import('../shared/n8n/failures');
		if (!host.continueOnFail() || isCancelled(failure)) {
			const { atItsRow, withWhatWasDone } = await import('./completedItems');
			const toError = forAgent ? toModelError : toNodeError;
			const placed = atItsRow(failure, inputs, host.getInputData().length);
			throw toError(host.getNode(), withWhatWasDone(placed, done), inputs[0]);
		}
		const error = errorText(failure, forAgent);
		for (const item of inputs) output.push({ json: { error }, pairedItem: { item } });
	}
	return [inOrderOfInput(output)];
}

/** Operations that group items finish them in another order. */
function inOrderOfInput(output: INodeExecutionData[]): INodeExecutionData[] {
	const inputOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as IPairedItemData).item;
	return output.sort((a, b) => inputOf(a) - inputOf(b));
}

function addResults(
	output: INodeExecutionData[],
	{ inputs, results }: Extract<Outcome, { results: unknown }>,
	forAgent: boolean,
): void {
	const displayed = (json: IDataObject) => (forAgent ? boundedAnswer(json) : json);
	// n8n's $('Node').item needs a single item, so the result of several items is paired with the first.
	const pairedItem = { item: inputs[0] };
	for (const result of results) {
		output.push(
			result instanceof ItemWithFiles
				? { json: displayed(result.json), binary: result.binary, pairedItem }
				: { json: displayed(result), pairedItem },
		);
	}
}

async function* outcomesOf(host: IExecuteFunctions): AsyncGenerator<Outcome> {
	const inputs = host.getInputData().map((_item, index) => index);
	if (inputs.length === 0) return;
	let options: ReadonlySet<string> = new Set();
	try {
		const form = formsOf(host)(0);
		const operation = await findOperation(form.get('resource'), form.get('operation'));
		options = fieldNames(operation.fields);
		const hints = new Hints(host);
		const clientOf = await connectItems(host);
		const previewed = new Set<number>();
		const callFor = callsOf(host, operation, clientOf, hints, previewed);
		const { earlier, finalOutcomes } = operation.changes
			? (await import('./retryOnFail')).triesOf(host)
			: { earlier: [], finalOutcomes: [] };
		yield* finalOutcomes;
		const through = new Set(finalOutcomes.flatMap((outcome) => outcome.inputs));
		const left = inputs.filter((input) => !through.has(input));
		const forAgent = isAgentTool(host);
		const empty = await emptyFilters(host, operation, left, forAgent);
		for (const hint of empty.hints) hints.warn(hint);
		for (const [input, failure] of empty.refused) yield { inputs: [input], failure };
		const rest = left.filter(
			(input) => !empty.withoutRecords.has(input) && !empty.refused.has(input),
		);
		const emptyHint = operation.changes && hintOfEmptyFields(host, operation.fields, left);
		if (emptyHint) hints.warn(emptyHint);
		const outcomes =
			'runAll' in operation
				? gathered(operation, rest, callFor)
				: oneByOne(
						operation,
						await groupEqualItems(host, operation, rest, clientOf, hints),
						callFor,
					);
		for await (const outcome of outcomes) {
			earlier.push(outcome);
			yield 'failure' in outcome ? withAdvice(outcome, options) : outcome;
		}
		hints.end();
		if (previewed.size > 0) {
			const all = previewed.size === inputs.length;
			const items = all ? '' : ` for ${previewed.size} of ${inputs.length} items`;
			hints.warn(`Preview: nothing was changed${items}.`);
		}
	} catch (failure) {
		// A failure of the credential or the operation affects all items.
		yield withAdvice({ inputs, failure }, options);
	}
}

/** Limits the advice of a failure to options that the operation has. */
function withAdvice(
	{ inputs, failure }: Extract<Outcome, { failure: unknown }>,
	options: ReadonlySet<string>,
): Outcome {
	return {
		inputs,
		failure: failure instanceof ServiceError ? failure.forOptions(options) : failure,
	};
}

/** The names of the fields and of the members of their collections. */
function fieldNames(fields: INodeProperties[]): ReadonlySet<string> {
	const inner = fields.flatMap(({ options = [] }) => options.map(({ name }) => name));
	return new Set([...fields.map(({ name }) => name), ...inner]);
}

/** For these, n8n's editor says that the node runs once for each item, so a hint would contradict it. */
const listOperationsOfN8n = ['getAll', 'getMany', 'read', 'search'];

/** One group if all items request the same of one organization, or one group per item. */
async function groupEqualItems(
	host: IExecuteFunctions,
	operation: Operation,
	inputs: number[],
	clientOf: ClientOf,
	hints: Hints,
): Promise<number[][]> {
	const each = inputs.map((index) => [index]);
	if (!('oncePerInput' in operation) || inputs.length < 2) return each;
	const { haveEqualParameters } = await import('./equalItems');
	if (!haveEqualParameters(host, operation, inputs)) return each;
	const { oncePerInput } = operation;
	const form = formsOf(host, operation.fields)(inputs[0]);
	if (typeof oncePerInput === 'function' && !oncePerInput(form)) return each;
	if (!(await isOneOrganization(inputs, clientOf))) return each;
	if (!listOperationsOfN8n.includes(String(operation.option.value))) {
		hints.note(`All ${inputs.length} input items have the same values, so the node ran once.`);
	}
	return [inputs];
}

async function* oneByOne(
	operation: Extract<Operation, { run: unknown }>,
	groups: number[][],
	callFor: CallFor,
): AsyncGenerator<Outcome> {
	for (const inputs of groups) {
		let call: OperationCall | undefined;
		try {
			call = await callFor(inputs[0]);
			if (call.forAgent) refuseEmptyText(call.form);
			const { run } = operation;
			const current = call;
			const step = await untilChange(async () => await run.call(operation, current));
			const results = step.prepared
				? [previewOf(call, step.prepared)]
				: previewedResults(call, withFilters(call, operation, step.value));
			const changes = isChange(operation, call.form) && !call.preview;
			yield { inputs, results, ...(changes && { changes: true }) };
		} catch (thrown) {
			yield { inputs, failure: call ? call.client.failureOf(thrown) : thrown };
		}
	}
}

/** Tells a model which filters were applied: it leaves out what it does not use. */
function withFilters(
	call: OperationCall,
	{ fields }: Operation,
	results: ItemResult[],
): ItemResult[] {
	if (!call.forAgent) return results;
	const used = filtersForAgent(call.form, fields);
	return results.map((one) => (one instanceof ItemWithFiles ? one : { ...used, ...one, ...used }));
}

async function* gathered(
	operation: Extract<Operation, { runAll: unknown }>,
	inputs: number[],
	callFor: CallFor,
): AsyncGenerator<Outcome> {
	const calls: OperationCall[] = [];
	for (const index of inputs) {
		try {
			calls.push(await callFor(index));
		} catch (failure) {
			yield { inputs: [index], failure };
		}
	}
	for (const group of byOrganization(calls)) yield* together(operation, group);
}

async function* together(
	operation: Extract<Operation, { runAll: unknown }>,
	calls: OperationCall[],
): AsyncGenerator<Outcome> {
	const left = new Set(calls.map(({ itemIndex }) => itemIndex));
	try {
		for await (const outcome of operation.runAll(calls)) {
			for (const input of outcome.inputs) left.delete(input);
			const call = calls.find(({ itemIndex }) => itemIndex === outcome.inputs[0]);
			yield 'results' in outcome && operation.changes && !call?.preview
				? { ...outcome, changes: true }
				: outcome;
		}
	} catch (thrown) {
		const failure = calls.reduce((one, { client }) => client.failureOf(one), thrown);
		yield { inputs: [...left], failure };
	}
}
