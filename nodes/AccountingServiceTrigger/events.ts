import type { ServiceRecord } from '../shared/client/envelope';
import type { SearchCriteria } from '../shared/documents/criteria';
import { meets } from '../shared/documents/filters';
import { eventKinds, eventNames, type EventName } from './eventKinds';
import {
	matchesStored,
	shortFingerprint,
	trackedFields,
	valuesOf,
	type Scalar,
	type TrackedField,
	type Values,
} from './state';

export interface Change {
	field: TrackedField;
	/** Null if unknown before. Long text is shortened. */
	from: Scalar;
	to: Scalar;
}

export interface DocumentEvent {
	event: EventName;
	/** Unique, and stable if the event is delivered again. */
	eventId: string;
	changes: Change[];
}

/** The remembered values of a document. */
export interface Before {
	/** Unique for each delivery, to tell a repeated change from the first one. */
	number: number;
	/** Undefined for a new document. */
	values?: Values;
}

/**
 * The chosen events of one document that passes the filters. A new document may have several, because n8n may not save a
 * poll without items, and an event must not wait for the next poll.
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
		matchesStored(old[index], after[index]) ? [] : [{ field, from: old[index], to: after[index] }],
	);
	const compared = {
		isNew,
		isReportedAsNew: isNew && chosen.has('created'),
		changed: new Set(changes.map(({ field }) => field)),
		before: old,
	};
	return eventNames
		.filter((event) => chosen.has(event) && canHappen(event, after))
		.filter((event) => eventKinds[event].happened(compared))
		.map((event) => eventFrom(event, id, before.number, relevantChanges(event, changes)));
}

/**
 * Whether a document changed so that a chosen event can happen again, e.g. from paid to unpaid. This is no event itself,
 * but the next event depends on it.
 */
export function canHappenAgain(
	values: Values,
	before: Values,
	chosen: ReadonlySet<EventName>,
): boolean {
	return [...chosen].some((event) => canHappen(event, before) && !canHappen(event, values));
}

/** The event of a document that was remembered only as unpaid. */
export function paidEvent(id: string, record: ServiceRecord, number: number): DocumentEvent {
	return eventFrom('paid', id, number, valuesSeen(record, 'paid'));
}

/** Whether an event can have happened to a document with these values. */
export function canHappen(event: EventName, values: Values): boolean {
	return eventKinds[event].requires?.isMet(values) ?? true;
}

/** A test event for the editor. The current values of the document count as changes. */
export function sampleEvent(id: string, record: ServiceRecord, event: EventName): DocumentEvent {
	return eventFrom(event, id, 0, valuesSeen(record, event));
}

function valuesSeen(record: ServiceRecord, event: EventName): Change[] {
	const changes = valuesOf(record).map((to, index) => ({
		field: trackedFields[index],
		from: null,
		to,
	}));
	return relevantChanges(event, changes);
}

function relevantChanges(event: EventName, changes: Change[]): Change[] {
	return changes.filter(({ field }) => eventKinds[event].fields.includes(field));
}

function eventFrom(event: EventName, id: string, number: number, changes: Change[]): DocumentEvent {
	const { identifiedBy } = eventKinds[event];
	if (identifiedBy === 'document') return { event, eventId: `${id}:${event}`, changes };
	const content =
		identifiedBy === 'changes' ? changes.map(({ field, from, to }) => [field, from, to]) : [];
	const tail = content.length > 0 ? `:${shortFingerprint(content)}` : '';
	return { event, eventId: `${id}:${event}:${number}${tail}`, changes };
}
