import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { Hints } from '../shared/n8n/hints';
import { connectItems } from '../shared/n8n/organizations';
import { concernsOf } from './concerns';
import { begin } from './execution';
import type { Outcome } from './operation';
import { callsOf } from './steps/calls';
import { groupsOf } from './steps/group';
import { lookAt } from './steps/refuse';
import { runEach } from './steps/run';
import { Output, withAdviceFor } from './steps/say';

/**
 * Runs the operation for the input items. What few executions need is loaded when they need it.
 * @throws NodeApiError or NodeOperationError with the index of the item that failed
 */
export async function execute(host: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const hints = new Hints(host);
	const output = new Output(host, hints);
	for await (const outcome of runSteps(host, hints)) await output.add(outcome);
	return [output.inOrder()];
}

async function* runSteps(host: IExecuteFunctions, hints: Hints): AsyncGenerator<Outcome> {
	const inputs = host.getInputData().map((_item, index) => index);
	if (inputs.length === 0) return;
	let fields: INodeProperties[] = [];
	try {
		const execution = await begin(host, hints);
		const { operation, forms } = execution;
		({ fields } = operation);
		const callFor = callsOf(execution, await connectItems(host));
		const concerns = await concernsOf(execution);
		yield* concerns.finalOutcomes;
		const final = new Set(concerns.finalOutcomes.flatMap((outcome) => outcome.inputs));
		const left = inputs.filter((input) => !final.has(input));
		const looked = lookAt(left, callFor, concerns);
		const outcomes =
			'prepare' in operation
				? (await import('./steps/gather')).runTogether(operation, execution, looked, concerns)
				: runEach(operation, groupsOf(execution, looked, callFor), concerns);
		for await (const outcome of outcomes) {
			yield withAdviceFor(fields, outcome);
			outcome.inputs.forEach(forms.drop);
		}
		concerns.end();
		hints.end();
	} catch (failure) {
		// A failure of the credential or the operation affects all items.
		yield withAdviceFor(fields, { inputs, failure });
	}
}
