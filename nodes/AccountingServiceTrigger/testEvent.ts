import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { refuseInput } from '../shared/client/errors';
import { meets } from '../shared/documents/filters';
import { idOf } from '../shared/lists/ids';
import { Deadline } from './deadline';
import { eventKinds, type EventName } from './eventKinds';
import { canHappen, sampleEvent } from './events';
import { outputItem } from './item';
import type { TriggerSettings } from './settings';
import { openSource, takeFirstSnapshot } from './source';
import { valuesOf } from './state';

/** A user waits for the result. */
const longestMs = 120_000;

/**
 * "Fetch Test Event": the newest document that fits Direction and Type, for the first chosen event that fits one of
 * them. It does not use the state.
 * @throws ServiceError; also if there is no such document
 */
export async function fetchTestEvent(
	host: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[][]> {
	const { criteria, events, shape, newestDocuments, timeoutMs } = settings;
	const deadline = new Deadline(longestMs);
	const { pages } = await openSource(host, settings.scope, { timeoutMs, signal: deadline });
	const { records } = await deadline.wait(takeFirstSnapshot(pages, newestDocuments));
	const found = records.filter((candidate) => meets(candidate, criteria));
	for (const event of events) {
		const record = found.findLast((candidate) => canHappen(event, valuesOf(candidate)));
		if (!record) continue;
		const sample = sampleEvent(idOf(record), record, event);
		return [[outputItem({ record, event: sample }, shape)]];
	}
	return refuseTest(records.length, found.length, events);
}

function refuseTest(read: number, found: number, events: Iterable<EventName>): never {
	const next = 'A published workflow does not need a test event.';
	const wanted = [...events]
		.flatMap((event) => eventKinds[event].requires?.inWords ?? [])
		.join(' or ');
	if (found > 0) {
		return refuseInput(
			'event',
			`No recent document with the Direction and Type of this form is ${wanted}`,
			`Choose another event, or create such a document in the service. ${next}`,
		);
	}
	return refuseInput(
		'direction',
		read === 0
			? 'The service has no documents for a test event'
			: `None of the newest ${read} documents has the Direction and Type of this form`,
		`Create such a document in the service, or change Direction or Type. ${next}`,
	);
}
