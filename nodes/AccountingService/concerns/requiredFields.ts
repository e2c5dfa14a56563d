import type { INodeProperties } from 'n8n-workflow';

import { described, type FormField } from '../../shared/fields/formField';
import { type ItemForm, membersOf } from '../../shared/fields/readForm';
import { isBlank, refuseLacking } from '../../shared/fields/values';
import type { Concern, Execution } from '../execution';

/** Refuses an item that lacks a required field, or whose expression for a choice that decides gives nothing. */
export const requiredFields = ({ operation }: Execution): Concern => ({
	before: ({ form }) => refuseEmptyFields(form, operation.fields),
});

/** @throws ServiceError (badInput) that names all of them */
function refuseEmptyFields(form: ItemForm, fields: FormField[]): void {
	const shown = fields.filter((field) => isShown(form, field));
	const empty = shown.flatMap((field) => {
		if (field.required || decides(field)) return form.isBlank(field.name) ? [field] : [];
		return field.type === 'collection' ? emptyChoicesIn(form, field) : [];
	});
	if (empty.length === 0) return;
	refuseLacking(
		empty.map(({ name: path, displayName: label }) => ({ path, label })),
		'empty',
	);
}

/** If an expression makes a choice, n8n keeps the fields of the other choices too. */
const isShown = (form: ItemForm, { name, displayOptions = {} }: INodeProperties) =>
	form.entered[name] !== undefined &&
	Object.entries(displayOptions.show ?? {}).every(([other, values = []]) =>
		values.some((value) => value === form.get(other)),
	);

function emptyChoicesIn(form: ItemForm, { name, options = [] }: FormField): FormField[] {
	const choices = (options as FormField[]).filter(decides);
	if (choices.length === 0) return [];
	const members = membersOf(form, name);
	return choices.filter(
		(choice) => Object.hasOwn(members, choice.name) && isBlank(members[choice.name]),
	);
}

const decides = (field: FormField) => field[described]?.decides === true;
