import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readState, type TriggerState } from './state';

const stateKey = 'accountingServiceTrigger';

export interface Recalled {
	state?: TriggerState;
	/** Something was stored, but not by this version of the trigger. */
	unreadable: boolean;
}

/**
 * The trigger's state in n8n's static data.
 *
 * n8n keeps what a node stores under the node's name, so a renamed node finds nothing. Beside it lies
 * a copy under the node's id, in the data of the whole workflow, which n8n saves at the same moments.
 *
 * Where n8n has a durable cursor, which goes by the node's id, the copy would not be saved together
 * with the cursor. There it bridges one gap only: the cursor of the poll that publishing begins with
 * is not kept, while the data of the workflow is.
 */
export function recall(host: IPollFunctions): Recalled {
	const { id, name } = host.getNode();
	const own = host.getWorkflowStaticData('node')[stateKey];
	const copy = host.getWorkflowStaticData('global')[`${stateKey}:${id}`];
	const [ownState, copyState] = [readState(own), readState(copy)];
	if (own === undefined) {
		return { state: copyState, unreadable: copy !== undefined && copyState === undefined };
	}
	if (ownState === undefined) return { unreadable: true };
	// After a renaming and back, the data under the first name is the older.
	const wasRenamed = copyState !== undefined && copyState.nodeName !== name;
	const isNewer = wasRenamed && copyState.revision > ownState.revision;
	return { state: isNewer ? copyState : ownState, unreadable: false };
}

/** Replaces the state; the last thing that a poll does. */
export function remember(host: IPollFunctions, state: TriggerState): void {
	const own = host.getWorkflowStaticData('node');
	const ofWorkflow = host.getWorkflowStaticData('global');
	const copyKey = `${stateKey}:${host.getNode().id}`;
	const isFirst = own[stateKey] === undefined && ofWorkflow[copyKey] === undefined;
	if (isWorkflowData(own) || isFirst) {
		ofWorkflow[copyKey] = structuredClone(state) as unknown as IDataObject;
	} else if (own[stateKey] !== undefined && ofWorkflow[copyKey] !== undefined) {
		// A cursor that was read is kept for good, so the gap is bridged.
		delete ofWorkflow[copyKey];
	}
	own[stateKey] = state as unknown as IDataObject;
}

/** Data of the workflow notes its changes, so that n8n knows when to save it; a durable cursor does not. */
function isWorkflowData(data: IDataObject): boolean {
	return Object.getOwnPropertyDescriptor(data, '__dataChanged') !== undefined;
}
