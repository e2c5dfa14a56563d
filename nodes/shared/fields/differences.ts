import type { IDataObject } from 'n8n-workflow';

import { ExactNumber, isSameNumber } from '../client/json';
import { isObject } from './check';
import {
	excludedBy,
	labelOf,
	type FieldKind,
	type ServiceField,
	type ServiceFields,
} from './describe';

/** A field that has another value in one record than in the other. */
export interface Difference {
	/** "Quantity of Line 1" */
	label: string;
	/** Both values, where those are no customer's data. */
	values?: [one: string, other: string];
}

/**
 * What of a body is not in the record that came back: a line that was dropped, a field that was ignored, an amount
 * that was changed (docs/api/writes.md#compared-with-what-was-sent). Fields that were not sent are the service's own to
 * fill.
 * @param sent as checkRecord gives it
 * @param response as the service sent it
 */
export function differences(fields: ServiceFields, sent: object, response: object): Difference[] {
	return differencesIn(fields, sent as IDataObject, response as Record<string, unknown>, '');
}

function differencesIn(
	fields: ServiceFields,
	sent: IDataObject,
	response: Record<string, unknown>,
	of: string,
): Difference[] {
	return Object.entries(sent).flatMap(([name, value]) => {
		if (value === undefined) return [];
		const field: ServiceField = fields[name] ?? { kind: 'json', label: name, description: '' };
		return differencesAt(field, value, response[name], of);
	});
}

function differencesAt(
	field: ServiceField,
	sent: unknown,
	response: unknown,
	of: string,
): Difference[] {
	const { kind, label, fields } = field;
	const isGroup = kind === 'group' || (kind === 'json' && fields !== undefined);
	if (isGroup && isObject(sent)) {
		return differencesIn(
			fields ?? {},
			sent,
			isObject(response) ? response : {},
			` of ${label}${of}`,
		);
	}
	const name = `${label}${of}`;
	if (kind === 'rows' && Array.isArray(sent)) {
		const rows: unknown[] = Array.isArray(response) ? response : [];
		if (rows.length !== sent.length) {
			return [{ label: name, values: [String(sent.length), String(rows.length)] }];
		}
		const row = (index: number): ServiceField => ({
			...field,
			kind: 'group',
			label: `${field.row ?? 'Row'} ${index + 1}`,
		});
		return sent.flatMap((one, index) => differencesAt(row(index), one, rows[index], of));
	}
	if (isSame(kind, sent, response)) return [];
	return [{ label: name, values: bothOf(field, sent, response) }];
}

function isSame(kind: FieldKind, sent: unknown, response: unknown): boolean {
	if (isNothing(sent) || isNothing(response)) return isNothing(sent) && isNothing(response);
	switch (kind) {
		case 'date':
			return String(sent).slice(0, 10) === String(response).slice(0, 10);
		case 'dateTime':
			return Date.parse(String(sent)) === Date.parse(String(response));
		case 'text':
			return textOf(sent) === textOf(response);
		case 'texts':
		case 'ids':
			return isSameList(sent, response);
		default:
			return isSameValue(sent, response);
	}
}

function isSameList(sent: unknown, response: unknown): boolean {
	if (!Array.isArray(sent) || !Array.isArray(response) || sent.length !== response.length)
		return false;
	return sent.every((value, index) => isSameValue(value, response[index]));
}

function isSameValue(sent: unknown, response: unknown): boolean {
	const [one, other] = [digitsOf(sent), digitsOf(response)];
	if (one !== undefined && other !== undefined) return isSameNumber(one, other);
	// A long number reads as the text of its digits.
	return JSON.stringify(sent) === JSON.stringify(response);
}

/** A number, also one that came as text since no JavaScript number holds its digits. */
function digitsOf(value: unknown): string | undefined {
	if (value instanceof ExactNumber) return value.digits;
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	return /^-?\d{1,40}(\.\d{1,40})?$/.test(text) ? text : undefined;
}

const textOf = (value: unknown) =>
	value instanceof ExactNumber ? value.digits : String(value).trim();

function isNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

const shownKinds: readonly FieldKind[] = ['amount', 'number', 'whole', 'choice', 'date', 'flag'];

function bothOf(
	{ kind, choices }: ServiceField,
	sent: unknown,
	response: unknown,
): Difference['values'] {
	if (!shownKinds.includes(kind)) return undefined;
	const displayed = (value: unknown) =>
		isNothing(value) ? 'nothing' : textOf(choices ? labelOf(choices, value) : value).slice(0, 40);
	return [displayed(sent), displayed(response)];
}

/** So many are named; the others are counted. */
const maxListed = 10;

/** "Order Number, Quantity of Line 1 (2 sent, 3 came)" */
export function listed(found: Difference[], one = 'sent', other = 'came'): string {
	const more = found.length > maxListed ? ` and ${found.length - maxListed} more` : '';
	const words = found
		.slice(0, maxListed)
		.map(({ label, values }) =>
			values ? `${label} (${values[0]} ${one}, ${values[1]} ${other})` : label,
		);
	return `${words.join(', ')}${more}`;
}

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
 * @param changes as checkRecord gives them
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
