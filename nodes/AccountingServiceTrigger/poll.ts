import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { formOfTrigger } from '../shared/fields/forms';
import { confirmFirstPage } from '../shared/lists/firstPage';
import { whilePagesFit, type PageSource } from '../shared/lists/listing';
import { toNodeError } from '../shared/n8n/failures';
import { findEvents, type CatchUpResult } from './catchUp';
import { comparePolls } from './compare';
import { Deadline } from './deadline';
import { triggerFields } from './formFields';
import { outputItem } from './item';
import { followDelivery, lockPoll, recall, remember } from './memory';
import { OlderUnpaid } from './olderUnpaid';
import { isSameOrganization } from './sameOrganization';
import { settingsOf, type TriggerSettings } from './settings';
import { openReader, openSource, takeFirstSnapshot, takeSnapshot, unwatchedKnown } from './source';
import type { TriggerState } from './state';
import { fetchTestEvent } from './testEvent';

/**
 * Runs a poll, or fetches an example for the person who builds the workflow.
 * @throws NodeApiError or NodeOperationError
 */
export async function runTrigger(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = settingsOf(formOfTrigger(host, triggerFields));
		const isTest = host.getMode() === 'manual';
		return isTest ? await fetchTestEvent(host, settings) : await poll(host, settings);
	} catch (failure) {
		throw toNodeError(host.getNode(), failure);
	}
}

/** Maximum time of a poll. If it has more to read, it saves its progress and the next poll continues. */
export const longestPollMs = 40_000;

/** The next poll tries again. */
const triesPerRequest = 3;

/** After 429, a poll has no time for the usual minute. */
const maxDelayMs = 4_000;

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
	const unlock = lockPoll(host, 2 * deadline.ms);
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
	const recalled = recall(host);
	const { state, unreadable } = recalled;
	if (!unreadable && followDelivery(host, recalled)) return null;
	// After a timeout, there must be time for a retry.
	const timeoutMs = settings.timeoutMs ?? Math.ceil(deadline.ms / 2);
	const limits = { timeoutMs, maxTries: triesPerRequest, maxDelayMs, signal: deadline };
	const { pages, organization } = await openSource(host, settings.scope, limits);
	const initial = initialState(host, organization, state?.revision);
	const isFirst = state === undefined && (!settings.startsWithExisting || unreadable);
	const work = async () => {
		const next = isFirst
			? undefined
			: await nextPoll(state ?? initial, initial, pages, settings, deadline);
		if (next) return next;
		const reason = unreadable ? unreadableReason : state && otherOrganization;
		if (reason !== undefined) {
			const { name } = host.getNode();
			host.logger.warn(`${name} starts again, with new documents only: ${reason}`);
		}
		return { ...(await firstPoll(initial, pages, settings)), mustSave: reason !== undefined };
	};
	const outcome = await whilePagesFit(pages, deadline.wait(work()));
	return replaceState(host, state, outcome, settings);
}

const unreadableReason = 'its stored state is not readable';

const otherOrganization = 'the credential is now for another service or organization';

/** Starts with all existing documents as known, without events. */
async function firstPoll(
	initial: TriggerState,
	pages: PageSource,
	settings: TriggerSettings,
): Promise<CatchUpResult> {
	const snapshot = await takeFirstSnapshot(pages, settings.newestDocuments + unwatchedKnown);
	await confirmFirstPage(openReader(pages));
	const rules = { ...settings, events: new Set<never>(), room: 1 };
	const { state } = comparePolls(
		{ ...initial, oldestKnownId: snapshot.coveredFrom },
		snapshot,
		rules,
	);
	return { state, deliveries: [], mustSave: false };
}

/** @returns undefined if the state is of another organization */
async function nextPoll(
	before: TriggerState,
	initial: TriggerState,
	pages: PageSource,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<CatchUpResult | undefined> {
	const snapshot = await takeSnapshot(pages, before, settings, deadline);
	// Before the time of the poll is used up for older documents: this is remembered, a poll without time is not.
	if (before === initial) await confirmFirstPage(openReader(pages));
	// An empty response proves nothing.
	if (snapshot.records.length === 0) return { state: before, deliveries: [], mustSave: false };
	const isSame =
		before.organization === initial.organization ||
		(await isSameOrganization(before, pages, snapshot));
	if (!isSame) return undefined;
	const state = { ...before, organization: initial.organization };
	const outcome = await findEvents(state, pages, snapshot, settings, deadline);
	if (!settings.watchesUnpaid) {
		return { ...outcome, state: { ...outcome.state, older: undefined } };
	}
	const room = settings.maxItems - outcome.deliveries.length;
	const older = new OlderUnpaid(outcome.state, settings, room);
	older.takeOver(state, outcome.passed);
	const isTime = outcome.state.waiting === 0 && room > 0 && !deadline.isNear;
	if (isTime) await older.goOn(pages, snapshot, deadline);
	return {
		state: older.state,
		deliveries: [...outcome.deliveries, ...older.deliveries],
		mustSave: outcome.mustSave || older.mustSave,
	};
}

/** The state before the first document. */
function initialState(host: IPollFunctions, organization: string, revision = 0): TriggerState {
	return {
		version: 1,
		revision,
		began: Math.floor(Date.now() / 1000),
		nodeId: host.getNode().id,
		organization,
		newestKnownId: '',
		oldestKnownId: '',
		waiting: 0,
		known: [],
	};
}

/** Replaces the state, unless another poll has done so and delivered the events. */
function replaceState(
	host: IPollFunctions,
	before: TriggerState | undefined,
	{ state, deliveries, mustSave }: CatchUpResult,
	{ shape }: TriggerSettings,
): INodeExecutionData[][] | null {
	const { state: present, isBehind } = recall(host);
	if (present?.revision !== before?.revision) return null;
	const hasItems = deliveries.length > 0 || mustSave;
	const next = { ...state, revision: before?.revision ?? 0 };
	const isStored = !isBehind && JSON.stringify(next) === JSON.stringify(before);
	if (!isStored) remember(host, next, hasItems);
	if (!hasItems) return null;
	return [deliveries.map((delivery) => outputItem(delivery, shape))];
}

/** n8n 2.38 and later abandon a poll that takes longer. */
function longestOf(host: IPollFunctions): number {
	const { getPollBudgetMs } = host as { getPollBudgetMs?: () => number };
	return getPollBudgetMs?.() ?? longestPollMs;
}
