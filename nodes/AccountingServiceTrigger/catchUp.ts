import type { ServiceRecord } from '../shared/client/envelope';
import { idOf } from '../shared/lists/ids';
import { listLagSeconds } from '../shared/lists/lag';
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
	const gap = run.gapSince === undefined ? undefined : gapOf(state, compared.state, run.gapSince);
	return { state: { ...withoutGap(compared.state), ...gap, waiting }, deliveries, mustSave };
}

function withoutGap(state: TriggerState): TriggerState {
	const left = { ...state };
	delete left.gap;
	return left;
}

/**
 * Pages that cannot overlap may come from servers of which one is late. So the next polls read down to the same place
 * again, until one of them starts when no server can lack what was there.
 */
function gapOf(
	{ gap, newestKnownId }: TriggerState,
	after: TriggerState,
	since: number,
): Pick<TriggerState, 'gap' | 'newestKnownId'> {
	const newest: TriggerState['gap'] = [Math.ceil(Date.now() / 1000), after.newestKnownId];
	const [at, id] = gap ?? newest;
	return since - at < listLagSeconds
		? { newestKnownId, gap: [at, id] }
		: { newestKnownId: id, gap: newest };
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
	const unchanged = withoutGap(state);
	let present: TriggerState = unchanged;
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
		const isBegun = present !== unchanged;
		const isMismatch = failure instanceof Mismatch;
		if (isMismatch && !isBegun) return undefined;
		const furthest = furthestOf(reader);
		const goesOn = isMismatch || (deadline.hasCaused(failure) && (isBegun || furthest > guess));
		if (!goesOn) throw failure;
		if (!isBegun) present = { ...unchanged, waiting: furthest };
	}
	// A server that is late may not have them yet.
	const newer = snapshot.records.filter((one) => isAbove(idOf(one), present.newestKnownId));
	present = { ...present, waiting: Math.max(present.waiting, newer.length) };
	// Some of n8n's schedulers save the state only with items. Without this, the next poll would read the same pages.
	return { state: present, deliveries, passed, mustSave: true };
}
