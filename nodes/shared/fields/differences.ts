import type { IDataObject } from 'n8n-workflow';

import { ExactNumber, textFrom } from '../client/json';
import { isObject } from '../client/message';
import { Decimal } from '../decimal';
import { compareIds } from '../lists/ids';
import { dayOf } from './dates';
import {
	excludedBy,
	choiceLabel,
	getOnly,
	labelWithin,
	memberFields,
	text,
	type FieldKind,
	type ServiceField,
	type ServiceFields,
} from './describe';
import { isEmpty } from './values';

/** A field whose values differ between two records. */
export interface Difference {
	/** "Quantity of Line Item 1" */
	label: string;
	field: ServiceField;
	sent: unknown;
	received: unknown;
}

/**
 * Compares a request body with the returned record: dropped lines, ignored fields, changed amounts
 * (docs/api/writes.md#compared-with-what-was-sent). The service may fill in fields that were not sent.
 * @param sent the result of checkRecord
 * @param entered the part of it that the user entered. The service may compute other values for the rest.
 */
export function differences(
	fields: ServiceFields,
	sent: object,
	received: object,
	entered: object = sent,
): Difference[] {
	return differencesIn(fields, sent as IDataObject, received as IDataObject, entered).filter(
		({ field, sent: one, received: other }) =>
			!(field.serviceMayClear && isEmptyValue(other)) &&
			!(isEmptyValue(one) && other === field.valueIfEmpty) &&
			!(field.kind === 'json' && cameBack(one, other)),
	);
}

/** Whether everything of an unpublished value came back. The service adds what is GET only. */
function cameBack(sent: unknown, received: unknown): boolean {
	if (Array.isArray(sent) && Array.isArray(received))
		return sent.length === received.length && sent.every((row, at) => cameBack(row, received[at]));
	if (isObject(sent) && isObject(received))
		return Object.entries(sent).every(([name, value]) => cameBack(value, received[name]));
	return isEquivalent('json', sent, received);
}

/** The fields that a request body changes. @param before the record that it replaces */
export function changedFields(fields: ServiceFields, before: object, body: object): Difference[] {
	return differencesIn(fields, sentBack(fields, body), sentBack(fields, before), body);
}

function differencesIn(
	fields: ServiceFields,
	sent: IDataObject,
	received: Record<string, unknown>,
	entered: unknown,
	within?: string,
): Difference[] {
	const own: Record<string, unknown> = isObject(entered) ? entered : {};
	return Object.entries(sent).flatMap(([name, value]) => {
		if (value === undefined) return [];
		const field: ServiceField = fields[name] ?? { kind: 'json', label: name, description: '' };
		// What was read empty and sent back is nothing sent. To clear a field is to enter null.
		const isOwn = own[name] !== undefined;
		if (!isOwn && (field.computed || isEmptyValue(value))) return [];
		return differencesAt(field, value, received[name], own[name], within);
	});
}

function differencesAt(
	field: ServiceField,
	sent: unknown,
	received: unknown,
	entered: unknown,
	within?: string,
): Difference[] {
	const { kind } = field;
	const members = memberFields(field);
	const name = field.ownName ?? labelWithin(field.label, within);
	if (members && isObject(sent)) {
		return differencesIn(members, sent, isObject(received) ? received : {}, entered, name);
	}
	if (kind === 'rows' && Array.isArray(sent)) {
		const [values, rows, own] = [sent, received, entered].map((one) => rowsInOrder(field, one));
		if (rows.length !== sent.length) {
			return [{ label: name, field, sent, received: rows }];
		}
		return values.flatMap((value, index) =>
			differencesAt(rowField(field, index), value, rows[index], own[index], within),
		);
	}
	if (isEquivalent(kind, sent, received)) return [];
	if (field.shownRounded && isRounded(sent, received)) return [];
	return [{ label: name, field, sent, received }];
}

/** One of the rows of a field: "Line Item 2". */
export const rowField = (field: ServiceField, index: number): ServiceField => ({
	...field,
	kind: 'group',
	label: `${field.row ?? 'Row'} ${index + 1}`,
});

/** Rows as they are, or in the order of the field by which they are compared. */
export function rowsInOrder({ comparedBy }: ServiceField, rows: unknown): unknown[] {
	if (!Array.isArray(rows) || comparedBy === undefined) return Array.isArray(rows) ? rows : [];
	const place = (row: unknown) => textFrom(isObject(row) ? row[comparedBy] : undefined);
	return [...rows].sort((one, other) => compareIds(place(one), place(other)));
}

function isEquivalent(kind: FieldKind, sent: unknown, received: unknown): boolean {
	if (isEmptyValue(sent) || isEmptyValue(received))
		return isEmptyValue(sent) && isEmptyValue(received);
	switch (kind) {
		case 'date':
			return (dayOf(sent) || sent) === (dayOf(received) || received);
		case 'dateTime':
			return Date.parse(String(sent)) === Date.parse(String(received));
		case 'text':
			return comparableText(sent) === comparableText(received);
		case 'texts':
			return isSameList(sent, received);
		default:
			return isSameValue(sent, received);
	}
}

/** @param shown the sent amount with fewer decimals, at least two */
function isRounded(sent: unknown, shown: unknown): boolean {
	const [exact, rounded] = [Decimal.from(sent), Decimal.from(shown)];
	if (!exact || !rounded) return false;
	return exact.rounded(Math.max(2, rounded.decimals)).equals(rounded);
}

function isSameList(sent: unknown, received: unknown): boolean {
	if (!Array.isArray(sent) || !Array.isArray(received) || sent.length !== received.length)
		return false;
	return sent.every((value, index) => isSameValue(value, received[index]));
}

function isSameValue(sent: unknown, received: unknown): boolean {
	// A long number was parsed as a string of its digits.
	const [one, other] = [Decimal.from(sent), Decimal.from(received)];
	return one && other ? one.equals(other) : JSON.stringify(sent) === JSON.stringify(received);
}

const comparableText = (value: unknown) =>
	value instanceof ExactNumber ? value.digits : String(value).trim();

export const isEmptyValue = (value: unknown): boolean =>
	isEmpty(value) || (Array.isArray(value) && value.length === 0);

const displayedKinds: readonly FieldKind[] = [
	'amount',
	'number',
	'whole',
	'choice',
	'date',
	'flag',
	'rows',
];

/** A value in a hint; undefined for one that may be customer data. */
function displayedValue({ kind, choices }: ServiceField, value: unknown): string | undefined {
	if (!displayedKinds.includes(kind)) return undefined;
	if (kind === 'rows') return String(Array.isArray(value) ? value.length : 0);
	if (isEmptyValue(value)) return 'nothing';
	return comparableText(choices ? choiceLabel(choices, value) : value).slice(0, 40);
}

const maxListed = 10;

/** "Order Number, Quantity of Line Item 1 (2 sent, 3 received)" */
export function listed(found: Difference[], one = 'sent', other = 'received'): string {
	const more = found.length > maxListed ? ` and ${found.length - maxListed} more` : '';
	const words = found.slice(0, maxListed).map(({ label, field, sent, received }) => {
		const [first, second] = [displayedValue(field, sent), displayedValue(field, received)];
		return first === undefined ? label : `${label} (${first} ${one}, ${second} ${other})`;
	});
	return `${words.join(', ')}${more}`;
}

/**
 * What is GET only in fields whose own names are not published, such as the list of bank accounts
 * (docs/api/resources.md#parts-of-a-document). Without `authorUniqueId` of a note, which is also required.
 */
const unpublished: Pick<ServiceField, 'fields'> = {
	fields: Object.fromEntries(
		['localId', 'authorName', 'createdTime', 'updatedTime', 'operation'].map((name) => [
			name,
			text(name, '', getOnly),
		]),
	),
};

/** The list of scans is GET only as a whole (docs/api/resources.md#parts-of-a-document). */
const isListOfScans = (value: unknown) =>
	Array.isArray(value) &&
	value.length > 0 &&
	value.every((row) => isObject(row) && 'guid' in row && 'fileId' in row);

/**
 * A received record ({@link parseToSend}) as a request body, without GET-only fields. Unpublished fields stay, because a
 * replacement without them could clear them.
 */
function sentBack(fields: ServiceFields, record: object): IDataObject {
	const kept = Object.entries(record).filter(([name, value]) =>
		fields[name] ? fields[name].getOnly !== true : !isListOfScans(value),
	);
	return Object.fromEntries(
		kept.map(([name, value]) => [name, valueBack(fields[name] ?? unpublished, value)]),
	) as IDataObject;
}

function valueBack(field: Pick<ServiceField, 'fields'>, value: unknown): unknown {
	const { fields } = field;
	if (fields === undefined) return value;
	if (Array.isArray(value)) return value.map((row) => valueBack(field, row));
	return isObject(value) ? sentBack(fields, value) : value;
}

/**
 * {@link sentBack} with changes. Fields that cannot be combined with a changed field are left out. A group keeps its
 * other fields.
 * @param changes the result of checkRecord
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
		const members = fields[name] && memberFields(fields[name]);
		const before = known[name];
		const isPart = isObject(before) && isObject(value);
		return [name, members && isPart ? sentBackWith(members, before, value) : value];
	});
	return { ...sentBack(fields, kept), ...Object.fromEntries(changed) };
}

/**
 * The changes of a record between two reads. GET-only fields are ignored, because the service may change them.
 * @returns distinct labels
 */
export function changedBetween(fields: ServiceFields, before: object, now: object): string[] {
	const [one, other] = [sentBack(fields, before), sentBack(fields, now)];
	const both = [...differences(fields, one, now), ...differences(fields, other, before)];
	return [...new Set(both.map(({ label }) => label))];
}
