import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isBlank } from '../shared/fields/values';

/**
 * The filters that were added and are empty for every item. An empty filter is left out, so a mistake in an expression
 * finds more than was wanted.
 * @returns their labels
 */
export function emptyFilters(
	host: IExecuteFunctions,
	fields: INodeProperties[],
	inputs: number[],
): string[] {
	const { filters, searchText } = host.getNode().parameters;
	// An empty text that was typed in finds all documents.
	const reads = typeof searchText === 'string' && searchText.startsWith('=');
	const names = [...(filters === undefined ? [] : ['filters']), ...(reads ? ['searchText'] : [])];
	const declared = fields.filter(({ name }) => names.includes(name));
	const emptyAt = (index: number) =>
		declared.flatMap((field) => emptyIn(field, host.getNodeParameter(field.name, index, null)));
	try {
		let empty = declared.length > 0 && inputs.length > 0 ? emptyAt(inputs[0]) : [];
		for (const index of inputs.slice(1)) {
			if (empty.length === 0) break;
			const here = new Set(emptyAt(index));
			empty = empty.filter((label) => here.has(label));
		}
		return empty;
	} catch {
		// An expression that fails for an item fails at that item.
		return [];
	}
}

function emptyIn(field: INodeProperties, value: unknown): string[] {
	if (field.type === 'fixedCollection') {
		const { filter = [] } = (value ?? {}) as { filter?: IDataObject[] };
		return filter.filter((row) => isBlank(row.value)).map(({ name }) => String(name));
	}
	if (field.type === 'collection') {
		const members = (field.options ?? []) as INodeProperties[];
		return Object.entries((value ?? {}) as IDataObject).flatMap(([name, member]) => {
			const own = members.find((one) => one.name === name);
			return own ? emptyIn(own, member) : [];
		});
	}
	const isNone = isBlank(value) || (Array.isArray(value) && value.length === 0);
	return isNone ? [field.displayName] : [];
}
