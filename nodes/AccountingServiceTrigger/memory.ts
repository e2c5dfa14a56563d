import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { ServiceError } from '../shared/client/errors';
import { readState, type TriggerState } from './state';
import { fingerprint } from './values';

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
	const [ownState, sharedState] = [readState(own[stateKey]), readState(shared.get())];
	// What lies under the name may be another node's.
	const found = [ownState?.nodeId === id ? ownState : undefined, sharedState]
		.filter((state) => state !== undefined)
		.sort((a, b) => b.revision - a.revision)
		.at(0);
	const isUnreadable = (stored: unknown) => stored !== undefined && readState(stored) === undefined;
	const unreadable = !found && (isUnreadable(shared.get()) || isUnreadable(own[stateKey]));
	return { state: found && (unsavedAfter(key, found) ?? found), unreadable };
}

/**
 * Replaces the state; the last thing that a poll does.
 * @param isQuiet whether nothing is handed on, so that n8n may not keep what is stored
 * @throws ServiceError rather than store what could not be read again
 */
export function remember(host: IPollFunctions, state: TriggerState, isQuiet: boolean): void {
	if (readState(state) === undefined) {
		throw new ServiceError('incomplete', 'What the trigger has to remember cannot be stored', {
			description: 'Please report this with the version of this package. Nothing was handed on.',
		});
	}
	const { own, shared, key } = places(host);
	const stored = isOfWorkflow(own) ? shared.get() : own[stateKey];
	noteUnsaved(key, readState(stored), isQuiet ? state : undefined);
	const plain = structuredClone(state) as unknown as IDataObject;
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
