import type { IDataObject, INodePropertyCollection } from 'n8n-workflow';

import { isObject } from '../../shared/client/message';
import { pathOf, type Place, rowAt } from '../../shared/fields/convert';
import { labelWithin } from '../../shared/fields/describe';
import { described, type FormField } from '../../shared/fields/formField';
import { holdsExpression, type ItemForm, membersOf } from '../../shared/fields/readForm';
import { isNothing, namesIn, pickedValue } from '../../shared/fields/values';
import type { Concern, Execution } from '../execution';

/** They have a concern of their own (emptyFilters.ts). */
const filterNames = ['filters', 'searchText'];

/** Their rows are sent as entered, and have that concern too. */
export const pairNames = ['queryParameters', 'bodyFields'];

/**
 * Names the fields that are empty for every item, although they have an expression or were added: a missing column, or a
 * date that n8n's picker dropped.
 */
export function emptyFields({ operation, hints }: Execution): Concern {
	const fields: FormField[] = operation.fields.filter(({ name }) => !filterNames.includes(name));
	/** Undefined until a value could be read. */
	const empty = new Map<string, EmptyField[] | undefined>(
		fields.map(({ name }) => [name, undefined]),
	);
	return {
		before({ form }) {
			for (const field of fields) {
				const { name } = field;
				const here = empty.has(name) ? emptyIn(form, field) : undefined;
				if (!here) continue;
				const left = empty.get(name)?.filter(({ path }) => here.some((one) => one.path === path));
				empty.set(name, left ?? here);
				if ((left ?? here).length === 0) empty.delete(name);
			}
		},
		end() {
			const all = [...empty.values()].flatMap((found) => found ?? []);
			if (all.length === 0) return;
			const canClear = fields.some(({ options = [] }) =>
				options.some(({ name }) => name === 'clearFields'),
			);
			const advice = [
				all.some(({ isDate }) => isDate) && 'If you typed a date, enter it as 2026-12-31.',
				canClear
					? 'To clear a field, add Clear Fields to Update Fields, and choose it there.'
					: 'Check their values.',
			];
			const labels = all.map(({ label }) => label).join(', ');
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

/** @returns undefined for a value that cannot be read: the item itself reports it, if it needs the value */
function emptyIn(form: ItemForm, field: FormField): EmptyField[] | undefined {
	try {
		// To clear a field that was also added to Update Fields is no mistake.
		const cleared = namesIn(membersOf(form, 'updateFields').clearFields);
		return emptyAtTop(form, field).filter(
			({ label, path }) => !cleared.includes(label) && !cleared.includes(path),
		);
	} catch {
		return undefined;
	}
}

/** A field that is always there may be left blank, so only an expression counts. */
function emptyAtTop(form: ItemForm, field: FormField): EmptyField[] {
	const { name, displayName } = field;
	const entered = form.entered[name];
	const isAdded = field.type === 'collection' || holdsExpression(entered);
	if (!isAdded) return [];
	const place = { path: name, label: displayName };
	if (typeof entered === 'string' && form.isBlank(name)) return [emptyAt(field, place)];
	return emptyInside(field, form.get(name), entered, { own: place });
}

const emptyAt = ({ type }: FormField, { path, label }: Place): EmptyField => ({
	...{ path, label },
	isDate: type === 'dateTime',
});

/** Its own place, and the group or row whose name the labels of members get. */
interface Places {
	own: Place;
	within?: Place;
}

function emptyMember(
	field: FormField,
	value: unknown,
	entered: unknown,
	places: Places,
): EmptyField[] {
	// Nothing picked in a list of choices is an answer: none of them.
	if (field.type === 'multiOptions' && Array.isArray(entered) && !holdsExpression(entered)) {
		return [];
	}
	return isNothing(pickedValue(value))
		? [emptyAt(field, places.own)]
		: emptyInside(field, value, entered, places);
}

function emptyInside(
	field: FormField,
	value: unknown,
	entered: unknown,
	{ own, within }: Places,
): EmptyField[] {
	switch (field.type) {
		case 'collection':
			return emptyMembers(field.options, value, entered, field[described] ? own : within);
		case 'fixedCollection':
			return emptyInRows(field, value, entered, own);
		default:
			return [];
	}
}

function emptyMembers(
	fields: FormField['options'] = [],
	value: unknown,
	entered: unknown,
	within?: Place,
): EmptyField[] {
	const members = isObject(value) ? value : {};
	return (fields as FormField[]).flatMap((field) => {
		const { name, displayName } = field;
		if (!Object.hasOwn(members, name)) return [];
		const own = {
			path: pathOf(name, within?.path),
			label: labelWithin(displayName, within?.label),
		};
		return emptyMember(field, members[name], memberOf(entered, name), { own, within });
	});
}

/** A row always has all of its fields, so only those with an expression count. */
function emptyInRows(field: FormField, value: unknown, entered: unknown, own: Place): EmptyField[] {
	return ((field.options ?? []) as INodePropertyCollection[]).flatMap((group) => {
		const rows = [memberOf(value, group.name) ?? []].flat();
		if (rows.length === 0 && holdsExpression(entered)) return [emptyAt(field, own)];
		if (pairNames.includes(field.name)) return [];
		return rows.flatMap((row, index) => {
			const enteredRow = [memberOf(entered, group.name) ?? []].flat()[index];
			const fields = group.values.filter(({ name }) => holdsExpression(memberOf(enteredRow, name)));
			return emptyMembers(fields, row, enteredRow, rowAt(own, group.displayName, index));
		});
	});
}

const memberOf = (value: unknown, name: string): unknown =>
	isObject(value) ? (value as IDataObject)[name] : undefined;
