import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** Whether every input item gives the form the same values, so that doing it once is enough. */
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
		// An expression that fails for one of the items is told at that item.
		return false;
	}
}

/** n8n marks a text that is an expression with a leading equals sign, however deep it lies. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}
