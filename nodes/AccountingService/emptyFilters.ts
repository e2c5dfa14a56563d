import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../shared/client/errors';
import { isPeriodWithoutDates } from '../shared/documents/period';
import { formsOf, holdsExpression, membersOf, type ItemForm } from '../shared/fields/form';
import { isBlank, pickedValue } from '../shared/fields/values';

interface EmptyFilter {
	label: string;
	/** Its value comes from an expression, so that the user expects one. */
	isExpression: boolean;
}

/**
 * The added filters that are empty for every item. The node does not apply an empty filter, so a mistake in an
 * expression returns too many records.
 */
export function emptyFilters(
	host: IExecuteFunctions,
	fields: INodeProperties[],
	inputs: number[],
): EmptyFilter[] {
	let empty: EmptyFilter[] | undefined;
	const formAt = formsOf(host, fields);
	try {
		for (const index of inputs) {
			const here = emptyIn(formAt(index), fields);
			empty = empty?.filter(({ label }) => here.some((one) => one.label === label)) ?? here;
			if (empty.length === 0) break;
		}
	} catch {
		// The item itself reports a value that cannot be read.
		return [];
	}
	return empty ?? [];
}

/**
 * For an operation that would otherwise write every document to a file.
 * @throws ServiceError (badInput) for filters with an expression
 */
export function refuseEmptyExpressions(empty: EmptyFilter[]): void {
	const labels = empty.filter(({ isExpression }) => isExpression).map(({ label }) => label);
	if (labels.length === 0) return;
	const filters = labels.length === 1 ? 'The filter' : 'The filters';
	const are = labels.length === 1 ? 'is' : 'are';
	refuseInput(
		'filters',
		`${filters} ${labels.join(', ')} ${are} empty for every item, so the file would contain documents that you do not want`,
		'Check the expressions in the form, or remove the filters.',
	);
}

function emptyIn(form: ItemForm, fields: INodeProperties[]): EmptyFilter[] {
	const { otherFilters, ...filters } = membersOf(form, 'filters');
	const { filter: rows = [] } = (otherFilters ?? {}) as { filter?: IDataObject[] };
	const entered = (form.entered.filters ?? {}) as IDataObject;
	const enteredRows = ((entered.otherFilters ?? {}) as { filter?: IDataObject[] }).filter ?? [];
	const { options = [] } = fields.find(({ name }) => name === 'filters') ?? {};
	const declared = (options as INodeProperties[]).filter(
		({ name }) => Object.hasOwn(filters, name) && isNone(pickedValue(filters[name])),
	);
	const { searchText } = form.entered;
	// An empty text without an expression is intended: it finds all documents.
	const isSearched = holdsExpression(searchText) && isBlank(form.get('searchText'));
	return [
		...(isSearched ? [{ label: 'Search Text', isExpression: true }] : []),
		...declared.map(({ name, displayName: label }) => ({
			label,
			isExpression: holdsExpression(entered[name]),
		})),
		...(isPeriodWithoutDates(filters) ? [{ label: 'Period (Custom)', isExpression: false }] : []),
		...rows.flatMap(({ name, value }, row) =>
			isBlank(value)
				? [{ label: String(name), isExpression: holdsExpression(enteredRows[row]?.value) }]
				: [],
		),
	];
}

const isNone = (value: unknown) => isBlank(value) || (Array.isArray(value) && value.length === 0);
