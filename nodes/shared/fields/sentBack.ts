import type { IDataObject } from 'n8n-workflow';

import { ExactNumber } from '../client/json';
import { differences } from './differences';
import { excludedBy, type ServiceFields } from './serviceField';

/**
 * A record as it came ({@link parseToSend}), made ready to be sent back: without what is GET only. Fields that nobody
 * published stay in: a replacement without them could clear them.
 */
export function sentBack(fields: ServiceFields, record: object): IDataObject {
	const kept = Object.entries(record).filter(([name]) => fields[name]?.getOnly !== true);
	return Object.fromEntries(
		kept.map(([name, value]) => [name, valueBack(fields[name]?.fields, value)]),
	) as IDataObject;
}

function valueBack(fields: ServiceFields | undefined, value: unknown): unknown {
	if (fields === undefined) return value;
	if (Array.isArray(value)) return value.map((row) => valueBack(fields, row));
	return isObject(value) ? sentBack(fields, value) : value;
}

/**
 * The same with some fields changed. What a field excludes that is given a value is left out; a group keeps the fields
 * that are not changed.
 * @param changes as serviceObject gives them
 */
export function sentBackWith(
	fields: ServiceFields,
	record: object,
	changes: IDataObject,
): IDataObject {
	const filled = Object.keys(changes).filter((name) => changes[name] !== null);
	const excluded = new Set(filled.flatMap((name) => excludedBy(fields, name)));
	const known = record as IDataObject;
	const kept = Object.fromEntries(Object.entries(known).filter(([name]) => !excluded.has(name)));
	const changed = Object.entries(changes).map(([name, value]) => {
		const inner = fields[name]?.kind === 'group' ? fields[name].fields : undefined;
		const before = known[name];
		return [
			name,
			inner && isObject(before) && isObject(value) ? sentBackWith(inner, before, value) : value,
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

function isObject(value: unknown): value is IDataObject {
	const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isPlain && !(value instanceof ExactNumber);
}
