import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { parseToSend, tryParse } from '../client/json';
import { type ServiceFields, text } from './describe';
import { isBlank, isNothing } from './values';
import { plainText, refuseUnsendable } from './readValue';
import { formField } from './formField';

/**
 * A form field for names and values from the documentation of the service.
 * @param inner the name of the rows in the saved value
 */
export function formPairs(
	displayName: string,
	name: string,
	row: string,
	description: string,
	inner = 'field',
): INodeProperties {
	const values = [
		formField(
			'name',
			text('Name', 'The name as the service expects it', {
				placeholder: 'e.g. costCenter',
				asEntered: true,
			}),
		),
		formField('value', text('Value', 'What to send', { placeholder: 'e.g. 120', asEntered: true })),
	];
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${row.toLowerCase()}`,
		default: {},
		description,
		options: [{ displayName: row, name: inner, values }],
	};
}

export const extraFields = formPairs(
	'Extra Fields',
	'extraFields',
	'Field',
	'Other fields of your service. The node sends a JSON value as JSON.',
);

type Named = Pick<INodeProperties, 'name' | 'displayName'>;

/** One row of a {@link formPairs}. */
export interface Pair {
	name: string;
	value: unknown;
	/** For error messages. */
	label: string;
}

/** The rows that are not empty. @throws ServiceError (badInput) for an empty name or a value that JSON cannot hold */
export function pairsIn(input: unknown, { name: path, displayName }: Named): Pair[] {
	const [rows = []] = Object.values((input ?? {}) as Record<string, IDataObject[]>);
	const filled = rows.filter((row) => !isBlank(row.name) || !isBlank(row.value));
	return filled.map((entry) => {
		const name = plainText(entry.name, path, displayName) ?? '';
		if (name === '') refuseInput(path, `One of the ${displayName} has no name`, enterNames);
		const label = `${name.slice(0, 60)} of ${displayName}`;
		refuseUnsendable(entry.value, path, label);
		return { name, value: entry.value, label };
	});
}

/** Whether an empty value is left out or stays unchanged. */
type EmptyPairs = 'leftOut' | 'asEntered';

/**
 * The pairs as fields of a body.
 * @throws ServiceError (badInput) for an empty or repeated name, or the name of a published field
 */
export function extraOf(
	extra: unknown,
	fields: ServiceFields,
	{ named = extraFields, empty = 'leftOut' }: { named?: Named; empty?: EmptyPairs } = {},
): IDataObject {
	const { name: path, displayName } = named;
	const values = new Map<string, unknown>();
	for (const { name, value } of pairsIn(extra, named)) {
		if (Object.hasOwn(fields, name) || values.has(name)) {
			refuseInput(path, `${displayName} repeat ${name.slice(0, 60)}`, enterNames);
		}
		if (value === undefined || (isNothing(value) && empty === 'leftOut')) continue;
		values.set(name, jsonOrText(value));
	}
	return Object.fromEntries(values) as IDataObject;
}

const enterNames =
	'Enter each name once, as the service expects it. Leave out names that have their own field in the node.';

function jsonOrText(value: unknown): unknown {
	const parsed = typeof value === 'string' ? tryParse(value, parseToSend) : value;
	return parsed === undefined ? value : parsed;
}
