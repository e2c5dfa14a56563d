import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** Whether the form has the same values for every input item, so that one run is enough. */
export function askForTheSame(
	host: IExecuteFunctions,
	fields: INodeProperties[],
	inputs: number[],
): boolean {
	const { parameters } = host.getNode();
	const names = [...new Set(fields.map(({ name }) => name))].filter((name) =>
		holdsExpression(parameters[name]),
	);
	if (names.length === 0) return true;
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

/** Whether a value contains an expression, which n8n marks with a leading equals sign. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}
