import type { ServiceRecord } from '../client/envelope';

/** Day 31 shows the order of month and day. */
export const enterDate = 'Enter a date as 2026-12-31.';

/**
 * The description of a field of the service. Its form field, check, column and schema derive from it.
 */
export interface ServiceField {
	kind: FieldKind;
	/** Label on the form. */
	label: string;
	/** One sentence without a period at its end. */
	description: string;
	/** "e.g. …" */
	placeholder?: string;
	/** A permanent text below the field: where to find what to enter. */
	hint?: string;
	/** Heading of the column, if it is not the label. */
	heading?: string;
	/** Its name in messages and previews, if it needs no label of its group. */
	ownName?: string;
	/** The service fills in the fields of the group or row that are left empty, or those with these names. */
	fillsOthers?: true | readonly string[];
	/** Required by the service (docs/api/resources.md#conventions). */
	required?: true;
	/** Optional, but shown at the top: most people fill it in. */
	onForm?: true;
	/** What to do about a text with digits that is no ID, such as the number of the record. */
	notAnId?: string;
	/** The method of the node that lists the records whose ID it is, where they can be picked. */
	pickedFrom?: string;
	/** Can also be a link. Only at the top of a form, because n8n reads links only there. */
	byLink?: true;
	/** Returned, never accepted (docs/api/resources.md#conventions, GET only). */
	getOnly?: true;
	/** The service may compute it, from other fields of the record. */
	computed?: true;
	/** What the service fills in for an empty value, by its specification. */
	valueIfEmpty?: number;
	/** The service may empty a value that was sent, by its specification. */
	serviceMayClear?: true;
	/** The service may show fewer decimals than were sent (docs/api/behaviours.md#healthy-services). */
	shownRounded?: true;
	choices?: Choices;
	/** It decides what is done, or whether. The item is refused if its expression gives nothing: a default is a guess. */
	decides?: true;
	/** A number or name that is compared letter by letter. Text such as "null" is no value of it. */
	isIdentifier?: true;
	/** The form accepts several of the choices. */
	several?: true;
	/** The text as the service has it, for one that has only one form. @throws ServiceError (badInput) for another one */
	textOf?: (value: unknown) => string | undefined;
	/** A number is no date in a filter, because a wrong one finds other documents. */
	isFilter?: true;
	/** The operation itself reads what the form gives, which may be of several kinds. */
	asEntered?: true;
	/** The default of the form, if it is not empty, off, or the first choice. */
	usual?: string | number | boolean | string[] | number[];
	minimum?: number;
	maximum?: number;
	/** A field that cannot be combined with this one. */
	excludes?: string;
	/** Fields of a group or of rows, or the known fields of JSON. */
	fields?: ServiceFields;
	/** Label of one row, e.g. "Line Item". */
	row?: string;
	/** The field of a row by which rows are compared, if their order means nothing. */
	comparedBy?: string;
}

/** Labels by value, with descriptions if they need one. A value of digits is a number. */
export type Choices = Readonly<Record<string, string | readonly [label: string, words?: string]>>;

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
	| 'group'
	| 'rows'
	| 'json';

/** For a field that the service returns, but never accepts. */
export const getOnly = { getOnly: true } as const;

type OptionalDetails = Partial<Omit<ServiceField, 'kind' | 'label' | 'description'>>;

const of =
	(kind: FieldKind) =>
	(label: string, description: string, more: OptionalDetails = {}): ServiceField => ({
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
export const json = of('json');

/** A whole number between two limits. @param description in which {range} becomes "10 to 500" */
export const wholeWithin = (
	label: string,
	description: string,
	limits: Required<Pick<ServiceField, 'minimum' | 'maximum' | 'usual'>>,
): ServiceField =>
	whole(label, description.replace('{range}', `${limits.minimum} to ${limits.maximum}`), limits);

export function choice(
	label: string,
	choices: Choices,
	description: string,
	more: OptionalDetails = {},
): ServiceField {
	return { kind: 'choice', label, description, choices, ...more };
}

/** Several of the choices. */
export function choices(
	label: string,
	options: Choices,
	description: string,
	more: OptionalDetails = {},
): ServiceField {
	return choice(label, options, description, { several: true, ...more });
}

/** A nested object. */
export function group(label: string, description: string, fields: ServiceFields): ServiceField {
	return { kind: 'group', label, description, fields };
}

/** The fields of an object: of a group, or of a record that is entered as JSON. */
export const memberFields = ({ kind, fields }: ServiceField): ServiceFields | undefined =>
	kind === 'group' || kind === 'json' ? fields : undefined;

/** A list of objects. @param row label of one object */
export function rows(
	label: string,
	row: string,
	description: string,
	fields: ServiceFields,
	more: OptionalDetails = {},
): ServiceField {
	return { kind: 'rows', label, row, description, fields, ...more };
}

/** The fields that a request may contain. */
export function acceptedFields(fields: ServiceFields): Array<[string, ServiceField]> {
	const known = accepted.get(fields) ?? Object.entries(fields).filter(isAccepted);
	accepted.set(fields, known);
	return known;
}

const isAccepted = ([, { getOnly }]: [string, ServiceField]) => getOnly !== true;

/** Every written row asks for them. */
const accepted = new WeakMap<ServiceFields, Array<[string, ServiceField]>>();

/** The same fields, all optional. */
export function withoutRequired(fields: ServiceFields): ServiceFields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			{ ...field, required: undefined, onForm: undefined },
		]),
	);
}

/** The name of the field if rows have only one, such as a document ID. */
export function onlyField({ fields = {} }: ServiceField): string | undefined {
	const [first, ...others] = acceptedFields(fields);
	return others.length === 0 ? first?.[0] : undefined;
}

/** The fields that cannot be combined with this one. */
export function excludedBy(fields: ServiceFields, name: string): string[] {
	return Object.keys(fields).filter(
		(other) => fields[other].excludes === name || fields[name]?.excludes === other,
	);
}

/** "Email of Contact", but "Existing Contact" and "Document 2": one name contains the other. */
export function labelWithin(label: string, group?: string): string {
	if (group === undefined || label.includes(group)) return label;
	return group.startsWith(`${label} `) ? group : `${label} of ${group}`;
}

/** What a field is: its first sentence. The others say what to enter. */
export const meaningOf = (description: string): string => description.split(/\. (?=[A-Z])/, 1)[0];

/** The label of a choice. An unknown value is returned unchanged. */
export function choiceLabel(choices: Choices, value: unknown): unknown {
	if (typeof value !== 'number' && typeof value !== 'string') return value;
	return Object.hasOwn(choices, value) ? [choices[value]].flat()[0] : value;
}

/** The description of a kind of record. */
export interface RecordDescription {
	/** "payment reminder" */
	one: string;
	/** "payment reminders" */
	many: string;
	/** In the order of docs/api/resources.md. */
	fields: ServiceFields;
	/** The fields of Simplified output, in order, by name. Schemas, tests and pages of the docs follow them. */
	simplified: Readonly<Record<string, SimplifiedField>>;
	/** Additional fields for AI agents. */
	extraForAgents?: readonly string[];
	/** Fields in every output, because the user requested them from the service. */
	extra?: readonly string[];
}

/** A dotted path into the record, or a function that computes the value. */
type SimplifiedField = string | ComputedField;

interface ComputedField {
	kind: FieldKind;
	/** Label and description, if the user can choose the field. */
	words?: readonly [label: string, description: string];
	read: (record: ServiceRecord) => unknown;
}

/** The computed fields that the user can choose, by name. */
export const computedFields = (simplified: RecordDescription['simplified']) =>
	Object.entries(simplified).flatMap(([name, field]) =>
		typeof field === 'string' || field.words === undefined
			? []
			: [{ name, ...field, words: field.words }],
	);

/** Kinds of the output fields of an operation, by name. */
export type OutputFields = Readonly<Record<string, FieldKind>>;

/** Simplified fields with the names that they have in the record. @param names separated by spaces */
export const named = (names: string) =>
	Object.fromEntries(names.split(' ').map((name) => [name, name]));

/** An array as comma-separated text. */
export function joined(name: string): SimplifiedField {
	return {
		kind: 'text',
		read: ({ [name]: list }) => (Array.isArray(list) ? list.join(', ') : list),
	};
}

/** The field at a dotted path, if there is one. */
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

/** The value at a dotted path, with the label of a choice instead of its number. */
export function labelledAt(record: unknown, fields: ServiceFields, path: string): unknown {
	const value = valueAt(record, path);
	const choices = fieldAt(fields, path)?.choices;
	return choices ? choiceLabel(choices, value) : value;
}
