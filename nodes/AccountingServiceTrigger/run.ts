import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { refuseInput } from '../shared/client/errors';
import { meets } from '../shared/documents/filters';
import { formOfTrigger } from '../shared/fields/form';
import { idOf } from '../shared/lists/ids';
import { connect } from '../shared/n8n/connection';
import { toNodeError } from '../shared/n8n/failures';
import { canHappen, sampleEvent, type EventName } from './events';
import { triggerFields } from './fields';
import { poll } from './poll';
import { Deadline, openSearch } from './search';
import { settingsOf } from './settings';
import { takeFirstSnapshot } from './snapshot';
import { valuesOf } from './values';

/**
 * What n8n asks of the trigger: a poll, or an example for the person who builds the workflow.
 * @throws NodeApiError or NodeOperationError
 */
export async function run(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return host.getMode() === 'manual' ? await fetchSample(host) : await poll(host);
	} catch (failure) {
		throw toNodeError(host.getNode(), failure);
	}
}

/** A person waits for it. */
const longestSampleMs = 120_000;

/**
 * "Fetch Test Event": the newest document that meets the filters and that the first event can happen to, as its
 * event would look. Reads no state and changes none.
 * @throws ServiceError, also if there is no such document
 */
async function fetchSample(host: IPollFunctions): Promise<INodeExecutionData[][]> {
	const settings = settingsOf(formOfTrigger(host, triggerFields));
	const { criteria, events, shape, lookBack } = settings;
	const [event] = events;
	const client = await connect(host, { timeoutMs: settings.timeoutMs });
	const search = await openSearch(host, client, settings, new Deadline(longestSampleMs));
	const { newest } = await takeFirstSnapshot({ ...search, all: undefined }, lookBack);
	const found = newest.records.filter((candidate) => meets(candidate, criteria));
	const record = found.findLast((candidate) => canHappen(event, valuesOf(candidate)));
	if (record === undefined) return refuseSample(newest.records.length, found.length, event);
	const { eventId, changes } = sampleEvent(idOf(record), record, event);
	const json = { event, eventId, document: shape(record), changes };
	return [[{ json: json as unknown as IDataObject }]];
}

function refuseSample(all: number, found: number, event: EventName): never {
	const next = 'A published workflow works without one and waits.';
	if (found > 0) {
		const state = event === 'paid' ? 'paid' : 'processed';
		return refuseInput(
			'event',
			`None of the newest ${found} documents is ${state}`,
			`The test event needs a document that is ${state}. ${next}`,
		);
	}
	return refuseInput(
		'filters',
		all === 0
			? 'There is no document to test with'
			: `None of the newest ${all} documents meets the filters`,
		`Create a document in the service, or change the filters. ${next}`,
	);
}
