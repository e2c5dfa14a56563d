import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { formOfTrigger } from '../shared/fields/form';
import { confirmFirstPage } from '../shared/lists/firstPage';
import { whilePagesFit, type PageSource } from '../shared/lists/listing';
import { connect } from '../shared/n8n/connection';
import { toNodeError } from '../shared/n8n/failures';
import { credentialName } from '../shared/n8n/sender';
import { findEvents, type Outcome } from './catchUp';
import { comparePolls } from './compare';
import { Deadline } from './deadline';
import { triggerFields } from './fields';
import { keyOf, lockPoll, recall, remember, wasJustDelivered } from './memory';
import { OlderUnpaid } from './olderUnpaid';
import { isSameOrganization } from './sameOrganization';
import { settingsOf, type TriggerSettings } from './settings';
import { openReader, openSource, takeFirstSnapshot, takeSnapshot, unwatchedKnown } from './source';
import { fingerprint, type TriggerState } from './state';
import { fetchTestEvent } from './testEvent';

/**
 * Runs a poll, or fetches an example for the person who builds the workflow.
 * @throws NodeApiError or NodeOperationError
 */
export async function run(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = settingsOf(formOfTrigger(host, triggerFields));
		const isTest = host.getMode() === 'manual';
		return isTest ? await fetchTestEvent(host, settings) : await poll(host, settings);
	} catch (failure) {
		throw toNodeError(host.getNode(), failure);
	}
}

/** Maximum time of a poll. If it has more to read, it saves its progress and the next poll continues. */
const longestPollMs = 40_000;

/**
 * One poll. Returns the events since the last one as items, or null if there are none or another poll of this trigger
 * runs. It replaces the state at the end.
 * @throws ServiceError; the state is then unchanged
 */
async function poll(
	host: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[][] | null> {
	const deadline = new Deadline(Math.min(longestOf(host), longestPollMs));
	const unlock = lockPoll(keyOf(host), 2 * deadline.ms);
	if (unlock === undefined) return null;
	try {
		return await pollAlone(host, settings, deadline);
	} finally {
		unlock();
	}
}

async function pollAlone(
	host: IPollFunctions,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<INodeExecutionData[][] | null> {
	const { state, unreadable } = recall(host);
	if (!unreadable && wasJustDelivered(keyOf(host), state?.revision ?? 0)) return null;
	// After a timeout, there must be time for a retry.
	const timeoutMs = settings.timeoutMs ?? Math.ceil(deadline.ms / 2);
	const client = await connect(host, { timeoutMs, maxTries: 3, signal: deadline });
	const { appId } = await host.getCredentials(credentialName);
	const origin = fingerprint(JSON.stringify([client.connection.baseUrl, appId]));
	const source = openSource(client, settings.scope, deadline);
	const initial = initialState(host, origin, state?.revision);
	const isFirst = state === undefined && (!settings.startsWithExisting || unreadable);
	const work = isFirst
		? firstPoll(host, initial, source, settings, unreadable ? unreadableReason : undefined)
		: nextPoll(host, state, initial, source, settings, deadline);
	return replaceState(host, state, await whilePagesFit(source, work), settings);
}

const unreadableReason = 'its stored state is not readable';

const otherOrganization = 'the credential is now for another service or organization';

/** Starts with all existing documents as known, without events. @param reason why the state is discarded */
async function firstPoll(
	host: IPollFunctions,
	initial: TriggerState,
	source: PageSource,
	settings: TriggerSettings,
	reason?: string,
): Promise<Outcome> {
	if (reason !== undefined) {
		host.logger.warn(`${host.getNode().name} starts again, with new documents only: ${reason}`);
	}
	const snapshot = await takeFirstSnapshot(source, settings.lookBack + unwatchedKnown);
	await confirmFirstPage(openReader(source));
	const rules = { ...settings, events: new Set<never>(), room: 1 };
	const { state } = comparePolls({ ...initial, floor: snapshot.covers }, snapshot, rules);
	return { state, deliveries: [], mustSave: reason !== undefined };
}

async function nextPoll(
	host: IPollFunctions,
	before: TriggerState | undefined,
	initial: TriggerState,
	source: PageSource,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<Outcome> {
	const snapshot = await takeSnapshot(source, before ?? initial, settings, deadline);
	// Before the time of the poll is used up for older documents: this is remembered, a poll without time is not.
	if (!before) await confirmFirstPage(openReader(source));
	// An empty response proves nothing.
	if (snapshot.records.length === 0) {
		return { state: before ?? initial, deliveries: [], mustSave: false };
	}
	if (before && before.source !== initial.source) {
		const isSame = await isSameOrganization(before, source, snapshot);
		if (!isSame) return await firstPoll(host, initial, source, settings, otherOrganization);
	}
	const { nodeId, source: origin } = initial;
	const state = { ...(before ?? initial), nodeId, source: origin };
	const outcome = await findEvents(state, source, snapshot, settings, deadline);
	if (settings.olderPages === 0) {
		return { ...outcome, state: { ...outcome.state, older: undefined } };
	}
	const room = settings.maxItems - outcome.deliveries.length;
	const older = new OlderUnpaid(outcome.state, settings, room);
	older.takeOver(state, outcome.passed);
	const isTime = outcome.state.waiting === 0 && room > 0 && !deadline.isNear;
	if (isTime) await older.goOn(source, snapshot, deadline);
	return {
		state: older.state,
		deliveries: [...outcome.deliveries, ...older.deliveries],
		mustSave: outcome.mustSave || older.mustSave,
	};
}

/** The state before the first document. */
function initialState(host: IPollFunctions, origin: string, revision = 0): TriggerState {
	return {
		version: 1,
		revision,
		began: Math.floor(Date.now() / 1000),
		nodeId: host.getNode().id,
		source: origin,
		mark: '',
		floor: '',
		waiting: 0,
		known: [],
	};
}

/** Replaces the state, unless another poll has done so and delivered the events. */
function replaceState(
	host: IPollFunctions,
	before: TriggerState | undefined,
	{ state, deliveries, mustSave }: Outcome,
	{ shape }: TriggerSettings,
): INodeExecutionData[][] | null {
	const present = recall(host).state;
	if (present?.revision !== before?.revision) return null;
	const hasItems = deliveries.length > 0 || mustSave;
	const next = { ...state, revision: before?.revision ?? 0 };
	if (JSON.stringify(next) !== JSON.stringify(before)) remember(host, next, hasItems);
	if (!hasItems) return null;
	return [
		deliveries.map(({ record, event: { event, eventId, changes } }) => ({
			json: { event, eventId, document: shape(record), changes } as unknown as IDataObject,
		})),
	];
}

/** n8n 2.38 and later abandon a poll that takes longer. */
function longestOf(host: IPollFunctions): number {
	const { getPollBudgetMs } = host as { getPollBudgetMs?: () => number };
	return getPollBudgetMs?.() ?? longestPollMs;
}
