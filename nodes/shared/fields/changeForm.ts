import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { checkRecord } from './check';
import { acceptedFields, choices, type ServiceFields, withoutRequired } from './describe';
import { extraFields, extraOf } from './extraFields';
import { membersOf, type Form, type ItemForm } from './readForm';
import { optionalFields } from './recordForm';
import { isNothing, namesIn } from './values';
import { byLabel, formField } from './formField';

/** The form of an update that changes some fields: Update Fields, with Clear Fields among them. */

/** The fields to update, all optional in one collection, and the fields to clear. */
export function changeForm(fields: ServiceFields): INodeProperties {
	const update = {
		...optionalFields('Update Fields', 'updateFields', withoutRequired(fields), extraFields),
		description: 'The fields to update. Other fields, and those that are empty, keep their values.',
	};
	const names = byLabel(clearable(fields), ([, label]) => label);
	if (names.length === 0) return update;
	const clear = choices(
		'Clear Fields',
		Object.fromEntries(names),
		'The fields to empty in the service. An empty field in Update Fields clears nothing.',
	);
	const clearFields = formField('clearFields', clear, {
		displayOptions: { show: { '/mode': ['change'] } },
	});
	const members = [...(update.options as INodeProperties[]), clearFields];
	return { ...update, options: byLabel(members, ({ displayName }) => displayName) };
}

/** Paths and labels of the optional fields, e.g. "Language: Czech". A switch is set to off instead. */
function clearable(fields: ServiceFields): Array<[path: string, label: string]> {
	return acceptedFields(fields).flatMap(([name, { label, required, kind, fields: inner = {} }]) => {
		if (kind !== 'group') return required || kind === 'flag' ? [] : [[name, label]];
		return clearable(inner).map(([path, own]): [string, string] => [
			`${name}.${path}`,
			own.includes(label) ? own : `${label}: ${own}`,
		]);
	});
}

/**
 * The checked changes of the form, null for a field to clear. An empty value changes nothing.
 * @throws ServiceError (badInput) that names the field, also one to update and to clear
 */
export function changesOf(form: Form, fields: ServiceFields): IDataObject {
	const { extraFields: extra, clearFields, ...input } = membersOf(form, 'updateFields');
	const changes = {
		...checkRecord(fields, input),
		...extraOf(extra, fields),
	};
	for (const chosen of namesIn(clearFields)) addCleared(changes, fields, chosen);
	return changes;
}

/** @param chosen the path or the label of a field */
function addCleared(changes: IDataObject, fields: ServiceFields, chosen: string): void {
	const found = clearable(fields).find((names) => names.includes(chosen));
	if (found === undefined) {
		return refuseInput(
			'clearFields',
			`Clear Fields contains ${chosen.slice(0, 60)}, which cannot be cleared`,
			'Choose fields from the list, or enter their names or labels.',
		);
	}
	const [path, label] = found;
	const [name, member] = path.split('.');
	const group = (changes[name] ?? {}) as IDataObject;
	const isUpdated = member === undefined ? changes[name] != null : group[member] != null;
	if (isUpdated) {
		refuseInput(
			'clearFields',
			`${label} has a value in Update Fields and is in Clear Fields`,
			'Remove it from one of them.',
		);
	}
	changes[name] = member === undefined ? null : { ...group, [member]: null };
}

/** Whether fields were added, but the item has no value for any of them. */
export function leavesAsItIs(form: ItemForm, changes: IDataObject): boolean {
	if (Object.keys(changes).length > 0) return false;
	return Object.values(membersOf(form, 'updateFields')).some(lacksValue);
}

/** Whether a value is empty at any depth. */
function lacksValue(value: unknown): boolean {
	if (isNothing(value)) return true;
	return typeof value === 'object' && Object.values(value as object).some(lacksValue);
}
