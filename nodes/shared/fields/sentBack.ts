import type { IDataObject } from 'n8n-workflow';

import { ExactNumber } from '../client/exactJson';
import { differences } from './differences';
import { excludedBy, type ServiceField, type ServiceFields } from './serviceField';

/** A number that arrived as text, since no JavaScript number holds its digits. */
const longNumber = /^-?\d{1,40}(\.\d{1,40})?$/;

/**
 * A record as it came, made ready to be sent back: without what is GET only, with all digits of its numbers.
 * Fields that nobody published stay in: a replacement without them could clear them.
 */
export function sentBack(fields: ServiceFields, record: object): IDataObject {
	const kept = Object.entries(record).filter(([name]) => fields[name]?.getOnly !== true);
	return Object.fromEntries(
		kept.map(([name, value]) => [name, valueBack(fields[name], value)]),
	) as IDataObject;
}

/**
 * The same with some fields changed. What a changed field excludes is left out; a group keeps the fields that
 * are not changed.
 * @param changes as serviceObject gives them
 */
export function sentBackWith(
	fields: ServiceFields,
	record: object,
	changes: IDataObject,
): IDataObject {
	const excluded = new Set(Object.keys(changes).flatMap((name) => excludedBy(fields, name)));
	const known = record as IDataObject;
	const kept = Object.fromEntries(Object.entries(known).filter(([name]) => !excluded.has(name)));
	const changed = Object.entries(changes).map(([name, value]) => {
		const inner = fields[name]?.kind === 'group' ? fields[name].fields : undefined;
		const before = known[name];
		return [
			name,
			inner && isObject(before) ? sentBackWith(inner, before, value as IDataObject) : value,
		];
	});
	return { ...sentBack(fields, kept), ...Object.fromEntries(changed) };
}

/**
 * What has changed in a record between two readings, of that which is sent back: the service's own fields may move.
 * @returns labels, each once
 */
export function changedBetween(fields: ServiceFields, before: object, now: object): string[] {
	const [one, other] = [sentBack(fields, before), sentBack(fields, now)];
	const both = [...differences(fields, one, now), ...differences(fields, other, before)];
	return [...new Set(both.map(({ label }) => label))];
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueBack(field: ServiceField | undefined, value: unknown): unknown {
	if (field === undefined || value === null) return value;
	const hasFields = field.kind === 'group' || (field.kind === 'json' && field.fields);
	if (hasFields && isObject(value)) return sentBack(field.fields ?? {}, value);
	if (field.kind === 'rows' && Array.isArray(value)) {
		return value.map((row: unknown) =>
			typeof row === 'object' && row !== null ? sentBack(field.fields ?? {}, row) : row,
		);
	}
	const isNumber = field.kind === 'id' || field.kind === 'amount' || field.kind === 'number';
	return isNumber && typeof value === 'string' && longNumber.test(value)
		? new ExactNumber(value)
		: value;
}
