import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type IPollFunctions,
} from 'n8n-workflow';

import { decoded } from '../client/route';
import { objectOf } from './check';
import type { NoteExcelDate } from './dates';
import { labelWithin } from './describe';
import { isBlank, isEmpty, isPicked, pickedValue, refuseLacking } from './values';
import { choiceOf, choicesIn, flagOf, wholeNumber } from './readValue';

/** The values of a node's form for one item. */
export interface Form {
	/**
	 * Undefined for a field that the form does not show.
	 * @throws ServiceError (badInput) for a value that the declaration does not allow
	 */
	get(name: string): unknown;
	/** IANA time zone of the workflow, for the conversion of timestamps to dates. */
	timeZone?: string;
	/** Absent for an agent, whose numbers are guesses. */
	noteExcelDate?: NoteExcelDate;
}

export interface ItemForm extends Form {
	/** As saved in the workflow, expressions included. */
	entered: INodeParameters;
}

/**
 * Reads the node once, of which n8n makes a deep copy each time.
 * @param fields the declared fields: switches are converted to booleans, choices to their declared values
 * @returns the form of an item, by its index
 */
export function formsOf(
	host: IExecuteFunctions,
	fields: INodeProperties[] = [],
): (itemIndex: number) => ItemForm {
	const { parameters: entered } = host.getNode();
	const timeZone = host.getTimezone();
	return (itemIndex) => {
		const valueOf = (name: string): unknown => {
			const value = host.getNodeParameter(name, itemIndex, null) as unknown;
			const isLocator = fields.some((field) => field.name === name && isPicker(field));
			if (!isLocator || !isPicked(value)) return value;
			// n8n cannot extract an ID from an empty link.
			if (value.mode !== 'url' || isBlank(value.value)) return pickedValue(value);
			return host.getNodeParameter(name, itemIndex, null, { extractValue: true });
		};
		return { entered, timeZone, get: once(reading(entered, valueOf, fields)) };
	};
}

/** Reads each field once, because n8n resolves an expression anew each time, which is slow and may give another value. */
function once(get: Form['get']): Form['get'] {
	const known = new Map<string, unknown>();
	return (name) => {
		if (!known.has(name)) known.set(name, get(name));
		return known.get(name);
	};
}

/** {@link formsOf} for a node without items. */
export function formOfTrigger(host: IPollFunctions, fields: INodeProperties[]): Form {
	const { parameters } = host.getNode();
	const get = reading(parameters, (name) => host.getNodeParameter(name), fields);
	return { timeZone: host.getTimezone(), get };
}

function reading(
	parameters: INodeParameters,
	valueOf: (name: string) => unknown,
	fields: INodeProperties[],
): Form['get'] {
	return (name) => {
		const entered = parameters[name];
		// The form does not show this field, or the workflow was saved before it existed.
		if (entered === undefined) return undefined;
		const declared = fields.filter((field) => field.name === name);
		// Fast path: for each value, n8n iterates over all fields of the node.
		const isAsEntered = !holdsExpression(entered) && !declared.some(isPicker);
		const value = isAsEntered ? entered : valueOf(name);
		// n8n extracts the ID from a pasted link without decoding it.
		if (typeof value === 'string' && isLink(entered)) return decoded(value);
		const label = declared[0]?.displayName ?? name;
		return asDeclared(declared, value, { path: name, label });
	};
}

/** Whether a value contains an expression, which n8n marks with a leading equals sign. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}

/** @throws ServiceError (badInput) that names every required field that the form shows and nobody has filled in */
export function refuseEmptyFields(form: ItemForm, fields: INodeProperties[]): void {
	// n8n keeps what depends on a choice that an expression makes.
	const isShown = ({ name, displayOptions = {} }: INodeProperties) =>
		form.entered[name] !== undefined &&
		Object.entries(displayOptions.show ?? {}).every(([other, values = []]) =>
			values.some((value) => value === form.get(other)),
		);
	const empty = fields.filter(
		(field) => field.required && isShown(field) && isBlank(form.get(field.name)),
	);
	if (empty.length === 0) return;
	refuseLacking(
		empty.map(({ name: path, displayName: label }) => ({ path, label })),
		'empty',
	);
}

const isPicker = ({ type }: INodeProperties) => type === 'resourceLocator';

const isLink = (entered: unknown) => isPicked(entered) && entered.mode === 'url';

/** The members of a collection that are not empty. An empty one counts as not added. */
export function collection(form: Form, name: string): IDataObject {
	const hasValue = ([, value]: [string, unknown]) => !isEmpty(value);
	return Object.fromEntries(Object.entries(membersOf(form, name)).filter(hasValue));
}

/** All members of a collection, including empty ones. */
export function membersOf(form: Form, name: string): IDataObject {
	const value = form.get(name);
	return typeof value === 'object' && value !== null ? (value as IDataObject) : {};
}

/** A number of the members of a collection, or its default. */
export const numberIn = (members: IDataObject, field: INodeProperties): number =>
	Number(members[field.name] ?? field.default);

/** How to read the dates that go into a request body. */
export const datesOf = ({ timeZone, noteExcelDate }: Form) => ({ timeZone, noteExcelDate });

/** A collection as a form of its own. */
export function formWithin(form: ItemForm, name: string): ItemForm {
	const members = membersOf(form, name);
	return { ...form, get: (member) => members[member] };
}

/** A field and its position in the form. */
interface Entry {
	/** "payments.paid", without the collection on top */
	path: string;
	/** "Marked as Paid of Payment Status" */
	label: string;
	/** Whether the field is in a collection. */
	isInside?: boolean;
}

/**
 * Converts a value by the declaration of its field: a switch becomes a boolean and a choice one of its declared values,
 * even if an expression returns text. So an unknown choice can never pass as "not chosen".
 * @param declared the declarations of this name; several if the form shows one of several fields
 * @returns the default for an empty top-level choice; a required one and an empty value in a collection stay empty
 */
function asDeclared(declared: INodeProperties[], value: unknown, entry: Entry): unknown {
	const { path, label, isInside } = entry;
	const optionsOf = <T>() => declared.flatMap(({ options: own = [] }) => own as T[]);
	const type = declared[0]?.type;
	switch (type) {
		case 'boolean':
		case 'options': {
			const options = optionsOf<INodePropertyOptions>();
			// Before the check for empty values: a tab is a valid delimiter.
			if (options.some((one) => one.value === value)) return value;
			if (!isBlank(value)) {
				const isFlag = type === 'boolean';
				return isFlag ? flagOf(value, path, label) : choiceOf(options, value, path, label);
			}
			if (isInside) return value;
			return declared[0].required ? value : declared[0].default;
		}
		case 'number': {
			const { minValue, maxValue } = declared[0].typeOptions ?? {};
			return isBlank(value) ? undefined : wholeNumber(value, path, label, minValue, maxValue);
		}
		case 'multiOptions':
			return isBlank(value) ? value : choicesIn(optionsOf(), value, path, label);
		case 'resourceLocator':
			// The mode of a filled one may matter.
			if (!isPicked(value) || !isEmpty(value.value)) return value;
			// An empty one counts as not added.
			return undefined;
		case 'collection':
			return membersIn(optionsOf(), value, entry);
		case 'fixedCollection':
			return rowsIn(declared[0], value, entry);
		default:
			return value;
	}
}

function membersIn(fields: INodeProperties[], value: unknown, entry: Entry): IDataObject {
	const { isInside } = entry;
	const input = isBlank(value) ? {} : objectOf(value, entry);
	const members = Object.entries(input).map(([name, member]) => {
		const declared = fields.filter((field) => field.name === name);
		const own = declared[0]?.displayName ?? name;
		const path = isInside ? `${entry.path}.${name}` : name;
		const label = isInside ? labelWithin(own, entry.label) : own;
		return [name, asDeclared(declared, member, { path, label, isInside: true })];
	});
	return Object.fromEntries(members) as IDataObject;
}

function rowsIn(declared: INodeProperties, value: unknown, entry: Entry): IDataObject {
	const groups = (declared.options ?? []) as INodePropertyCollection[];
	const isList = declared.typeOptions?.multipleValues === true;
	const input = isBlank(value) ? {} : objectOf(value, entry);
	const members = Object.entries(input).map(([name, rows]) => {
		const group = groups.find((one) => one.name === name);
		if (!group) return [name, rows];
		const read = (row: unknown, index: number) =>
			membersIn(group.values, row, {
				path: `${entry.path}[${index}]`,
				label: `${group.displayName} ${index + 1}`,
				isInside: true,
			});
		return [name, isList ? [rows ?? []].flat().map(read) : read(rows, 0)];
	});
	return Object.fromEntries(members) as IDataObject;
}
