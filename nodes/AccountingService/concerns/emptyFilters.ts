import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { isObject } from '../../shared/client/message';
import { searchText } from '../../shared/documents/criteria';
import { kindFilters } from '../../shared/documents/filters';
import { isPeriodWithoutDates } from '../../shared/documents/period';
import { holdsExpression, membersOf, type ItemForm } from '../../shared/fields/readForm';
import { inWords, isBlank, isNothing, pickedValue } from '../../shared/fields/values';
import type { Concern, Execution } from '../execution';
import { rowsAtStart } from '../inputRows';
import { isChange } from '../operation';
import { pairNames } from './emptyFields';
import { hintOfWords, isWordForNothing } from './wordsForNothing';

interface EnteredFilter {
	label: string;
	/** Its value comes from an expression, so the user expects one. */
	isExpression: boolean;
	/** It identifies or limits the records, so a list without it has records that the user does not want. */
	isLimiting: boolean;
	isEmpty: boolean;
	/** Its value is a word that sheets and models write for no value. */
	isWordForNothing: boolean;
}

/** An empty filter never returns more: its item gets no records, or is refused. */
export function emptyFilters({ operation, forAgent, hints }: Execution): Concern {
	const { fields, refusesEmptyFilters } = operation;
	// A model leaves unused filters empty. Its answer names them (filtersForAgent).
	if (forAgent) return {};
	const limiting = new Map<string, number>();
	const ignored = new Map<string, number>();
	const words = new Set<string>();
	/** The rows of changes in which a field is empty. */
	const changed = new Map<string, number[]>();
	let items = 0;
	let withoutRecords = 0;
	return {
		before({ form, itemIndex }) {
			items++;
			const pairs = pairsOf(form, fields);
			const changes = isChange(operation, form);
			for (const { label, isEmpty } of changes ? pairs : []) {
				if (!isEmpty) continue;
				const rows = changed.get(label) ?? [];
				rows.push(itemIndex);
				changed.set(label, rows);
			}
			const all = [...filtersOf(form, fields), ...(changes ? [] : pairs)];
			const empty = all.filter(({ isEmpty }) => isEmpty);
			for (const one of all) if (one.isWordForNothing) words.add(one.label);
			const given = empty.filter(({ isExpression }) => isExpression);
			if (refusesEmptyFilters && given.length > 0) refuseEmptyFilters(given);
			const limits = given.filter(({ isLimiting }) => isLimiting);
			const [counted, counts] = limits.length > 0 ? [limits, limiting] : [empty, ignored];
			for (const { label } of counted) counts.set(label, (counts.get(label) ?? 0) + 1);
			if (limits.length === 0) return undefined;
			withoutRecords++;
			return [];
		},
		end() {
			const noun = fields.some(({ name }) => pairNames.includes(name)) ? 'parameters' : 'filters';
			if (limiting.size > 0) hints.sumUp(hintOfLimits([...limiting.keys()], withoutRecords, noun));
			for (const [label, indexes] of changed)
				hints.sumUp(`${rowsAtStart(indexes)}: ${label} is empty. Check the expression.`);
			if (ignored.size > 0) hints.sumUp(hintOfIgnored([...ignored], items));
			if (words.size > 0) hints.sumUp(hintOfWords('searched for', [...words]));
		},
	};
}

function hintOfLimits(limiting: string[], items: number, noun: string): string {
	const labels = inWords(limiting);
	return `${items === 1 ? '1 item' : `${items} items`} returned nothing, because ${labels} ${limiting.length === 1 ? 'is' : 'are'} empty there. Check the expressions, or remove the ${noun}.`;
}

function hintOfIgnored(ignored: Array<[string, number]>, items: number): string {
	const labels = inWords(
		ignored.map(([label, count]) =>
			count === items ? label : `${label} (${count} of ${items} items)`,
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
export function refuseEmptyText(form: ItemForm, fields: INodeProperties[]): void {
	const [text] = textOf(form, fields);
	if (!text?.isExpression || !isBlank(form.get(searchText.name))) return;
	refuseInput(searchText.name, `${text.label} is empty`, 'Enter the text to find, e.g. a name.');
}

/** The filters that were added to the form. */
function filtersOf(form: ItemForm, fields: INodeProperties[]): EnteredFilter[] {
	const { otherFilters, ...filters } = membersOf(form, 'filters');
	const entered = (form.entered.filters ?? {}) as IDataObject;
	const rows = rowsOfPairs(otherFilters, entered.otherFilters);
	const { options = [] } = fields.find(({ name }) => name === 'filters') ?? {};
	const declared = (options as INodeProperties[]).filter(({ name }) =>
		Object.hasOwn(filters, name),
	);
	return [
		...textOf(form, fields),
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
		...(otherFilters !== undefined && rows.length === 0
			? [enteredFilter('Other Filters', '', false)]
			: []),
		...rows,
	];
}

/** The query parameters and body fields with an expression. Without one, an empty value is intended. */
function pairsOf(form: ItemForm, fields: INodeProperties[]): EnteredFilter[] {
	const pairs = fields.filter(({ name }) => pairNames.includes(name));
	return pairs.flatMap(({ name, displayName }) =>
		rowsOfPairs(form.get(name), form.entered[name])
			.filter(({ isExpression }) => isExpression)
			.map((row) => ({ ...row, label: `${row.label} of ${displayName}` })),
	);
}

/** The rows of names and values. */
function rowsOfPairs(pairs: unknown, entered: unknown): EnteredFilter[] {
	const [rows, enteredRows] = [pairs, entered].map((one) =>
		isObject(one) ? ((Object.values(one)[0] ?? []) as IDataObject[]) : [],
	);
	return rows.map(({ name, value }, row) =>
		enteredFilter(String(name), value, holdsExpression(enteredRows[row]?.value)),
	);
}

/** The text to find, if there is one. An empty one without an expression is intended: it finds all records. */
function textOf(form: ItemForm, fields: INodeProperties[]): EnteredFilter[] {
	return fields
		.filter(({ name }) => name === searchText.name)
		.map(({ name, displayName: label }) =>
			enteredFilter(label, form.get(name), holdsExpression(form.entered[name])),
		)
		.filter(({ isExpression, isEmpty }) => isExpression || !isEmpty);
}

const enteredFilter = (label: string, value: unknown, isExpression: boolean): EnteredFilter => ({
	...{ label, isExpression, isLimiting: true },
	isEmpty: isNothing(pickedValue(value)),
	isWordForNothing: isWordForNothing(pickedValue(value)),
});
