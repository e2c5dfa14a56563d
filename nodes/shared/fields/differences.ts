import type { IDataObject } from 'n8n-workflow';

import { ExactNumber, stringifyExactly } from '../client/exactJson';
import { isSameNumber } from '../client/json';
import type { ServiceField, ServiceFields } from './serviceField';

/**
 * What of a body is not in the record that came back, by the names that a person reads: a line that was
 * dropped, a field that was ignored, an amount that was changed (contract of writes, 6).
 * @param sent as serviceObject gives it
 * @param came as the service sent it; what it computes besides makes no difference
 */
export function differences(fields: ServiceFields, sent: IDataObject, came: object): string[] {
	const record = came as Record<string, unknown>;
	return Object.entries(sent)
		.filter(([name, value]) => !isSame(fields[name], value, record[name]))
		.map(([name]) => fields[name]?.label ?? name);
}

function isSame(field: ServiceField | undefined, sent: unknown, came: unknown): boolean {
	if (isNothing(sent)) return isNothing(came);
	if (isNothing(came)) return false;
	if (field === undefined) return isSameValue(sent, came);
	switch (field.kind === 'json' && field.fields ? 'group' : field.kind) {
		case 'group':
			return (
				isObject(came) && differences(field.fields ?? {}, sent as IDataObject, came).length === 0
			);
		case 'rows':
		case 'texts':
		case 'ids':
			return isSameList(field, sent, came);
		case 'date':
			return String(sent).slice(0, 10) === String(came).slice(0, 10);
		case 'dateTime':
			return Date.parse(String(sent)) === Date.parse(String(came));
		case 'text':
			return String(sent).trim() === String(came).trim();
		default:
			return isSameValue(sent, came);
	}
}

function isSameList(field: ServiceField, sent: unknown, came: unknown): boolean {
	if (!Array.isArray(sent) || !Array.isArray(came) || sent.length !== came.length) return false;
	const one: ServiceField = { ...field, kind: field.kind === 'rows' ? 'group' : 'json' };
	return sent.every((value, index) => isSame(one, value, came[index]));
}

function isSameValue(sent: unknown, came: unknown): boolean {
	const [one, other] = [digitsOf(sent), digitsOf(came)];
	if (one !== undefined && other !== undefined) return isSameNumber(one, other);
	return stringifyExactly(sent) === stringifyExactly(came);
}

/** A number, also one that came as text since no JavaScript number holds its digits. */
function digitsOf(value: unknown): string | undefined {
	if (value instanceof ExactNumber) return value.digits;
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	return /^-?\d{1,40}(\.\d{1,40})?$/.test(text) ? text : undefined;
}

function isNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
