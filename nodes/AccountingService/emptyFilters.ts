import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { refuseInput, ServiceError, toResult } from '../shared/client/errors';
import { kindFilters } from '../shared/documents/filters';
import { isPeriodWithoutDates } from '../shared/documents/period';
import { formsOf, holdsExpression, membersOf, type ItemForm } from '../shared/fields/readForm';
import { inWords, isBlank, pickedValue } from '../shared/fields/values';
import type { Operation } from './operation';

interface EnteredFilter {
	label: string;
	/** Its value comes from an expression, so the user expects one. */
	isExpression: boolean;
	/** It identifies or limits the records, so a list without it has records that the user does not want. */
	isLimiting: boolean;
	isEmpty: boolean;
}

/** What empty filters mean for the items of an execution: an empty filter never returns more. */
interface EmptyFilters {
	/** Items that get no records, because a filter that identifies or limits gives nothing. */
	withoutRecords: Set<number>;
	/** Failures of items of an operation that must not leave out a filter. */
	refused: Map<number, ServiceError>;
	hints: string[];
}

/**
 * @param inputs the indexes of the items
 * @param forAgent a model leaves unused filters empty, so they count as not added
 */
export async function emptyFilters(
	host: IExecuteFunctions,
	{ fields, refusesEmptyFilters }: Operation,
	inputs: number[],
	forAgent: boolean,
): Promise<EmptyFilters> {
	const result: EmptyFilters = { withoutRecords: new Set(), refused: new Map(), hints: [] };
	if (!fields.some(({ name }) => name === 'filters' || name === 'searchText')) return result;
	const { filters, searchText } = host.getNode().parameters;
	const areEqual = !holdsExpression([filters ?? '', searchText ?? '']);
	const formAt = formsOf(host, fields);
	const limiting = new Map<string, number>();
	const ignored = new Map<string, number>();
	for (const index of areEqual ? inputs.slice(0, 1) : inputs) {
		// The item itself reports a value that cannot be read.
		const read = await toResult(async () => filtersOf(formAt(index), fields));
		const empty = read.failure ? [] : read.value.filter(({ isEmpty }) => isEmpty);
		const given = empty.filter(({ isExpression }) => isExpression && !forAgent);
		if (refusesEmptyFilters && given.length > 0) {
			const refusal = await toResult(async () => refuseEmptyFilters(given));
			if (refusal.failure) result.refused.set(index, refusal.failure);
			continue;
		}
		const limits = given.filter(({ isLimiting }) => isLimiting);
		if (limits.length > 0) result.withoutRecords.add(index);
		for (const { label } of limits) limiting.set(label, (limiting.get(label) ?? 0) + 1);
		if (limits.length > 0) continue;
		for (const { label } of empty) ignored.set(label, (ignored.get(label) ?? 0) + 1);
	}
	if (limiting.size > 0) result.hints.push(hintOfLimits([...limiting], result.withoutRecords.size));
	if (ignored.size > 0) result.hints.push(hintOfIgnored([...ignored], inputs.length, areEqual));
	return result;
}

function hintOfLimits(limiting: Array<[string, number]>, items: number): string {
	const labels = inWords(limiting.map(([label]) => label));
	return `${items === 1 ? '1 item' : `${items} items`} returned nothing, because ${labels} ${limiting.length === 1 ? 'is' : 'are'} empty there. Check the expressions, or remove the filters.`;
}

function hintOfIgnored(ignored: Array<[string, number]>, items: number, areEqual: boolean): string {
	const labels = inWords(
		ignored.map(([label, count]) =>
			areEqual || count === items ? label : `${label} (${count} of ${items} items)`,
		),
	);
	return `The node ignored empty filters: ${labels}. Enter values, or remove the filters.`;
}

/** @throws ServiceError (badInput) */
function refuseEmptyFilters(given: EnteredFilter[]): never {
	const labels = inWords(given.map(({ label }) => label));
	refuseInput(
		'filters',
		`${given.length === 1 ? 'The filter' : 'The filters'} ${labels} ${given.length === 1 ? 'is' : 'are'} empty, so the result would contain documents that you do not want`,
		'Check the expressions in the form, or remove the filters.',
	);
}

/** For the answer to a model: which filters were applied, and which were empty. */
export function filtersForAgent(form: ItemForm, fields: INodeProperties[]): IDataObject {
	if (!fields.some(({ name }) => name === 'filters')) return {};
	const all = filtersOf(form, fields);
	const labels = (isEmpty: boolean) =>
		all.filter((one) => one.isEmpty === isEmpty).map(({ label }) => label);
	const [used, empty] = [labels(false), labels(true)];
	return {
		usedFilters: used.length > 0 ? used.join(', ') : 'none',
		...(empty.length > 0 && { emptyFilters: empty.join(', ') }),
	};
}

/**
 * For the tool of an agent, whose model forgot the text: the newest records would look like results.
 * @throws ServiceError (badInput)
 */
export function refuseEmptyText(form: ItemForm): void {
	if (!holdsExpression(form.entered.searchText) || !isBlank(form.get('searchText'))) return;
	refuseInput('searchText', 'Search Text is empty', 'Enter the text to find, e.g. a name.');
}

/** The filters that were added to the form. */
function filtersOf(form: ItemForm, fields: INodeProperties[]): EnteredFilter[] {
	const { otherFilters, ...filters } = membersOf(form, 'filters');
	const { filter: rows = [] } = (otherFilters ?? {}) as { filter?: IDataObject[] };
	const entered = (form.entered.filters ?? {}) as IDataObject;
	const enteredRows = ((entered.otherFilters ?? {}) as { filter?: IDataObject[] }).filter ?? [];
	const { options = [] } = fields.find(({ name }) => name === 'filters') ?? {};
	const declared = (options as INodeProperties[]).filter(({ name }) =>
		Object.hasOwn(filters, name),
	);
	const { searchText } = form.entered;
	// An empty text without an expression is intended: it finds all documents.
	const isSearched = holdsExpression(searchText) || !isBlank(form.get('searchText'));
	return [
		...(isSearched
			? [enteredFilter('Search Text', form.get('searchText'), holdsExpression(searchText))]
			: []),
		...declared.map(({ name, displayName: label }) => ({
			...enteredFilter(
				label,
				filters[name],
				holdsExpression(entered[name] ?? form.entered.filters),
			),
			isLimiting: !kindFilters.includes(name),
		})),
		...(isPeriodWithoutDates(filters)
			? [{ ...enteredFilter('Period (Custom)', '', false), isLimiting: false }]
			: []),
		...rows.map(({ name, value }, row) =>
			enteredFilter(String(name), value, holdsExpression(enteredRows[row]?.value)),
		),
	];
}

const enteredFilter = (label: string, value: unknown, isExpression: boolean): EnteredFilter => ({
	...{ label, isExpression, isLimiting: true },
	isEmpty: isNone(pickedValue(value)),
});

const isNone = (value: unknown) => isBlank(value) || (Array.isArray(value) && value.length === 0);
