import type { IDataObject } from 'n8n-workflow';

import { criteriaOf, type SearchCriteria } from '../shared/documents/criteria';
import { recordWith, scopeOf } from '../shared/documents/scope';
import { readRequestOptions } from '../shared/fields/options';
import { collection, type Form } from '../shared/fields/form';
import { refuseInput } from '../shared/client/errors';
import { type Shape, shapeOf } from '../shared/fields/output';
import { type EventName, eventNames } from './events';
import { lookBack, maxItemsPerPoll, olderPages } from './fields';

/** The checked form of the trigger. */
export interface TriggerSettings {
	events: ReadonlySet<EventName>;
	startsWithExisting: boolean;
	shape: Shape;
	criteria: SearchCriteria;
	scope: string[];
	lookBack: number;
	maxItems: number;
	allowAnyOrder: boolean;
	/** Pages of older documents per poll; 0 to watch only the newest documents. */
	olderPages: number;
	/** Undefined if not set. */
	timeoutMs?: number;
}

/** @throws ServiceError (badInput) for an invalid value */
export function settingsOf(form: Form): TriggerSettings {
	const options = collection(form, 'options');
	const filters = collection(form, 'filters');
	const scope = scopeOf(form);
	// The trigger's filters include the search text.
	const searchForm: Form = {
		get: (name) => (name === 'filters' ? filters : name === 'searchText' ? filters.searchText : ''),
	};
	const events = eventsOf(form.get('event'));
	return {
		events,
		startsWithExisting: form.get('start') === 'existing',
		shape: shapeOf(form, recordWith(scope)),
		// Newest first is the documented default (docs/api/requests.md#search), so no parameter is necessary.
		criteria: { ...criteriaOf(searchForm), sortDirection: undefined },
		scope,
		lookBack: lookBack.readOrDefault({ lookBack: form.get('lookBack') as number }),
		maxItems: maxItemsPerPoll.readOrDefault(options),
		allowAnyOrder: options.allowAnyOrder === true,
		olderPages: events.has('paid') ? olderPagesOf(form, options) : 0,
		timeoutMs: readRequestOptions(form).timeoutMs,
	};
}

function olderPagesOf(form: Form, options: IDataObject): number {
	if (form.get('watch') !== 'unpaid') return 0;
	if (options.allowAnyOrder === true) {
		refuseInput(
			'watch',
			'Watch cannot be All Unpaid Documents while Allow Any Order is on',
			'Turn off Allow Any Order under Advanced, or set Watch to Newest Documents.',
		);
	}
	return olderPages.readOrDefault(options);
}

function eventsOf(value: unknown): ReadonlySet<EventName> {
	const chosen = (Array.isArray(value) ? value : [value]) as EventName[];
	const unknown = chosen.find((name) => !eventNames.includes(name));
	if (chosen.length > 0 && unknown === undefined) return new Set(chosen);
	return refuseInput(
		'event',
		chosen.length === 0 ? 'Events is empty' : `Events has the unknown value "${String(unknown)}"`,
		'Choose at least one event from the list.',
	);
}
