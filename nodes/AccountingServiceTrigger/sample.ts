import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { formOfTrigger } from '../shared/fields/form';
import { triggerFields } from './fields';
import { connect } from '../shared/n8n/connection';
import { meets } from '../AccountingService/resources/accountingDocument/filters';
import { refuseInput } from '../shared/client/errors';
import { idOf } from '../shared/lists/ids';
import { Budget } from './budget';
import { sampleEvent } from './events';
import { readNewest } from './newest';
import { openSearch } from './search';
import { settingsOf } from './settings';

/** A person waits for it. */
const longestMs = 120_000;

/**
 * "Fetch Test Event": the newest document that the filters let through, as its event would look.
 * Reads no state and changes none.
 * @throws ServiceError, also when there is no such document
 */
export async function fetchSample(host: IPollFunctions): Promise<INodeExecutionData[][]> {
	const settings = settingsOf(formOfTrigger(host, triggerFields));
	const { criteria, events, shape, lookBack } = settings;
	const client = await connect(host, { timeoutMs: settings.timeoutMs });
	const { pages } = await openSearch(host, client, settings, new Budget(longestMs));
	const { records } = await readNewest(pages, { count: lookBack });
	const record = records.find((candidate) => meets(candidate, criteria));
	if (record === undefined) {
		return refuseInput(
			'filters',
			records.length === 0
				? 'There is no document to test with'
				: `None of the newest ${records.length} documents meets the filters`,
			'Create a document in the service, or change the filters. A published workflow works without one and waits.',
		);
	}
	const [event] = events;
	const { eventId, changes } = sampleEvent(idOf(record), record, event);
	const json = { event, eventId, document: shape(record), changes };
	return [[{ json: json as unknown as IDataObject }]];
}
