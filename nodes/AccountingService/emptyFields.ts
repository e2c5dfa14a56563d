import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { labelWithin } from '../shared/fields/describe';
import { formsOf, holdsExpression, membersOf, type ItemForm } from '../shared/fields/readForm';
import { isBlank, namesIn, pickedValue } from '../shared/fields/values';

/** The collections with the fields of a record. */
const collections = ['additionalFields', 'contact', 'updateFields'];

/** Fields above the collections, such as Issue Date, which the service does without. */
const isOptional = ({ required, type }: INodeProperties) =>
	!required && !['collection', 'fixedCollection', 'notice'].includes(type);

/**
 * Names the fields that were added, but are empty for every item: a missing column, or a date that n8n's picker dropped.
 * A field that is always there counts only if it has an expression.
 * @returns undefined if there are none
 */
export function hintOfEmptyFields(
	host: IExecuteFunctions,
	fields: INodeProperties[],
	inputs: number[],
): string | undefined {
	if (!fields.some(isCollection)) return undefined;
	const declared = fields.filter((field) => isCollection(field) || isOptional(field));
	const formAt = formsOf(host, declared);
	let empty: EmptyField[] | undefined;
	try {
		for (const index of inputs) {
			const here = emptyFieldsIn(formAt(index), declared);
			empty = empty?.filter(({ path }) => here.some((one) => one.path === path)) ?? here;
			if (empty.length === 0) return undefined;
		}
	} catch {
		// The item itself reports a value that cannot be read.
		return undefined;
	}
	if (empty === undefined) return undefined;
	const canClear = fields.some(({ name }) => name === 'clearFields');
	const labels = empty.map(({ label }) => label).join(', ');
	const advice = [
		empty.some(({ isDate }) => isDate) && dateAdvice,
		canClear ? 'To clear a field, choose it in Clear Fields.' : 'Check their values.',
	];
	return `The node left out fields that are empty for every item: ${labels}. ${advice.filter(Boolean).join(' ')}`;
}

const dateAdvice = 'If you typed a date, enter it as 2026-12-31.';

const isDate = ({ type }: INodeProperties) => type === 'dateTime';

const isCollection = ({ name }: INodeProperties) => collections.includes(name);

/** To clear a field that was also added to Update Fields is no mistake. */
function emptyFieldsIn(form: ItemForm, declared: INodeProperties[]): EmptyField[] {
	const canClear = declared.some(({ name }) => name === 'clearFields');
	const cleared = canClear ? namesIn(form.get('clearFields')) : [];
	return declared
		.flatMap((field) => emptyFieldsOf(form, field))
		.filter(({ label, path }) => !cleared.includes(label) && !cleared.includes(path));
}

interface EmptyField {
	label: string;
	/** As in Clear Fields. */
	path: string;
	/** n8n's picker empties a date that it cannot read. */
	isDate: boolean;
}

function emptyFieldsOf(form: ItemForm, field: INodeProperties): EmptyField[] {
	if (!isCollection(field)) {
		const isEmpty =
			holdsExpression(form.entered[field.name]) && isBlank(pickedValue(form.get(field.name)));
		return isEmpty ? [{ label: field.displayName, path: field.name, isDate: isDate(field) }] : [];
	}
	const group = field.name === 'contact' ? field : undefined;
	return emptyIn(membersOf(form, field.name), field, group);
}

function emptyIn(
	members: IDataObject,
	{ options = [] }: INodeProperties,
	group?: INodeProperties,
): EmptyField[] {
	return (options as INodeProperties[]).flatMap((field) => {
		if (!Object.hasOwn(members, field.name)) return [];
		const value = pickedValue(members[field.name]);
		if (isBlank(value)) {
			const path = group ? `${group.name}.${field.name}` : field.name;
			const label = labelWithin(field.displayName, group?.displayName);
			return [{ label, path, isDate: isDate(field) }];
		}
		return field.type === 'collection' ? emptyIn(value as IDataObject, field, field) : [];
	});
}
