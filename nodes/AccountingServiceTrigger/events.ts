import type { ServiceRecord } from '../shared/client/envelope';
import type { SearchCriteria } from '../shared/documents/criteria';
import { meets } from '../shared/documents/filters';
import {
	fingerprint,
	isFinished,
	isPaid,
	isSame,
	trackedFields,
	valuesOf,
	type Scalar,
	type TrackedField,
	type Values,
} from './state';

/** The choices of the Events field. */
export const eventNames = [
	'created',
	'stateChanged',
	'processingFinished',
	'paid',
	'changed',
] as const;

export type EventName = (typeof eventNames)[number];

export interface Change {
	field: TrackedField;
	/** Null for a value that was not known before; long texts come shortened. */
	from: Scalar;
	to: Scalar;
}

export interface DocumentEvent {
	event: EventName;
	/** The same event has the same id, however often it is delivered; no two events have one id. */
	eventId: string;
	changes: Change[];
}

/** The fields that belong to an event; a change of others does not show in it. */
const fieldsOf: Record<EventName, readonly TrackedField[]> = {
	created: [],
	stateChanged: ['state'],
	processingFinished: ['processingState'],
	paid: ['payments.paid', 'amountPaid', 'total'],
	changed: trackedFields,
};

/** What is remembered of a document that it is compared with. */
export interface Before {
	/** Tells a change from the same change made again later: no two deliveries have one number. */
	number: number;
	/** Undefined for a document that was never seen. */
	values?: Values;
}

/**
 * The chosen events of one document that meets the filters. One that was never seen counts as a change from
 * nothing: n8n may forget a poll that found nothing, so the event must not wait for the next one.
 */
export function eventsOf(
	id: string,
	record: ServiceRecord,
	before: Before,
	{ events: chosen, criteria }: { events: ReadonlySet<EventName>; criteria: SearchCriteria },
): DocumentEvent[] {
	if (!meets(record, criteria)) return [];
	const after = valuesOf(record);
	const isNew = before.values === undefined;
	const old: Values = before.values ?? trackedFields.map(() => null);
	const changes = trackedFields.flatMap((field, index): Change[] =>
		isSame(old[index], after[index]) ? [] : [{ field, from: old[index], to: after[index] }],
	);
	const changed = (field: TrackedField) => changes.some((change) => change.field === field);
	// A new document that is reported as such says its state and values with it.
	const coversAll = isNew && chosen.has('created');
	const happened: Record<EventName, boolean> = {
		created: isNew,
		stateChanged: !coversAll && changed('state'),
		processingFinished: changed('processingState') && isFinished(after),
		paid: isPaid(after) && !isPaid(old),
		changed: !coversAll && (isNew || changes.length > 0),
	};
	return eventNames
		.filter((event) => chosen.has(event) && happened[event])
		.map((event) => describe(event, id, before.number, changesOf(event, changes)));
}

/**
 * Whether a document went back to where a chosen event can happen to it again. Nothing is reported
 * then, but the event that follows depends on it.
 */
export function isReady(values: Values, before: Values, chosen: ReadonlySet<EventName>): boolean {
	return (
		(chosen.has('paid') && isPaid(before) && !isPaid(values)) ||
		(chosen.has('processingFinished') && isFinished(before) && !isFinished(values))
	);
}

/** The event of a document of which only this is remembered: that it was not paid. */
export function paidEvent(id: string, record: ServiceRecord, number: number): DocumentEvent {
	return describe('paid', id, number, valuesSeen(record, 'paid'));
}

/** Whether an event can have happened to a document with these values. */
export function canHappen(event: EventName, values: Values): boolean {
	if (event === 'paid') return isPaid(values);
	return event !== 'processingFinished' || isFinished(values);
}

/** What an event looks like, for a test in the editor: the document's present values count as the change. */
export function sampleEvent(id: string, record: ServiceRecord, event: EventName): DocumentEvent {
	return describe(event, id, 0, valuesSeen(record, event));
}

function valuesSeen(record: ServiceRecord, event: EventName): Change[] {
	const changes = valuesOf(record).map((to, index) => ({
		field: trackedFields[index],
		from: null,
		to,
	}));
	return changesOf(event, changes);
}

function changesOf(event: EventName, changes: Change[]): Change[] {
	return changes.filter(({ field }) => fieldsOf[event].includes(field));
}

function describe(event: EventName, id: string, number: number, changes: Change[]): DocumentEvent {
	if (event === 'created') return { event, eventId: `${id}:created`, changes };
	// A document turns paid once, whatever amounts come with it.
	const content = event === 'paid' ? [] : changes.map(({ field, from, to }) => [field, from, to]);
	const tail = content.length > 0 ? `:${fingerprint(JSON.stringify(content))}` : '';
	return { event, eventId: `${id}:${event}:${number}${tail}`, changes };
}
