import type { ServiceRecord } from '../shared/client/envelope';
import { idOf } from '../shared/lists/ids';
import { locate } from '../shared/lists/locate';
import { Mismatch } from '../shared/lists/mismatch';
import { comparePolls, type Delivery, type DocumentRun } from './compare';
import { TimeIsUp, type Deadline, type Search } from './search';
import type { TriggerSettings } from './settings';
import {
	countOf,
	furthestOf,
	openReader,
	readUpFrom,
	takeSnapshot,
	type Newest,
	type PollSnapshot,
} from './snapshot';
import {
	isAbove,
	isNumericId,
	isSame,
	rememberedOf,
	trackedFields,
	valuesOf,
	type TriggerState,
} from './state';

/** The result of a poll. */
export interface Outcome {
	state: TriggerState;
	deliveries: Delivery[];
	/** Documents that were read on the way from the mark to the newest. The state may no longer have their values. */
	passed?: ServiceRecord[];
	/** Whether n8n should save the state even if the poll returns no items. */
	mustBeKept: boolean;
}

/** Finds new and changed documents, within the limits of items and time. */
export async function advance(
	state: TriggerState,
	search: Search,
	snapshot: PollSnapshot,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<Outcome> {
	const { newest } = snapshot;
	const isReached =
		settings.allowAnyOrder ||
		newest.covers === '' ||
		newest.records.some((record) => !isAbove(idOf(record), state.mark));
	if (!isReached) {
		const outcome = await catchUp(state, search, newest, settings, deadline);
		if (outcome) return outcome;
	}
	// If no position can be located in the list, read on until the mark.
	const seen = isReached ? snapshot : await takeSnapshot(search, state, settings);
	const run = runOf(seen);
	const { covers = '' } = run;
	// There were too many new documents to read all of them. Those below must not count as new later.
	const isGap =
		run.ofAll && isNumericId(covers) && state.mark !== '' && isAbove(covers, state.mark);
	const rules = { ...settings, room: settings.maxItems };
	const compared = comparePolls(isGap ? { ...state, floor: covers } : state, run, rules);
	const { left: waiting, deliveries, matters } = compared;
	return { state: { ...compared.state, waiting }, deliveries, mustBeKept: matters };
}

/**
 * Reads from the mark towards the newest document, within the limits of items and time.
 * @returns undefined if no position can be located in the list
 */
async function catchUp(
	state: TriggerState,
	{ source }: Search,
	newest: Newest,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<Outcome | undefined> {
	const deliveries: Delivery[] = [];
	const passed: ServiceRecord[] = [];
	let present = state;
	const guess = state.waiting || (state.mark === '' ? countOf(newest) : newest.records.length);
	const reader = openReader(source);
	const read = async () => {
		for await (const step of readUpFrom(reader, state.mark, guess, newest.first)) {
			const room = settings.maxItems - deliveries.length;
			const compared = comparePolls(present, step, { ...settings, room });
			const { left } = compared;
			present = { ...compared.state, waiting: step.waiting + left };
			for (const delivery of compared.deliveries) deliveries.push(delivery);
			for (const record of step.records) {
				if (!isAbove(idOf(record), present.mark)) passed.push(record);
			}
			if (deliveries.length >= settings.maxItems || left > 0 || deadline.isNear) break;
		}
	};
	const failure: unknown = await read().catch((thrown: unknown) => thrown);
	if (failure !== undefined) {
		const isBegun = present !== state;
		if (failure instanceof Mismatch && !isBegun) return undefined;
		const furthest = furthestOf(reader);
		if (!(failure instanceof TimeIsUp) || !(isBegun || furthest > guess)) throw failure;
		if (!isBegun) present = { ...state, waiting: furthest };
	}
	// Some of n8n's schedulers save the state only with items. Without this, the next poll would read the same pages.
	return { state: present, deliveries, passed, mustBeKept: true };
}

export function runOf({ newest, ofAll }: PollSnapshot): DocumentRun {
	const { covers } = ofAll ?? newest;
	return { records: newest.records, covers, ofAll: ofAll?.records };
}

/** Fields that hardly ever change, to tell documents of two organizations with the same ID apart. */
const lasting = (['accountingDocumentNo', 'total', 'dueDate'] as const).map((field) =>
	trackedFields.indexOf(field),
);

/** Why the state does not apply to the current documents; undefined if it does. */
export async function whyAfresh(
	state: TriggerState,
	search: Search,
	newest: Newest,
): Promise<string | undefined> {
	// An empty response proves nothing.
	if (newest.records.length === 0) return undefined;
	if (state.source !== search.origin && !(await isSameOrganization(state, search, newest))) {
		return 'the credential is now for another service or organization';
	}
	const areNumbers = state.known.every(([id]) => isNumericId(id));
	return state.search !== search.conditions && !areNumbers
		? 'the filters were changed, and the IDs of the service are not numbers'
		: undefined;
}

/**
 * Whether a changed credential is still for the same organization. Two organizations may share an ID, so most of the
 * remembered documents must be the same.
 */
async function isSameOrganization(
	state: TriggerState,
	{ source }: Search,
	newest: Newest,
): Promise<boolean> {
	const known = new Map([...rememberedOf(state)].filter(([, { values }]) => values));
	const last = [...known.keys()].at(-1);
	if (last === undefined) return state.known.length === 0;
	// The last remembered document may be further down than the pages read so far.
	const place = await locate(openReader(source), last, { guess: newest.records.length });
	const found = place?.page.records ?? newest.records;
	const compared = found.flatMap((record) => {
		const before = known.get(idOf(record))?.values;
		const now = valuesOf(record);
		return before ? [lasting.every((index) => isSame(before[index], now[index]))] : [];
	});
	return compared.filter(Boolean).length * 2 > compared.length;
}
