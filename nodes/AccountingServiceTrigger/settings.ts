import type { SearchCriteria } from '../shared/documents/criteria';
import { recordWith, scopeOf } from '../shared/documents/scope';
import { readRequestOptions } from '../shared/fields/options';
import { collection, numberIn, type Form } from '../shared/fields/readForm';
import { refuseInput } from '../shared/client/errors';
import { type Shape, shapeOf } from '../shared/fields/output';
import { type EventName, eventNames } from './eventKinds';
import { newestDocuments, maxItemsPerPoll } from './formFields';

/** The checked form of the trigger. */
export interface TriggerSettings {
	events: ReadonlySet<EventName>;
	startsWithExisting: boolean;
	shape: Shape;
	criteria: SearchCriteria;
	scope: string[];
	newestDocuments: number;
	maxItems: number;
	/** Whether to watch older documents too, until they are paid. */
	watchesUnpaid: boolean;
	/** Undefined if not set. */
	timeoutMs?: number;
}

/** @throws ServiceError (badInput) for an invalid value */
export function settingsOf(form: Form): TriggerSettings {
	const events = chosenEvents(form);
	const criteria = watchedCriteria(form);
	const options = collection(form, 'options');
	const scope = scopeOf(form);
	return {
		events,
		criteria,
		startsWithExisting: form.get('start') === 'existing',
		shape: shapeOf(form, recordWith(scope)),
		scope,
		newestDocuments: Number(form.get(newestDocuments.name) ?? newestDocuments.default),
		maxItems: numberIn(options, maxItemsPerPoll),
		watchesUnpaid: events.has('paid') && form.get('watch') === 'unpaid',
		timeoutMs: readRequestOptions(form).timeoutMs,
	};
}

function watchedCriteria(form: Form): SearchCriteria {
	const [direction, type] = [form.get('direction'), form.get('type')];
	return {
		type: Array.isArray(type) ? (type as number[]) : undefined,
		direction: typeof direction === 'number' ? direction : undefined,
	};
}

function chosenEvents(form: Form): ReadonlySet<EventName> {
	const value = form.get('event');
	const chosen = (Array.isArray(value) ? value : [value]) as EventName[];
	const unknown = chosen.find((name) => !eventNames.includes(name));
	if (chosen.length > 0 && unknown === undefined) return new Set(chosen);
	return refuseInput(
		'event',
		chosen.length === 0 ? 'Events is empty' : `Events has the unknown value "${String(unknown)}"`,
		'Choose at least one event from the list.',
	);
}
