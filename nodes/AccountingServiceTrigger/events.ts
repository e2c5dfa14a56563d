import { createHash } from 'node:crypto';

import type { ServiceRecord } from '../shared/client/envelope';

/** The choices of the Events field. */
export const eventNames = [
	'created',
	'stateChanged',
	'processingFinished',
	'paid',
	'changed',
] as const;

export type EventName = (typeof eventNames)[number];

export type Scalar = string | number | boolean | null;

/** The fields whose changes are noticed (specification section 2.1), in the order they are stored in. */
export const trackedFields = [
	'accountingDocumentNo',
	'state',
	'processingState',
	'payments.paid',
	'amountPaid',
	'total',
	'dueDate',
] as const;

type TrackedField = (typeof trackedFields)[number];

/** Values of {@link trackedFields}, in their order; what the service left out is null. */
export type Values = Scalar[];

export interface Change {
	field: TrackedField;
	/** Null for a document that was not known before; long texts come shortened. */
	from: Scalar;
	to: Scalar;
}

export interface DocumentEvent {
	event: EventName;
	/** The same event has the same id, however often it is delivered. */
	eventId: string;
	changes: Change[];
}

/** What is remembered of a document. */
export interface Remembered {
	/** Counts its deliveries: tells a change from the same change made again later. */
	deliveries: number;
	values: Values;
}

/** Longer texts are stored shortened, so that the state stays small. */
const longestText = 40;

/** Processed and Processing Error: the two ends of processing (specification section 2.1). */
const finishedStates: Scalar[] = [1, 3];

/** The fields that belong to an event; a change of others does not show in it. */
const fieldsOf: Record<EventName, readonly TrackedField[]> = {
	created: [],
	stateChanged: ['state'],
	processingFinished: ['processingState'],
	paid: ['payments.paid', 'amountPaid', 'total'],
	changed: trackedFields,
};

/** The tracked values of a document, as they came. */
export function valuesOf(record: Record<string, unknown>): Values {
	return trackedFields.map((field) => {
		const [name, member] = field.split('.');
		const whole = record[name];
		const value =
			member === undefined ? whole : (whole as Record<string, unknown> | null)?.[member];
		return isScalar(value) ? value : null;
	});
}

/** The same values as they are stored. */
export function compact(values: Values): Values {
	return values.map((value) =>
		typeof value === 'string' && value.length > longestText
			? `${value.slice(0, longestText - 9)}…${fingerprint(value)}`
			: value,
	);
}

/**
 * The chosen events of one document.
 * @param before undefined for a document that was never seen. It then counts as a change from
 * nothing: n8n may forget a poll that found nothing, so the event must not wait for a second look.
 */
export function eventsOf(
	id: string,
	record: ServiceRecord,
	before: Remembered | undefined,
	chosen: ReadonlySet<EventName>,
): DocumentEvent[] {
	const after = valuesOf(record);
	const stored = compact(after);
	const old: Values = before?.values ?? trackedFields.map(() => null);
	const changes = trackedFields.flatMap((field, index): Change[] =>
		stored[index] === old[index] ? [] : [{ field, from: old[index], to: after[index] }],
	);
	const changed = (field: TrackedField) => changes.some((change) => change.field === field);
	const isNew = before === undefined;
	// A new document that is reported as such says its state and values with it.
	const coversAll = isNew && chosen.has('created');
	const happened: Record<EventName, boolean> = {
		created: isNew,
		stateChanged: !coversAll && changed('state'),
		processingFinished:
			changed('processingState') && finishedStates.includes(valueOf(after, 'processingState')),
		paid: isPaid(after) && !isPaid(old),
		changed: !coversAll && (isNew || changes.length > 0),
	};
	return eventNames
		.filter((event) => chosen.has(event) && happened[event])
		.map((event) =>
			describe(
				event,
				id,
				before?.deliveries ?? 0,
				changes.filter(({ field }) => fieldsOf[event].includes(field)),
			),
		);
}

/** What an event looks like, for a test in the editor: the document's present values count as the change. */
export function sampleEvent(id: string, record: ServiceRecord, event: EventName): DocumentEvent {
	const values = valuesOf(record);
	const changes = trackedFields.flatMap((field, index): Change[] =>
		fieldsOf[event].includes(field) ? [{ field, from: null, to: values[index] }] : [],
	);
	return describe(event, id, 0, changes);
}

function describe(
	event: EventName,
	id: string,
	deliveries: number,
	changes: Change[],
): DocumentEvent {
	if (event === 'created') return { event, eventId: `${id}:created`, changes };
	// A document turns paid once, whatever amounts come with it.
	const content = event === 'paid' ? [] : changes.map(({ field, from, to }) => [field, from, to]);
	const tail = content.length > 0 ? `:${fingerprint(JSON.stringify(content))}` : '';
	return { event, eventId: `${id}:${event}:${deliveries}${tail}`, changes };
}

/** Marked as paid, or paid in full; a credit note is paid in full by a negative amount. */
function isPaid(values: Values): boolean {
	if (valueOf(values, 'payments.paid') === true) return true;
	const total = Number(valueOf(values, 'total') ?? 0);
	const amountPaid = Number(valueOf(values, 'amountPaid') ?? 0);
	return total > 0 ? amountPaid >= total : total < 0 && amountPaid <= total;
}

function valueOf(values: Values, field: TrackedField): Scalar {
	return values[trackedFields.indexOf(field)];
}

export function isScalar(value: unknown): value is Scalar {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Eight characters that tell texts apart. */
export function fingerprint(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
