import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { pairsField } from './formFields';
import { jsonToSend, RepeatedName } from './givenJson';
import type { ServiceFields } from './serviceField';
import {
	decimalText,
	isEmpty,
	isInexact,
	refuseHalfCharacter,
	refuseInexact,
	shown,
} from './values';

/** Names and values that the user knows from the documentation of the service. */

export const extraFields = pairsField(
	'Extra Fields',
	'extraFields',
	'Field',
	'Fields that your service knows beyond the published ones. A value that is JSON is sent as JSON.',
);

/** The field of a form, as errors name it. */
type Named = Pick<INodeProperties, 'name' | 'displayName'>;

/** One row of a {@link pairsField}. */
export interface Pair {
	name: string;
	value: unknown;
	/** As errors name the value. */
	label: string;
}

/** @throws ServiceError (badInput) for a name that is empty */
export function pairsIn(given: unknown, { name: path, displayName: label }: Named): Pair[] {
	const entries = (given as { field?: unknown } | undefined)?.field ?? [];
	if (!Array.isArray(entries)) {
		return refuseInput(
			path,
			`${label} must be a list, but is ${shown(entries)}`,
			'Add the fields one by one.',
		);
	}
	return entries.map((entry: IDataObject) => {
		const name = typeof entry.name === 'string' ? entry.name.trim() : '';
		if (name === '') refuseInput(path, `One of the ${label} has no name`, enterNames);
		const { value } = entry;
		const own = `${name.slice(0, 60)} of ${label}`;
		// JSON would carry it as null.
		if (typeof value === 'number' && !Number.isFinite(value)) decimalText(value, path, own);
		return { name, value, label: own };
	});
}

/** What becomes of null and an empty text: nothing, null, or what they are. */
type EmptyPairs = 'leftOut' | 'clears' | 'asEntered';

/**
 * The pairs as fields of a body.
 * @throws ServiceError (badInput) for a name that is empty, that is given twice, or that has a field of its own
 */
export function extraOf(
	extra: unknown,
	fields: ServiceFields,
	{ named = extraFields, empty = 'leftOut' }: { named?: Named; empty?: EmptyPairs } = {},
): IDataObject {
	const { name: path, displayName } = named;
	const values = new Map<string, IDataObject[string]>();
	for (const { name, value, label } of pairsIn(extra, named)) {
		if (Object.hasOwn(fields, name)) {
			refuseInput(path, `${displayName} repeat ${name}`, enterNames);
		}
		if (values.has(name)) {
			refuseInput(path, `${displayName} name ${name.slice(0, 60)} twice`, 'Give each name once.');
		}
		if (value === undefined || (isEmpty(value) && empty === 'leftOut')) continue;
		const isCleared = isEmpty(value) && empty === 'clears';
		values.set(name, isCleared ? null : jsonOrText(value, path, label));
	}
	return Object.fromEntries(values);
}

const enterNames = 'Enter names that the node has no field for, as the service expects them.';

function jsonOrText(value: unknown, path: string, label: string): IDataObject[string] {
	if (isInexact(value)) refuseInexact(value, path, label);
	if (typeof value !== 'string') return value as IDataObject[string];
	refuseHalfCharacter(value, path, label);
	try {
		return jsonToSend(value) as IDataObject[string];
	} catch (error) {
		if (error instanceof SyntaxError) return value;
		return refuseInput(
			path,
			error instanceof RepeatedName
				? `The JSON of ${label} ${error.message}`
				: `The JSON of ${label} is nested too deeply or holds a number that is too long`,
			'Correct the JSON.',
		);
	}
}
