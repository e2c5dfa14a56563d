import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { formOfTrigger } from '../shared/fields/form';
import { confirmFirstPage } from '../shared/lists/firstPage';
import { mismatchError } from '../shared/lists/listing';
import { Mismatch } from '../shared/lists/mismatch';
import { connect } from '../shared/n8n/connection';
import { advance, runOf, type Outcome } from './advance';
import { comparePolls } from './compare';
import { triggerFields } from './fields';
import { keyOf, recall, remember } from './memory';
import { OlderUnpaid } from './olderUnpaid';
import { whyAfresh } from './organization';
import { lockPoll, nextRevision, noteHandedOn, wasJustHandedOn } from './pollLock';
import { Deadline, openSearch, type Search } from './search';
import { settingsOf, type TriggerSettings } from './settings';
import { margin, openReader, takeFirstSnapshot, takeSnapshot } from './snapshot';
import { fit, isNumericId, type TriggerState } from './state';

/** A poll that catches up stops here: the next poll comes soon, and what is read is safe by then. */
const longestPollMs = 40_000;

/**
 * One poll: what happened since the last one, as items; null if nothing did, or if another poll of
 * this trigger finds it. The state is replaced last, after everything was read.
 * @throws ServiceError; the state is then untouched
 */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
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
	if (!unreadable && wasJustHandedOn(keyOf(host), state?.revision ?? 0)) return null;
	// One request that is not answered must leave time for another one.
	const timeoutMs = settings.timeoutMs ?? Math.ceil(deadline.ms / 2);
	const client = await connect(host, { timeoutMs, maxTries: 3 });
	const search = await openSearch(host, client, settings, deadline);
	const { source, all = source } = search;
	const begun = beginning(host, search, state?.revision);
	const goesOn = state !== undefined || (settings.startsWithExisting && !unreadable);
	const work = goesOn
		? goOn(host, state, begun, search, settings, deadline)
		: begin(host, begun, search, settings, unreadable ? unreadableReason : undefined);
	const outcome = await work.catch((thrown: unknown) => {
		throw thrown instanceof Mismatch ? mismatchError(source, thrown.message) : thrown;
	});
	if (state === undefined) await confirmFirstPage(openReader(all));
	return replace(host, state, outcome, settings);
}

const unreadableReason = 'what it had stored could not be read';

/** What exists now counts as known: nothing of it is handed on. @param reason why it begins anew */
async function begin(
	host: IPollFunctions,
	begun: TriggerState,
	search: Search,
	settings: TriggerSettings,
	reason?: string,
): Promise<Outcome> {
	if (reason !== undefined) {
		host.logger.warn(`${host.getNode().name} starts afresh, with new documents only: ${reason}`);
	}
	const snapshot = await takeFirstSnapshot(search, settings.lookBack + margin);
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
	const reason = before && (await whyAfresh(before, search, snapshot.newest));
	if (reason !== undefined) return await begin(host, begun, search, settings, reason);
	const state = before ? resume(before, begun) : begun;
	const { newest, ofAll = newest } = snapshot;
	// After there were documents, an answer without any says nothing.
	if (ofAll.records.length === 0) return { state, deliveries: [], mustBeKept: false };
	const outcome = await advance(state, search, snapshot, settings, deadline);
	if (settings.olderPages === 0) {
		return { ...outcome, state: { ...outcome.state, older: undefined } };
	}
	const room = settings.maxItems - outcome.deliveries.length;
	const older = new OlderUnpaid(outcome.state, settings, room);
	older.takeOver(state);
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

function resume(state: TriggerState, { nodeId, source, search }: TriggerState): TriggerState {
	if (state.search === search) return { ...state, nodeId, source };
	// What another search left out is not new.
	const known = state.known.map((entry) => (entry.length === 3 ? entry.slice(0, 2) : entry));
	const floor = state.mark;
	return { ...state, nodeId, source, search, floor, known: known as TriggerState['known'] };
}

/** Replaces the state, unless another poll did so meanwhile: that one has handed on what this one found. */
function replace(
	host: IPollFunctions,
	before: TriggerState | undefined,
	{ state, deliveries, mustBeKept }: Outcome,
	{ shape }: TriggerSettings,
): INodeExecutionData[][] | null {
	const present = recall(host).state;
	if (present?.revision !== before?.revision) return null;
	const isQuiet = deliveries.length === 0 && !mustBeKept;
	const key = keyOf(host);
	const next = fit({ ...state, revision: before?.revision ?? 0 });
	const changed =
		before === undefined ||
		JSON.stringify({ ...next, revision: 0 }) !== JSON.stringify({ ...before, revision: 0 });
	if (changed) {
		next.revision = nextRevision(key, next.revision);
		remember(host, next, isQuiet);
	}
	if (isQuiet) return null;
	noteHandedOn(key, next.revision);
	return [
		deliveries.map(({ record, event: { event, eventId, changes } }) => ({
			json: { event, eventId, document: shape(record), changes } as unknown as IDataObject,
		})),
	];
}

function pollBudgetMs(host: IPollFunctions): number {
	// From n8n 2.38 on; a poll that takes longer is abandoned there.
	const { getPollBudgetMs } = host as { getPollBudgetMs?: () => number };
	return getPollBudgetMs?.() ?? longestPollMs;
}
