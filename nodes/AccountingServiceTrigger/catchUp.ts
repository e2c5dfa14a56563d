import type { ServiceRecord } from '../shared/client/envelope';
import { idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import { Mismatch } from '../shared/lists/mismatch';
import { comparePolls, type Delivery } from './compare';
import type { Deadline } from './deadline';
import type { TriggerSettings } from './settings';
import {
	countOf,
	furthestOf,
	openReader,
	readUpFrom,
	takeSnapshot,
	type PollSnapshot,
} from './source';
import { isAbove, type TriggerState } from './state';

/** The result of a poll. */
export interface CatchUpResult {
	state: TriggerState;
	deliveries: Delivery[];
	/** Documents that were read on the way from the newest known one to the head. The state may no longer have their values. */
	passed?: ServiceRecord[];
	/** Whether n8n should save the state even if the poll returns no items. */
	mustSave: boolean;
}

/** Finds new and changed documents, within the limits of items and time. */
export async function findEvents(
	state: TriggerState,
	source: PageSource,
	snapshot: PollSnapshot,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<CatchUpResult> {
	const isReached =
		snapshot.coveredFrom === '' ||
		snapshot.records.some((record) => !isAbove(idOf(record), state.newestKnownId));
	if (!isReached) {
		const outcome = await catchUp(state, source, snapshot, settings, deadline);
		if (outcome) return outcome;
	}
	// If no position can be located in the list, read on until the newest known document.
	const run = isReached ? snapshot : await takeSnapshot(source, state, settings);
	const compared = comparePolls(state, run, { ...settings, room: settings.maxItems });
	const { remaining: waiting, deliveries, mustSave } = compared;
	return { state: { ...compared.state, waiting }, deliveries, mustSave };
}

/**
 * Reads from the newest known document towards the newest document, within the limits of items and time.
 * @returns undefined if no position can be located in the list
 */
async function catchUp(
	state: TriggerState,
	source: PageSource,
	snapshot: PollSnapshot,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<CatchUpResult | undefined> {
	const deliveries: Delivery[] = [];
	const passed: ServiceRecord[] = [];
	let present = state;
	const guess =
		state.waiting || (state.newestKnownId === '' ? countOf(snapshot) : snapshot.records.length);
	const reader = openReader(source);
	const read = async () => {
		for await (const step of readUpFrom(reader, state.newestKnownId, guess, snapshot.first)) {
			const room = settings.maxItems - deliveries.length;
			const compared = comparePolls(present, step, { ...settings, room });
			const { remaining } = compared;
			present = { ...compared.state, waiting: step.waiting + remaining };
			for (const delivery of compared.deliveries) deliveries.push(delivery);
			for (const record of step.records) {
				if (!isAbove(idOf(record), present.newestKnownId)) passed.push(record);
			}
			if (deliveries.length >= settings.maxItems || remaining > 0 || deadline.isNear) break;
		}
	};
	const failure: unknown = await read().catch((thrown: unknown) => thrown);
	if (failure !== undefined) {
		const isBegun = present !== state;
		if (failure instanceof Mismatch && !isBegun) return undefined;
		const furthest = furthestOf(reader);
		if (!deadline.hasCaused(failure) || !(isBegun || furthest > guess)) throw failure;
		if (!isBegun) present = { ...state, waiting: furthest };
	}
	// Some of n8n's schedulers save the state only with items. Without this, the next poll would read the same pages.
	return { state: present, deliveries, passed, mustSave: true };
}
