import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { refuseInput } from '../shared/client/errors';
import { meets } from '../shared/documents/filters';
import { formOfTrigger } from '../shared/fields/form';
import { confirmFirstPage } from '../shared/lists/firstPage';
import { idOf } from '../shared/lists/ids';
import { whilePagesFit } from '../shared/lists/listing';
import { connect } from '../shared/n8n/connection';
import { toNodeError } from '../shared/n8n/failures';
import { advance, runOf, whyAfresh, type Outcome } from './advance';
import { comparePolls } from './compare';
import { canHappen, sampleEvent, type EventName } from './events';
import { triggerFields } from './fields';
import { keyOf, lockPoll, recall, remember, wasJustDelivered } from './memory';
import { OlderUnpaid } from './olderUnpaid';
import { Deadline, openSearch, type Search } from './search';
import { settingsOf, type TriggerSettings } from './settings';
import { unwatchedKnown, openReader, takeFirstSnapshot, takeSnapshot } from './snapshot';
import { fit, isNumericId, valuesOf, type TriggerState } from './state';

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

/** A user waits for the result. */
const longestSampleMs = 120_000;

/**
 * "Fetch Test Event": a test event for the newest document that fits the filters and the first event. It does not use the
 * state.
 * @throws ServiceError; also if there is no such document
 */
async function fetchSample(host: IPollFunctions): Promise<INodeExecutionData[][]> {
	const settings = settingsOf(formOfTrigger(host, triggerFields));
	const { criteria, events, shape, lookBack } = settings;
	const [event] = events;
	const deadline = new Deadline(longestSampleMs);
	const client = await connect(host, { timeoutMs: settings.timeoutMs, signal: deadline });
	const search = await openSearch(host, client, settings, deadline);
	const { newest } = await takeFirstSnapshot({ ...search, all: undefined }, lookBack);
	const found = newest.records.filter((candidate) => meets(candidate, criteria));
	const record = found.findLast((candidate) => canHappen(event, valuesOf(candidate)));
	if (record === undefined) return refuseSample(newest.records.length, found.length, event);
	const { eventId, changes } = sampleEvent(idOf(record), record, event);
	const json = { event, eventId, document: shape(record), changes };
	return [[{ json: json as unknown as IDataObject }]];
}

function refuseSample(all: number, found: number, event: EventName): never {
	const next = 'A published workflow does not need a test event.';
	if (found > 0) {
		const state = event === 'paid' ? 'paid' : 'processed';
		return refuseInput(
			'event',
			`None of the newest ${found} documents is ${state}`,
			`The test event requires a document that is ${state}. ${next}`,
		);
	}
	return refuseInput(
		'filters',
		all === 0
			? 'The service has no documents for a test event'
			: `None of the newest ${all} documents passes the Filters`,
		`Create a document in the service, or change the Filters. ${next}`,
	);
}

/** Maximum time of a poll. If it has more to read, it saves its progress and the next poll continues. */
const longestPollMs = 40_000;

/**
 * One poll. Returns the events since the last one as items, or null if there are none or another poll of this trigger
 * runs. It replaces the state at the end.
 * @throws ServiceError; the state is then unchanged
 */
async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const deadline = new Deadline(Math.min(pollBudgetMs(host), longestPollMs));
	const unlock = lockPoll(keyOf(host), 2 * deadline.ms);
	if (unlock === undefined) return null;
	try {
		return await pollAlone(host, deadline);
	} finally {
		unlock();
	}
}

async function pollAlone(
	host: IPollFunctions,
	deadline: Deadline,
): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(formOfTrigger(host, triggerFields));
	const { state, unreadable } = recall(host);
	if (!unreadable && wasJustDelivered(keyOf(host), state?.revision ?? 0)) return null;
	// After a timeout, there must be time for a retry.
	const timeoutMs = settings.timeoutMs ?? Math.ceil(deadline.ms / 2);
	const client = await connect(host, { timeoutMs, maxTries: 3, signal: deadline });
	const search = await openSearch(host, client, settings, deadline);
	const begun = beginning(host, search, state?.revision);
	const goesOn = state !== undefined || (settings.startsWithExisting && !unreadable);
	const work = goesOn
		? goOn(host, state, begun, search, settings, deadline)
		: begin(host, begun, search, settings, unreadable ? unreadableReason : undefined);
	return replace(host, state, await whilePagesFit(search.source, work), settings);
}

const unreadableReason = 'its stored state is not readable';

/** Starts with all existing documents as known, without events. @param reason why the state is discarded */
async function begin(
	host: IPollFunctions,
	begun: TriggerState,
	search: Search,
	settings: TriggerSettings,
	reason?: string,
): Promise<Outcome> {
	if (reason !== undefined) {
		host.logger.warn(`${host.getNode().name} starts again, with new documents only: ${reason}`);
	}
	const snapshot = await takeFirstSnapshot(search, settings.lookBack + unwatchedKnown);
	await confirmFirstPage(openReader(search.all ?? search.source));
	const run = runOf(snapshot);
	const { covers = '' } = run;
	const floor = isNumericId(covers) ? covers : '';
	const rules = { ...settings, events: new Set<never>(), room: 1, isFirst: true };
	const { state } = comparePolls({ ...begun, floor }, run, rules);
	return { state, deliveries: [], mustBeKept: reason !== undefined };
}

async function goOn(
	host: IPollFunctions,
	before: TriggerState | undefined,
	begun: TriggerState,
	search: Search,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<Outcome> {
	const snapshot = await takeSnapshot(search, before ?? begun, settings, deadline);
	// Before the time of the poll is used up for older documents: this is remembered, a poll without time is not.
	if (!before) await confirmFirstPage(openReader(search.all ?? search.source));
	const reason = before && (await whyAfresh(before, search, snapshot.newest));
	if (reason !== undefined) return await begin(host, begun, search, settings, reason);
	const { newest, ofAll = newest } = snapshot;
	const state = before ? resume(before, begun, newest.records.length > 0) : begun;
	// An empty response proves nothing.
	if (ofAll.records.length === 0) return { state, deliveries: [], mustBeKept: false };
	const outcome = await advance(state, search, snapshot, settings, deadline);
	if (settings.olderPages === 0) {
		return { ...outcome, state: { ...outcome.state, older: undefined } };
	}
	const room = settings.maxItems - outcome.deliveries.length;
	const older = new OlderUnpaid(outcome.state, settings, room);
	older.takeOver(state, outcome.passed);
	const isTime = outcome.state.waiting === 0 && room > 0 && !deadline.isNear;
	if (isTime) await older.goOn(search.source, newest, deadline);
	return {
		state: older.state,
		deliveries: [...outcome.deliveries, ...older.deliveries],
		mustBeKept: outcome.mustBeKept || older.matters,
	};
}

/** The state before the first document. */
function beginning(host: IPollFunctions, search: Search, revision = 0): TriggerState {
	return {
		version: 1,
		revision,
		began: Math.floor(Date.now() / 1000),
		nodeId: host.getNode().id,
		source: search.origin,
		search: search.conditions,
		mark: '',
		floor: '',
		waiting: 0,
		known: [],
	};
}

/** @param isCompared whether documents showed that a changed credential is still for the same organization */
function resume(
	state: TriggerState,
	{ nodeId, source: origin, search }: TriggerState,
	isCompared: boolean,
): TriggerState {
	const source = isCompared ? origin : state.source;
	if (state.search === search) return { ...state, nodeId, source };
	// Documents that the earlier filters excluded are not new.
	const known = state.known.map((entry) => (entry.length === 3 ? entry.slice(0, 2) : entry));
	const floor = state.mark;
	return { ...state, nodeId, source, search, floor, known: known as TriggerState['known'] };
}

/** Replaces the state, unless another poll has done so and delivered the events. */
function replace(
	host: IPollFunctions,
	before: TriggerState | undefined,
	{ state, deliveries, mustBeKept }: Outcome,
	{ shape }: TriggerSettings,
): INodeExecutionData[][] | null {
	const present = recall(host).state;
	if (present?.revision !== before?.revision) return null;
	const isQuiet = deliveries.length === 0 && !mustBeKept;
	const next = fit({ ...state, revision: before?.revision ?? 0 });
	if (JSON.stringify(next) !== JSON.stringify(before)) remember(host, next, isQuiet);
	if (isQuiet) return null;
	return [
		deliveries.map(({ record, event: { event, eventId, changes } }) => ({
			json: { event, eventId, document: shape(record), changes } as unknown as IDataObject,
		})),
	];
}

function pollBudgetMs(host: IPollFunctions): number {
	// n8n 2.38 and later abandon a poll that takes longer.
	const { getPollBudgetMs } = host as { getPollBudgetMs?: () => number };
	return getPollBudgetMs?.() ?? longestPollMs;
}
