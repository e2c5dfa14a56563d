import type { ServiceRecord } from '../client/envelope';

/**
 * How a field of a record of the service is described, once: its form, its check, its place in a body,
 * whether it is only read, and its column and schema follow from it.
 */
export interface ServiceField {
	kind: FieldKind;
	/** As the form calls it. */
	label: string;
	/** One sentence without a period at its end. */
	description: string;
	/** "e.g. …" */
	placeholder?: string;
	/** The service does not do without it (docs/api/resources.md#conventions, required). */
	required?: true;
	/** Stands on the form, although the service does without it: few want to leave it out. */
	onForm?: true;
	/** The method of the node that lists the records whose ID it is, where they can be picked. */
	pickedFrom?: string;
	/** Returned, never accepted (docs/api/resources.md#conventions, GET only). */
	getOnly?: true;
	/** Numbers and their labels. */
	choices?: Readonly<Record<number, string>>;
	/** What the labels of the choices mean, where they do not say it. */
	choiceWords?: Readonly<Record<number, string>>;
	/** The usual or the harmless one of the choices, where it is not the one with the lowest number. */
	usual?: number;
	minimum?: number;
	/** The name of a field beside it that must be empty when this one is filled, and the other way round. */
	excludes?: string;
	/** Of a group, of rows, or what is known of the fields of JSON. */
	fields?: ServiceFields;
	/** What the rows are called one by one, e.g. "Line". */
	row?: string;
}

export type ServiceFields = Readonly<Record<string, ServiceField>>;

/** `id` is an int64; `amount` is money, a decimal that keeps its digits; `json` has no published shape. */
export type FieldKind =
	| 'text'
	| 'id'
	| 'whole'
	| 'number'
	| 'amount'
	| 'date'
	| 'dateTime'
	| 'flag'
	| 'choice'
	| 'texts'
	| 'ids'
	| 'group'
	| 'rows'
	| 'json';

type More = Partial<Omit<ServiceField, 'kind' | 'label' | 'description'>>;

const of =
	(kind: FieldKind) =>
	(label: string, description: string, more: More = {}): ServiceField => ({
		kind,
		label,
		description,
		...more,
	});

export const text = of('text');
export const id = of('id');
export const whole = of('whole');
export const number = of('number');
export const amount = of('amount');
export const date = of('date');
export const dateTime = of('dateTime');
export const flag = of('flag');
export const texts = of('texts');
export const ids = of('ids');
export const json = of('json');

export function choice(
	label: string,
	choices: Readonly<Record<number, string>>,
	description: string,
	more: More = {},
): ServiceField {
	return { kind: 'choice', label, description, choices, ...more };
}

/** An object with fields of its own. */
export function group(
	label: string,
	description: string,
	fields: ServiceFields,
	more: More = {},
): ServiceField {
	return { kind: 'group', label, description, fields, ...more };
}

/** A list of objects. @param row what one of them is called */
export function rows(
	label: string,
	row: string,
	description: string,
	fields: ServiceFields,
	more: More = {},
): ServiceField {
	return { kind: 'rows', label, row, description, fields, ...more };
}

/** The fields that a request may carry. */
export function acceptedFields(fields: ServiceFields): Array<[string, ServiceField]> {
	return Object.entries(fields).filter(([, { getOnly }]) => getOnly !== true);
}

/** The name of the one field that rows have, such as the id of a document. */
export function onlyField({ fields = {} }: ServiceField): string | undefined {
	const accepted = acceptedFields(fields);
	return accepted.length === 1 ? accepted[0][0] : undefined;
}

/** The fields that must be empty when this one is filled. */
export function excludedBy(fields: ServiceFields, name: string): string[] {
	return Object.keys(fields).filter(
		(other) => fields[other].excludes === name || fields[name]?.excludes === other,
	);
}

/** The label of a number of a choice; one that the list does not hold stays as it came. */
export function labelOf(choices: Readonly<Record<number, string>>, value: unknown): unknown {
	if (typeof value !== 'number' && typeof value !== 'string') return value;
	const labels: Readonly<Record<string, string>> = choices;
	return Object.hasOwn(labels, value) ? labels[value] : value;
}

/** A kind of record of the service, described once. */
export interface RecordDescription {
	/** "payment reminder" */
	one: string;
	/** "payment reminders" */
	many: string;
	/** In the order of docs/api/resources.md. */
	fields: ServiceFields;
	/** At most ten flat fields, in order, by the name that they have in the output. */
	simplified: Readonly<Record<string, SimplifiedField>>;
	/** Names of fields that an AI agent is given besides. */
	extraForAgents?: readonly string[];
	/** Names of fields that every output shows, since the user asked the service for them. */
	extra?: readonly string[];
}

/** A dotted path into the record, or how the value is made. */
export type SimplifiedField =
	string | { kind: FieldKind; read: (record: ServiceRecord) => unknown };

/** What the items of an operation hold, by name. */
export type OutputFields = Readonly<Record<string, FieldKind>>;

/** A list of texts as one text, for a simplified record. */
export function joined(name: string): SimplifiedField {
	return {
		kind: 'text',
		read: ({ [name]: list }) => (Array.isArray(list) ? list.join(', ') : list),
	};
}

/** The description of the field that a dotted path leads to; undefined where it leads nowhere. */
export function fieldAt(fields: ServiceFields, path: string): ServiceField | undefined {
	let found: ServiceField | undefined;
	let inside: ServiceFields | undefined = fields;
	for (const step of path.split('.')) {
		found = inside?.[step];
		inside = found?.fields;
	}
	return found;
}

/** The value at a dotted path. */
export function valueAt(record: unknown, path: string): unknown {
	let value = record;
	for (const step of path.split('.')) {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
		value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
	}
	return value;
}

/** The same with words instead of the numbers of a choice. */
export function shownAt(record: unknown, fields: ServiceFields, path: string): unknown {
	const value = valueAt(record, path);
	const choices = fieldAt(fields, path)?.choices;
	return choices ? labelOf(choices, value) : value;
}
