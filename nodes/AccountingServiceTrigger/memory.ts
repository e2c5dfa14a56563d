import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { fingerprint, readState, type TriggerState } from './state';

const stateKey = 'accountingServiceTrigger';

export interface Recalled {
	state?: TriggerState;
	/** Something was stored for this node, but nothing that can be read. */
	unreadable: boolean;
}

/**
 * The trigger's state in n8n's static data.
 *
 * n8n keeps what a node stores under the node's name, which another node may have had before or has
 * now. So the state is kept in the data of the whole workflow, under the node's id; n8n saves both at
 * the same moments.
 *
 * Where n8n has a durable cursor, which goes by the node's id, the state is kept there. The data of
 * the workflow bridges one gap only: n8n does not keep the cursor of the poll that publishing begins
 * with.
 */
export function recall(host: IPollFunctions): Recalled {
	const { own, shared, id, key } = places(host);
	const stored = [own[stateKey], shared.get()];
	const found = stored
		.map(readState)
		// What lies under the name may be another node's.
		.filter((state) => state?.nodeId === id)
		.sort((a, b) => (b?.revision ?? 0) - (a?.revision ?? 0))
		.at(0);
	const isUnreadable = (one: unknown) => one !== undefined && readState(one) === undefined;
	const unreadable = !found && stored.some(isUnreadable);
	return { state: found && (unsavedAfter(key, found) ?? found), unreadable };
}

/**
 * Replaces the state; the last thing that a poll does.
 * @param isQuiet whether nothing is handed on, so that n8n may not keep what is stored
 */
export function remember(host: IPollFunctions, state: TriggerState, isQuiet: boolean): void {
	const { own, shared, key } = places(host);
	const next = { ...state, revision: nextRevision(key, state.revision, isQuiet) };
	const stored = isOfWorkflow(own) ? shared.get() : own[stateKey];
	noteUnsaved(key, readState(stored), isQuiet ? next : undefined);
	const plain = structuredClone(next) as unknown as IDataObject;
	if (isOfWorkflow(own)) {
		shared.set(plain);
		return;
	}
	// A cursor that was read is kept for good, so the gap is bridged.
	if (own[stateKey] === undefined) shared.set(plain);
	else shared.remove();
	own[stateKey] = plain;
}

/** Tells this trigger from all others of this n8n. */
export function keyOf(host: IPollFunctions): string {
	return `${host.getWorkflow().id}:${host.getNode().id}`;
}

function places(host: IPollFunctions) {
	const { id } = host.getNode();
	const ofWorkflow = host.getWorkflowStaticData('global');
	const key = keyOf(host);
	const name = `${stateKey}:${id}`;
	return {
		id,
		key,
		own: host.getWorkflowStaticData('node'),
		shared: {
			get: () => ofWorkflow[name],
			set: (state: IDataObject) => (ofWorkflow[name] = state),
			remove: () => {
				if (ofWorkflow[name] !== undefined) delete ofWorkflow[name];
			},
		},
	};
}

/** Data of the workflow notes its changes, so that n8n knows when to save it; a durable cursor does not. */
function isOfWorkflow(data: IDataObject): boolean {
	return Object.getOwnPropertyDescriptor(data, '__dataChanged') !== undefined;
}

/** More triggers than these in one n8n go on from what n8n has saved. */
const maxUnsaved = 50;

const unsaved = new Map<string, { after: string; state: TriggerState }>();

/**
 * n8n's scheduler without durable cursors loads the state for each poll and saves it with items only.
 * What quiet polls have come to know is therefore noted here: for this process, and only as the
 * continuation of just the state that n8n has saved.
 * @param next undefined for a poll that hands on something, whose state n8n saves itself
 */
function noteUnsaved(key: string, saved?: TriggerState, next?: TriggerState): void {
	unsaved.delete(key);
	if (saved === undefined || next === undefined) return;
	unsaved.set(key, { after: print(saved), state: next });
	const [oldest] = unsaved.keys();
	if (unsaved.size > maxUnsaved && oldest !== undefined) unsaved.delete(oldest);
}

/** What quiet polls made of a state; undefined when there were none since it was saved. */
function unsavedAfter(key: string, saved: TriggerState): TriggerState | undefined {
	const note = unsaved.get(key);
	return note?.after === print(saved) ? note.state : undefined;
}

function print(state: TriggerState): string {
	return fingerprint(JSON.stringify(state));
}

/** After this n8n has saved what was handed on, or has failed to: then the saved state is right. */
const savingTakesMs = 60_000;

/**
 * Keeps polls of one trigger from handing on the same events twice.
 *
 * After a start, n8n's scheduler makes up for what it missed all at once, so that several polls of one
 * trigger run side by side, each with a copy of the same saved state; and it saves what a poll has come
 * to know only after the poll has ended, when the next one may have been given the older state already
 * (seen in n8n 2.40). So in one process a trigger polls once at a time, and a poll that was given a
 * state whose events were just handed on does nothing: nothing is lost by that, since the next
 * poll finds what this one would have found.
 */
interface Lock {
	/** Moment on the clock of the process at which a poll under way counts as ended, whatever became of it. */
	until?: number;
	/** The highest revision that a state of this trigger was given in this process. */
	latest: number;
	/** The state with which events were last handed on, and when. */
	handedOn?: { revision: number; at: number };
}

const locks = new Map<string, Lock>();

/**
 * Begins a poll.
 * @param key the trigger among all of this n8n
 * @param longestMs after this the poll no longer keeps others from polling
 * @returns what ends the poll; undefined while another poll of this trigger runs
 */
export function lockPoll(key: string, longestMs: number): (() => void) | undefined {
	const before = locks.get(key);
	const now = performance.now();
	if (before?.until !== undefined && now < before.until) return undefined;
	const lock: Lock = { latest: 0, ...before, until: now + longestMs };
	locks.set(key, lock);
	return () => delete lock.until;
}

/**
 * @param before revision of the state that a poll began with; 0 if there was none
 * @param isQuiet whether nothing is handed on together with the state
 * @returns the revision of the state after it: above all that there were, also where the poll was given
 * an older state than other polls, so that what it hands on is not handed on again with a newer one
 */
function nextRevision(key: string, before: number, isQuiet: boolean): number {
	const lock = locks.get(key);
	const revision = Math.max(before, lock?.latest ?? 0) + 1;
	if (lock) {
		lock.latest = revision;
		if (!isQuiet) lock.handedOn = { revision, at: performance.now() };
	}
	return revision;
}

/** Whether events were handed on after this state, so lately that n8n may not have saved that yet. */
export function wasJustHandedOn(key: string, revision: number): boolean {
	const handedOn = locks.get(key)?.handedOn;
	if (handedOn === undefined || revision >= handedOn.revision) return false;
	return performance.now() - handedOn.at < savingTakesMs;
}
