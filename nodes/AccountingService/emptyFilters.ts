import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { formsOf, membersOf, type ItemForm } from '../shared/fields/form';
import { isBlank, pickedValue } from '../shared/fields/values';

/**
 * The added filters that are empty for every item. The node does not apply an empty filter, so a mistake in an
 * expression returns too many records.
 * @returns their labels
 */
export function emptyFilters(
	host: IExecuteFunctions,
	fields: INodeProperties[],
	inputs: number[],
): string[] {
	let empty: string[] | undefined;
	const formAt = formsOf(host, fields);
	try {
		for (const index of inputs) {
			const here = emptyIn(formAt(index), fields);
			empty = empty?.filter((label) => here.includes(label)) ?? here;
			if (empty.length === 0) break;
		}
	} catch {
		// The item itself reports a value that cannot be read.
		return [];
	}
	return empty ?? [];
}

function emptyIn(form: ItemForm, fields: INodeProperties[]): string[] {
	const { otherFilters, ...filters } = membersOf(form, 'filters');
	const { filter: rows = [] } = (otherFilters ?? {}) as { filter?: IDataObject[] };
	const { options = [] } = fields.find(({ name }) => name === 'filters') ?? {};
	const declared = (options as INodeProperties[]).filter(({ name }) =>
		isNone(pickedValue(filters[name])),
	);
	const { searchText } = form.entered;
	// An empty text without an expression is intended: it finds all documents.
	const isExpression = typeof searchText === 'string' && searchText.startsWith('=');
	return [
		...(isExpression && isBlank(form.get('searchText')) ? ['Search Text'] : []),
		...declared.filter(({ name }) => Object.hasOwn(filters, name)).map((one) => one.displayName),
		...rows.filter(({ value }) => isBlank(value)).map(({ name }) => String(name)),
	];
}

const isNone = (value: unknown) => isBlank(value) || (Array.isArray(value) && value.length === 0);
