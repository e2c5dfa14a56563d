import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readState, shortFingerprint, type TriggerState } from './state';

const stateKey = 'accountingServiceTrigger';

/**
 * What the trigger remembers ({@link TriggerState}) is in n8n's static data.
 *
 * n8n stores the data of a node under its name, which another node may have had before. So this stores the state in the
 * data of the workflow, under the node's ID. n8n saves both at the same time.
 *
 * If n8n has a durable cursor, which uses the node's ID, the state is stored there. The data of the workflow then only
 * helps once: n8n does not save the cursor of the first poll after publishing.
 */
export function recall(host: IPollFunctions): Recalled {
	const { own, shared, id, key } = places(host);
	const stored = [own[stateKey], shared.get()];
	const found = stored
		.map(readState)
		// The data under the name may be from another node.
		.filter((state) => state?.nodeId === id)
		.sort((a, b) => (b?.revision ?? 0) - (a?.revision ?? 0))
		.at(0);
	const isUnreadable = (one: unknown) => one !== undefined && readState(one) === undefined;
	const unreadable = !found && stored.some(isUnreadable);
	if (!found) return { unreadable, isBehind: false };
	const saved = savedDelivery(key);
	const isBehind = saved !== undefined && saved.revision > found.revision;
	return { state: withUnsaved(key, isBehind ? saved : found), unreadable, isBehind };
}

interface Recalled {
	state?: TriggerState;
	/** The stored state of this node is not readable. */
	unreadable: boolean;
	/** This process has delivered a later state than n8n gives, and n8n has saved it. */
	isBehind: boolean;
}

/**
 * Replaces the state at the end of a poll.
 * @param hasItems whether the poll returns items; if not, n8n may not save the state
 */
export function remember(host: IPollFunctions, state: TriggerState, hasItems: boolean): void {
	const { own, shared, key } = places(host);
	const next = { ...state, revision: nextRevision(key, state.revision) };
	if (hasItems) noteDelivery(host, next);
	const stored = isOfWorkflow(own) ? shared.get() : own[stateKey];
	keepUnsaved(key, readState(stored), hasItems ? undefined : next);
	const plain = structuredClone(next) as unknown as IDataObject;
	if (isOfWorkflow(own)) {
		shared.set(plain);
		return;
	}
	// A durable cursor that was read is saved from then on, so the workflow data is no longer necessary.
	if (own[stateKey] === undefined) shared.set(plain);
	else shared.remove();
	own[stateKey] = plain;
}

function places(host: IPollFunctions) {
	const { id } = host.getNode();
	const own = host.getWorkflowStaticData('node');
	const ofWorkflow = host.getWorkflowStaticData('global');
	/** Identifies this trigger in this n8n. */
	const key = `${host.getWorkflow().id}:${id}`;
	const name = `${stateKey}:${id}`;
	return {
		id,
		key,
		own,
		shared: {
			get: () => ofWorkflow[name],
			set: (state: IDataObject) => (ofWorkflow[name] = state),
			remove: () => {
				if (ofWorkflow[name] !== undefined) delete ofWorkflow[name];
			},
		},
	};
}

/** Workflow data tracks its changes, so that n8n knows when to save it. A durable cursor does not. */
function isOfWorkflow(data: IDataObject): boolean {
	return Object.getOwnPropertyDescriptor(data, '__dataChanged') !== undefined;
}

/** Maximum number of triggers with unsaved state. Others continue from the state that n8n has saved. */
const maxUnsaved = 50;

const unsavedStates = new Map<string, { after: string; state: TriggerState }>();

/**
 * Without durable cursors, n8n's scheduler loads the state for each poll and saves it only with items. So this keeps the
 * state of polls without items in memory, as the continuation of the saved state.
 * @param next undefined for a poll with items, whose state n8n saves
 */
function keepUnsaved(key: string, saved?: TriggerState, next?: TriggerState): void {
	unsavedStates.delete(key);
	if (saved === undefined || next === undefined) return;
	unsavedStates.set(key, { after: print(saved), state: next });
	const [oldest] = unsavedStates.keys();
	if (unsavedStates.size > maxUnsaved && oldest !== undefined) unsavedStates.delete(oldest);
}

/** The state after polls without items that followed the saved one in this process. */
function withUnsaved(key: string, saved: TriggerState): TriggerState {
	const note = unsavedStates.get(key);
	return note?.after === print(saved) ? note.state : saved;
}

function print(state: TriggerState): string {
	return shortFingerprint(state);
}

/** After this time, n8n has saved the items of a poll or failed to, so the saved state is correct. */
const savingTakesMs = 60_000;

/**
 * Prevents polls of one trigger from delivering the same events twice, or never.
 *
 * After a start, n8n's scheduler runs all missed polls of a trigger at once, each with a copy of the same saved state. It
 * saves the state only after a poll has ended, so the next one may already have the older state (seen in n8n 2.40). So a
 * trigger runs one poll at a time in a process.
 *
 * If n8n publishes a workflow again before it has saved the state of a delivery, its timers in memory keep the older
 * state until the next start, and would deliver the events again (seen in n8n 2.41). So a poll goes on from a delivery
 * of this process that n8n has saved. While n8n has not saved it, a poll does nothing. After a minute, it goes on from
 * the state that it has: n8n 2.41 discards what a poll returns if the workflow was published again while it ran.
 */
interface PollLock {
	/** Time of the process clock at which a running poll counts as ended. */
	until?: number;
	/** The highest revision of this trigger in this process. */
	latest: number;
	/** The last state with delivered events. */
	delivered?: DeliveredState;
}

interface DeliveredState {
	state: TriggerState;
	/** Time of the process clock. */
	at: number;
	/** The data of the workflow, until n8n has saved them; undefined for a durable cursor, or if they cannot tell. */
	unsaved?: { __dataChanged?: boolean };
	isSaved: boolean;
	/** Until n8n gives a poll this state or a later one, or has not saved it for a minute. */
	isNeeded: boolean;
}

/** By trigger, the one whose poll started first at the beginning. */
const pollLocks = new Map<string, PollLock>();

const isOver = ({ until = 0, delivered }: PollLock, now: number) =>
	now - Math.max(until, delivered?.at ?? 0) >= savingTakesMs;

/** Forgets polls that have ended, except for the newest deliveries that the next poll of their trigger needs. */
function forgetPolls(now: number): void {
	const over = [...pollLocks].filter(([, lock]) => isOver(lock, now));
	const kept = new Set(over.filter(([, lock]) => lock.delivered?.isNeeded).slice(-maxUnsaved));
	for (const one of over) if (!kept.has(one)) pollLocks.delete(one[0]);
}

/**
 * Starts a poll.
 * @param longestMs time after which the poll no longer locks out others
 * @returns ends the poll; undefined while another poll of this trigger runs
 */
export function lockPoll(host: IPollFunctions, longestMs: number): (() => void) | undefined {
	const { key } = places(host);
	const before = pollLocks.get(key);
	const now = performance.now();
	if (before?.until !== undefined && now < before.until) return undefined;
	const lock: PollLock = { latest: 0, ...before, until: now + longestMs };
	pollLocks.delete(key);
	forgetPolls(now);
	pollLocks.set(key, lock);
	return () => delete lock.until;
}

/**
 * @param before the revision at the start of the poll; 0 without a state
 * @returns the next revision. It is above all earlier ones, even if the poll started from an older state, so that a poll
 * with a newer state does not deliver its events again
 */
function nextRevision(key: string, before: number): number {
	const lock = pollLocks.get(key);
	const revision = Math.max(before, lock?.latest ?? 0) + 1;
	if (lock) lock.latest = revision;
	return revision;
}

function noteDelivery(host: IPollFunctions, state: TriggerState): void {
	const { own, key } = places(host);
	const lock = pollLocks.get(key);
	if (!lock) return;
	const data = isOfWorkflow(own) ? workflowData(host) : undefined;
	// While n8n still saves an earlier delivery of the workflow, the mark is about that one.
	const isSaving = [...pollLocks.values()].some(({ delivered: other }) => other?.unsaved === data);
	const unsaved = data?.__dataChanged === true && isSaving ? undefined : data;
	const at = performance.now();
	lock.delivered = { state, at, unsaved, isSaved: false, isNeeded: true };
}

/** All data of the workflow, which n8n marks as changed until it has saved them. Not part of n8n's published interface. */
function workflowData(host: IPollFunctions): DeliveredState['unsaved'] {
	const { workflow } = host as { workflow?: { staticData?: DeliveredState['unsaved'] } };
	return workflow?.staticData;
}

/** The last state with delivered events, if n8n has saved it. The caller must not change it. */
function savedDelivery(key: string): TriggerState | undefined {
	const delivered = pollLocks.get(key)?.delivered;
	if (delivered?.unsaved?.__dataChanged === false) {
		delivered.isSaved = true;
		delivered.unsaved = undefined;
	}
	return delivered?.isSaved ? delivered.state : undefined;
}

/**
 * Leaves a poll to the one that has just delivered the events after its state, which n8n may not have saved yet.
 * @param recalled the state at the start of the poll
 * @returns whether the poll does nothing
 */
export function followDelivery(host: IPollFunctions, { state, isBehind }: Recalled): boolean {
	const delivered = pollLocks.get(places(host).key)?.delivered;
	if (delivered === undefined) return false;
	const isBefore = (state?.revision ?? 0) < delivered.state.revision;
	if (isBefore && performance.now() - delivered.at < savingTakesMs) return true;
	delivered.isNeeded = isBehind;
	return false;
}
