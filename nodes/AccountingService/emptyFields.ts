import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { labelWithin } from '../shared/fields/describe';
import { formsOf, membersOf, type ItemForm } from '../shared/fields/form';
import { isBlank, pickedValue } from '../shared/fields/values';

/** The collections with the fields of a record. */
const collections = ['additionalFields', 'contact', 'updateFields'];

/**
 * Names the fields that were added, but are empty for every item: a missing column, or a date that n8n's picker dropped.
 * @returns undefined if there are none
 */
export function hintOfEmptyFields(
	host: IExecuteFunctions,
	fields: INodeProperties[],
	inputs: number[],
): string | undefined {
	const declared = fields.filter(({ name }) => collections.includes(name));
	if (declared.length === 0) return undefined;
	const formAt = formsOf(host, declared);
	let empty: string[] | undefined;
	try {
		for (const index of inputs) {
			const here = declared.flatMap((field) => emptyFieldsOf(formAt(index), field));
			empty = empty?.filter((label) => here.includes(label)) ?? here;
			if (empty.length === 0) return undefined;
		}
	} catch {
		// The item itself reports a value that cannot be read.
		return undefined;
	}
	if (empty === undefined) return undefined;
	const canClear = fields.some(({ name }) => name === 'clearFields');
	const advice = canClear ? 'To clear a field, choose it in Clear Fields.' : 'Check their values.';
	return `The node left out fields that are empty for every item: ${empty.join(', ')}. ${advice}`;
}

function emptyFieldsOf(form: ItemForm, field: INodeProperties): string[] {
	const group = field.name === 'contact' ? field.displayName : undefined;
	return emptyIn(membersOf(form, field.name), field, group);
}

function emptyIn(
	members: IDataObject,
	{ options = [] }: INodeProperties,
	group?: string,
): string[] {
	return (options as INodeProperties[]).flatMap((field) => {
		if (!Object.hasOwn(members, field.name)) return [];
		const value = pickedValue(members[field.name]);
		if (isBlank(value)) return [labelWithin(field.displayName, group)];
		return field.type === 'collection'
			? emptyIn(value as IDataObject, field, field.displayName)
			: [];
	});
}
