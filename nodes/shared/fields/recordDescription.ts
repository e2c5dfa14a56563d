import type { ServiceRecord } from '../client/envelope';
import { labelOf, type FieldKind, type ServiceField, type ServiceFields } from './serviceField';

/** A kind of record of the service, described once. */
export interface RecordDescription {
	/** "payment reminder" */
	one: string;
	/** "payment reminders" */
	many: string;
	/** Section 2 of the specification, or the fact that lists the fields. */
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
