import type { IExecuteFunctions } from 'n8n-workflow';

import { holdsExpression } from '../shared/fields/readForm';
import type { ItemOperation } from './operation';

/** Whether the operation reads the same values for every input item, so that one run is enough. */
export function askForTheSame(
	host: IExecuteFunctions,
	{ fields }: Pick<ItemOperation, 'fields'>,
	inputs: number[],
): boolean {
	const { parameters } = host.getNode();
	const names = [...new Set(fields.map(({ name }) => name))].filter((name) =>
		holdsExpression(parameters[name]),
	);
	const valuesAt = (index: number) =>
		JSON.stringify(names.map((name) => host.getNodeParameter(name, index, null)));
	try {
		const first = valuesAt(inputs[0]);
		return inputs.every((index) => valuesAt(index) === first);
	} catch {
		// The item with the failing expression reports it.
		return false;
	}
}
