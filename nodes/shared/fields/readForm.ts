import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { convert, objectOf, pathOf, type Place, rowAt } from './convert';
import { described, type FormField } from './formField';
import { labelWithin } from './describe';
import { isBlank, isEmpty, isPicked, refuseEmpty } from './values';
import { choiceOf, choicesIn, plainText } from './readValue';

/** The values of a node's form for one item. */
export interface Form {
	/**
	 * @returns undefined for a field that the form does not show
	 * @throws ServiceError (badInput) for a value that the field cannot have
	 */
	get(name: string): unknown;
	/** IANA time zone of the workflow, for the conversion of timestamps to dates. */
	timeZone?: string;
}

export interface ItemForm extends Form {
	/** As saved in the workflow, expressions included. */
	entered: INodeParameters;
	/** Whether a field is empty as entered, although {@link get} may return its default. @throws as {@link get} */
	isBlank(name: string): boolean;
}

/** Whether a value contains an expression, which n8n marks with a leading equals sign. */
export const holdsExpression = (value: unknown): boolean =>
	someText(value, (text) => text.startsWith('='));

/** The editor stores the name of what was picked from the list, which the reader knows better than the ID. */
export function nameOfPicked(entered: unknown): string | undefined {
	if (!isPicked(entered) || entered.mode !== 'list' || holdsExpression(entered)) return undefined;
	const { cachedResultName: name } = entered as { cachedResultName?: unknown };
	return isBlank(name) ? undefined : String(name);
}

/** Whether the test holds for the value, or for a text at any depth of it. */
export function someText(value: unknown, test: (text: string) => boolean): boolean {
	if (typeof value === 'string') return test(value);
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some((inner) => someText(inner, test));
}

export const isPicker = ({ type }: INodeProperties): boolean => type === 'resourceLocator';

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

/** The trimmed text of a field; undefined if it is empty. @throws ServiceError (badInput) for another value than text */
export const textIn = (form: Form, { name, displayName }: INodeProperties): string | undefined =>
	plainText(form.get(name), name, displayName);

/** {@link textIn} @throws ServiceError (badInput) also if it is empty */
export const requiredTextIn = (form: Form, field: INodeProperties): string =>
	textIn(form, field) ?? refuseEmpty(field.name, field.displayName);

/** A number in a collection, or its default. */
export const numberIn = (members: IDataObject, field: INodeProperties): number =>
	Number(members[field.name] ?? field.default);

/** The trimmed text of a field in a collection, or its default. @throws ServiceError (badInput) as {@link textIn} */
export const textWithin = (members: IDataObject, field: INodeProperties): string =>
	plainText(members[field.name], field.name, field.displayName) ?? String(field.default);

/** What a value belongs to: the fields of its name, and its place. */
interface Entry {
	/** Several if the form shows one of several fields. */
	declared: FormField[];
	place: Place;
	/** The group or row around it. A top-level collection of the form is no group of the record. */
	within?: Place;
	/** Whether the field is in a collection. */
	isInside?: boolean;
}

/**
 * Converts a value by the declaration of its field, so that an unknown choice can never pass as "not chosen".
 * @returns the default for an empty top-level choice; a required one and an empty value in a collection stay empty
 */
export function asDeclared(entry: Entry, value: unknown): unknown {
	const { declared, isInside } = entry;
	const { path, label } = entry.place;
	const [field] = declared;
	if (field?.[described]?.asEntered) return value;
	const isChoice = field?.type === 'options' || field?.type === 'boolean';
	const options = declared.flatMap((one) => (one.options ?? []) as INodePropertyOptions[]);
	// Before the check for empty values: a tab is a valid delimiter.
	if (field?.type === 'options' && options.some((one) => one.value === value)) return value;
	if (isChoice && isBlank(value)) return isInside || field.required ? value : field.default;
	switch (field?.type) {
		case 'options':
			return choiceOf(options, value, path, label);
		case 'multiOptions':
			return isBlank(value) ? value : choicesIn(options, value, path, label);
		case 'collection':
			return membersOfGroup(entry, value);
		case 'fixedCollection':
			return membersOfRows(entry, value);
		case 'resourceLocator':
			if (isPicked(value) && isEmpty(value.value)) return undefined;
			// At the top level, it may be the token of a link.
			return isInside && field[described] ? convert(field[described], value, entry.place) : value;
		default:
			return field?.[described] ? convert(field[described], value, entry.place) : value;
	}
}

function membersOfGroup({ declared, place, within }: Entry, value: unknown): IDataObject {
	const fields = declared.flatMap(({ options = [] }) => options as FormField[]);
	return membersIn(fields, value, place, declared[0][described] ? place : within);
}

/** @param place of the object, for errors @param within the group or row that the labels of its members name */
function membersIn(fields: FormField[], value: unknown, place: Place, within?: Place): IDataObject {
	const input = isBlank(value) ? {} : objectOf(value, place);
	const members = Object.entries(input).map(([name, member]) => {
		const declared = fields.filter((field) => field.name === name);
		const path = pathOf(name, within?.path);
		const label = labelWithin(declared[0]?.displayName ?? name, within?.label);
		const own = { declared, place: { ...place, path, label }, within, isInside: true };
		return [name, asDeclared(own, member)];
	});
	return Object.fromEntries(members) as IDataObject;
}

function membersOfRows({ declared: [field], place }: Entry, value: unknown): IDataObject {
	const groups = (field.options ?? []) as INodePropertyCollection[];
	const isList = field.typeOptions?.multipleValues === true;
	const input = isBlank(value) ? {} : objectOf(value, place);
	const members = Object.entries(input).map(([name, rows]) => {
		const group = groups.find((one) => one.name === name);
		if (!group) return [name, rows];
		const read = (row: unknown, index: number) => {
			const own = { ...place, ...rowAt(place, group.displayName, index) };
			return membersIn(group.values, row, own, own);
		};
		return [name, isList ? [rows ?? []].flat().map(read) : read(rows, 0)];
	});
	return Object.fromEntries(members) as IDataObject;
}
