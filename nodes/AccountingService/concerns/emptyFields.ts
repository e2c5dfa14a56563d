import type { IDataObject, INodePropertyCollection } from 'n8n-workflow';

import { isObject } from '../../shared/client/message';
import { pathOf, type Place, rowAt } from '../../shared/fields/convert';
import { labelWithin } from '../../shared/fields/describe';
import { described, type FormField } from '../../shared/fields/formField';
import { holdsExpression, type ItemForm } from '../../shared/fields/readForm';
import { isBlank, namesIn, pickedValue } from '../../shared/fields/values';
import type { Concern, Execution } from '../execution';

/** They have a concern of their own (emptyFilters.ts). */
const filters = ['filters', 'searchText'];

/**
 * Names the fields that are empty for every item, although they have an expression or were added: a missing column, or a
 * date that n8n's picker dropped.
 */
export function emptyFields({ operation, hints }: Execution): Concern {
	const fields: FormField[] = operation.fields.filter(({ name }) => !filters.includes(name));
	let empty: EmptyField[] | undefined;
	return {
		before({ form }) {
			if (empty?.length === 0) return;
			const here = emptyFieldsIn(form, fields);
			empty = empty?.filter(({ path }) => here.some((one) => one.path === path)) ?? here;
		},
		end() {
			if (empty === undefined || empty.length === 0) return;
			const canClear = fields.some(({ name }) => name === 'clearFields');
			const advice = [
				empty.some(({ isDate }) => isDate) && 'If you typed a date, enter it as 2026-12-31.',
				canClear ? 'To clear a field, choose it in Clear Fields.' : 'Check their values.',
			];
			const labels = empty.map(({ label }) => label).join(', ');
			hints.sumUp(
				`The node left out fields that are empty for every item: ${labels}. ${advice.filter(Boolean).join(' ')}`,
			);
		},
	};
}

interface EmptyField {
	label: string;
	/** As in Clear Fields. */
	path: string;
	/** n8n's picker empties a date that it cannot read. */
	isDate: boolean;
}

/** To clear a field that was also added to Update Fields is no mistake. */
function emptyFieldsIn(form: ItemForm, fields: FormField[]): EmptyField[] {
	const cleared = readable(() => namesIn(form.get('clearFields'))) ?? [];
	return fields
		.filter(({ name }, index) => fields.findIndex((other) => other.name === name) === index)
		.flatMap((field) => readable(() => emptyAtTop(form, field)) ?? [])
		.filter(({ label, path }) => !cleared.includes(label) && !cleared.includes(path));
}

/** @returns undefined for a value that cannot be read: the item itself reports it, if it needs the value */
function readable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

function emptyAtTop(form: ItemForm, field: FormField): EmptyField[] {
	const entered = form.entered[field.name];
	const place = { path: field.name, label: field.displayName };
	if (field.type === 'collection') {
		const within = field[described] && place;
		return emptyMembers(field, form.get(field.name), entered, within);
	}
	if (field.type === 'fixedCollection')
		return emptyInRows(field, form.get(field.name), entered, place);
	// A field that is always there may be left blank.
	return holdsExpression(entered) && form.isBlank(field.name) ? [emptyAt(field, place)] : [];
}

const emptyAt = ({ type }: FormField, { path, label }: Place): EmptyField => ({
	...{ path, label },
	isDate: type === 'dateTime',
});

/** @param within the group whose name the labels of the members get */
function emptyMembers(
	{ options = [] }: FormField,
	value: unknown,
	entered: unknown,
	within?: Place,
): EmptyField[] {
	const members = isObject(value) ? value : {};
	return (options as FormField[]).flatMap((field) => {
		if (!Object.hasOwn(members, field.name)) return [];
		const place = {
			path: pathOf(field.name, within?.path),
			label: labelWithin(field.displayName, within?.label),
		};
		return emptyIn(field, members[field.name], memberOf(entered, field.name), place);
	});
}

function emptyIn(field: FormField, value: unknown, entered: unknown, place: Place): EmptyField[] {
	if (field.type === 'fixedCollection') return emptyInRows(field, value, entered, place);
	if (isBlank(pickedValue(value))) return [emptyAt(field, place)];
	return field.type === 'collection' ? emptyMembers(field, value, entered, place) : [];
}

/** A row always has all of its fields, so only those with an expression count. */
function emptyInRows(
	field: FormField,
	value: unknown,
	entered: unknown,
	place: Place,
): EmptyField[] {
	return ((field.options ?? []) as INodePropertyCollection[]).flatMap((group) =>
		[memberOf(value, group.name) ?? []].flat().flatMap((row, index) => {
			const enteredRow = [memberOf(entered, group.name) ?? []].flat()[index];
			const within = rowAt(place, group.displayName, index);
			const members = group.values.filter(({ name }) =>
				holdsExpression(memberOf(enteredRow, name)),
			);
			return emptyMembers({ ...field, options: members }, row, enteredRow, within);
		}),
	);
}

const memberOf = (value: unknown, name: string): unknown =>
	isObject(value) ? (value as IDataObject)[name] : undefined;
