import { ExactNumber, stringifyExactly } from '../client/json';
import { isObject } from '../client/message';
import { shortened } from '../client/redact';
import { dayOf } from './dates';
import {
	choiceLabel,
	labelWithin,
	memberFields,
	type ServiceField,
	type ServiceFields,
} from './describe';
import { changedBetween, changedFields, rowsInOrder, isEmptyValue, rowField } from './differences';
import { inWords } from './values';

/** A field of a record whose value changes, or goes away. */
export interface FieldChange {
	/** "Quantity of Line Item 1" */
	label: string;
	/** In words; '' for nothing. */
	before: string;
	after: string;
}

/** Longer values are cut off. */
const maxValue = 300;
const maxValueInSentence = 40;
const maxInSentence = 4;

/** What a request body changes in a record, in the words of Simplified output. */
export const changesOfRecord = (fields: ServiceFields, before: object, body: object) =>
	changedFields(fields, before, body).map(({ label, field, sent, received }): FieldChange => ({
		label,
		before: valueInWords(field, received),
		after: valueInWords(field, sent),
	}));

/**
 * The fields of a record that a body could contain, and does not, in groups and rows too. The service may clear them.
 * Without those that it computes, or that another field fills in.
 */
export function leftOut(
	fields: ServiceFields,
	before: object,
	body: object,
	within?: string,
): FieldChange[] {
	const isSent = (name: string) => !isEmptyValue((body as Record<string, unknown>)[name]);
	const filling = Object.keys(fields).filter(isSent);
	const isFilled = (name: string) =>
		filling.some((other) => {
			const { fillsOthers } = fields[other];
			return fillsOthers === true || fillsOthers?.includes(name);
		});
	return Object.entries(before).flatMap(([name, value]) => {
		const field: ServiceField | undefined = fields[name];
		if (!field || field.getOnly || field.computed || isFilled(name)) return [];
		return leftOutAt(field, value, (body as Record<string, unknown>)[name], within);
	});
}

/** What a request body leaves out ({@link leftOut}), without what the record still has afterwards. */
export const clearedBy = (
	fields: ServiceFields,
	before: object,
	body: object,
	after?: object,
): FieldChange[] =>
	Object.entries(before).flatMap(([name, value]) => {
		const now = after && { [name]: (after as Record<string, unknown>)[name] };
		const stays = now && changedBetween(fields, { [name]: value }, now).length === 0;
		return stays ? [] : leftOut(fields, { [name]: value }, body);
	});

function leftOutAt(
	field: ServiceField,
	value: unknown,
	sent: unknown,
	within?: string,
): FieldChange[] {
	if (isEmptyValue(value)) return [];
	const label = field.ownName ?? labelWithin(field.label, within);
	if (sent === undefined) return [{ label, before: valueInWords(field, value), after: '' }];
	const members = memberFields(field);
	if (members && isObject(sent) && isObject(value)) return leftOut(members, value, sent, label);
	if (field.kind !== 'rows') return [];
	// Another number of rows is a change of its own.
	const rows = rowsInOrder(field, sent);
	return rowsInOrder(field, value)
		.slice(0, rows.length)
		.flatMap((row, index) => leftOutAt(rowField(field, index), row, rows[index], within));
}

/** "Paid: no → yes" */
export const changeLine = ({ label, before, after }: FieldChange): string =>
	`${label}: ${before || 'empty'} → ${after || 'empty'}`;

/** "Due Date 2026-12-10 → 2026-12-31, Order Number A-1 and 2 more". With "to", two dates would read as a period. */
export function changesInSentence(changes: FieldChange[]): string {
	const texts = changes.slice(0, maxInSentence).map((change) => {
		const { label } = change;
		const [before, after] = [change.before, change.after].map((one) =>
			shortened(one, maxValueInSentence),
		);
		if (after === '') return `no ${label} (was ${before})`;
		return before === '' ? `${label} ${after}` : `${label} ${before} → ${after}`;
	});
	const more = changes.length - texts.length;
	return inWords(more > 0 ? [...texts, `${more} more`] : texts);
}

/** A value as people read it; '' for nothing. */
export function valueInWords(field: ServiceField, value: unknown): string {
	return isEmptyValue(value) ? '' : shortened(filledInWords(field, value), maxValue);
}

function filledInWords(field: ServiceField, value: unknown): string {
	const { kind, choices, fields = {} } = field;
	if (kind === 'rows' && Array.isArray(value)) {
		const names = value.map((row: unknown) => rowName(fields, row)).filter((name) => name !== '');
		return names.length > 0 ? `${value.length} (${names.join('; ')})` : String(value.length);
	}
	if (value instanceof ExactNumber) return value.digits;
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (Array.isArray(value)) return value.map((one) => filledInWords(field, one)).join(', ');
	if (isObject(value)) {
		if (kind !== 'group') return stringifyExactly(value);
		const texts = Object.entries(value).map(([name, one]) =>
			memberInWords(fields[name] ?? field, one),
		);
		return texts.filter((text) => text !== '').join(', ');
	}
	if (kind === 'date') return dayOf(value) || String(value);
	return String(choices ? choiceLabel(choices, value) : value);
}

/** A member of a group. "Yes" and "no" need a name: "Paid no". */
function memberInWords(field: ServiceField, value: unknown): string {
	if (field.getOnly) return '';
	const text = valueInWords(field, value);
	return field.kind === 'flag' && text !== '' ? `${field.ownName ?? field.label} ${text}` : text;
}

/** The first text of a row, such as the description of a line item, or the values of one without texts. */
function rowName(fields: ServiceFields, row: unknown): string {
	if (!isObject(row)) return '';
	// Nobody knows a line item by its ID.
	const texts = Object.entries(fields).filter(
		([name, { kind, getOnly }]) => kind === 'text' && getOnly !== true && row[name],
	);
	if (texts.length > 0) return String(row[texts[0][0]]);
	const values = Object.entries(fields).map(([name, field]) => [
		field.label,
		field.getOnly ? '' : valueInWords(field, row[name]),
	]);
	return values.flatMap(([label, text]) => (text === '' ? [] : [`${label} ${text}`])).join(', ');
}
