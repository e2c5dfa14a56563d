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

/** What a poll has come to. */
export interface Outcome {
	state: TriggerState;
	deliveries: Delivery[];
	/** Whether n8n should keep the state although there may be nothing to hand on. */
	mustBeKept: boolean;
}

/** What is new and what changed, as far as there is room and time. */
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
	// If no place can be found in the list, the mark is found by reading on.
	const seen = isReached ? snapshot : await takeSnapshot(search, state, settings);
	const run = runOf(seen);
	const { covers = '' } = run;
	// So many are new that some were not seen: of those below the seen ones, none counts as new later.
	const isGap =
		run.ofAll && isNumericId(covers) && state.mark !== '' && isAbove(covers, state.mark);
	const rules = { ...settings, room: settings.maxItems };
	const compared = comparePolls(isGap ? { ...state, floor: covers } : state, run, rules);
	const { left: waiting, deliveries, matters } = compared;
	return { state: { ...compared.state, waiting }, deliveries, mustBeKept: matters };
}

/**
 * Reads from the mark towards the newest document, as far as there is room and time.
 * @returns undefined if the pages do not fit, so that no place in the list can be found
 */
async function catchUp(
	state: TriggerState,
	{ source }: Search,
	newest: Newest,
	settings: TriggerSettings,
	deadline: Deadline,
): Promise<Outcome | undefined> {
	const deliveries: Delivery[] = [];
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
	// Some of n8n's schedulers keep the state of a poll with items only; the way would be walked again.
	return { state: present, deliveries, mustBeKept: true };
}

export function runOf({ newest, ofAll }: PollSnapshot): DocumentRun {
	const { covers } = ofAll ?? newest;
	return { records: newest.records, covers, ofAll: ofAll?.records };
}

/** What of a document hardly ever changes, so that it tells documents of equal IDs apart. */
const lasting = (['accountingDocumentNo', 'total', 'dueDate'] as const).map((field) =>
	trackedFields.indexOf(field),
);

/** Why what is remembered says nothing about the documents that are there now; undefined if it does. */
export async function whyAfresh(
	state: TriggerState,
	search: Search,
	newest: Newest,
): Promise<string | undefined> {
	// Nothing is concluded from an answer without documents.
	if (newest.records.length === 0) return undefined;
	if (state.source !== search.origin && !(await isSameOrganization(state, search, newest))) {
		return 'the credential now belongs to another service or organization';
	}
	const areNumbers = state.known.every(([id]) => isNumericId(id));
	return state.search !== search.conditions && !areNumbers
		? 'its search was changed, and the IDs of the service are not numbers'
		: undefined;
}

/**
 * Whether a credential that changed still leads to the organization whose documents are remembered.
 * One ID that both have proves nothing: most of the remembered documents that are found must be the same.
 */
async function isSameOrganization(
	state: TriggerState,
	{ source }: Search,
	newest: Newest,
): Promise<boolean> {
	const known = new Map([...rememberedOf(state)].filter(([, { values }]) => values));
	const last = [...known.keys()].at(-1);
	if (last === undefined) return state.known.length === 0;
	// There may be more new documents than were read.
	const place = await locate(openReader(source), last, { guess: newest.records.length });
	const found = place?.page.records ?? newest.records;
	const compared = found.flatMap((record) => {
		const before = known.get(idOf(record))?.values;
		const now = valuesOf(record);
		return before ? [lasting.every((index) => isSame(before[index], now[index]))] : [];
	});
	return compared.filter(Boolean).length * 2 > compared.length;
}
