import type { ServiceRecord } from '../shared/client/envelope';
import { compareIds, idOf } from '../shared/lists/ids';
import { eventsOf, isReady, type DocumentEvent } from './events';
import { textsOf } from './search';
import type { TriggerSettings } from './settings';
import { unwatchedKnown } from './snapshot';
import {
	compact,
	isAbove,
	isNumericId,
	knownOf,
	rememberedOf,
	valuesOf,
	type Remembered,
	type TriggerState,
} from './state';

/** Consecutive documents of the list, without a gap. */
export interface DocumentRun {
	/** Oldest first. */
	records: ServiceRecord[];
	/**
	 * Set for the newest documents: no document from this ID on is missing; '' if there are no older ones. Otherwise the
	 * documents are those directly above the mark.
	 */
	covers?: string;
	/** Set if there are filters: the newest documents without filters, read first. */
	ofAll?: ServiceRecord[];
}

export interface Delivery {
	record: ServiceRecord;
	event: DocumentEvent;
}

export interface Compared {
	state: TriggerState;
	deliveries: Delivery[];
	/** How many documents of the run wait for the next poll. */
	left: number;
	/** Whether an event could be missed if n8n does not save this state. */
	matters: boolean;
}

export interface CompareRules extends Pick<
	TriggerSettings,
	'events' | 'criteria' | 'lookBack' | 'allowAnyOrder'
> {
	/** Maximum number of items. The events of one document stay together. */
	room: number;
	/** The documents are older than the trigger. */
	isFirst?: boolean;
}

/** More documents whose IDs are remembered, so that none of them counts as new. */
const maxBare = 600;

/**
 * Compares documents with the state. It delivers the oldest events up to the maximum, and ignores the rest, so that the
 * next poll finds it again.
 */
export function comparePolls(state: TriggerState, run: DocumentRun, rules: CompareRules): Compared {
	const remembered = rememberedOf(state);
	const isUnseen = newness(state, run, remembered, rules);
	const deliveries: Delivery[] = [];
	let [left, newIsLeft, last, matters] = [0, false, '', false];
	for (const [index, record] of run.records.entries()) {
		const id = idOf(record);
		const before = remembered.get(id);
		const isNew = before
			? before.texts !== undefined && before.texts === textsOf(record)
			: isUnseen(id, index);
		const values = valuesOf(record);
		let events: DocumentEvent[] = [];
		if (isNew) events = eventsOf(id, record, { number: 0 }, rules);
		else if (before?.values) {
			const number = state.began + before.deliveries;
			events = eventsOf(id, record, { number, values: before.values }, rules);
			matters ||= isReady(values, before.values, rules.events);
		}
		const fits = deliveries.length === 0 || deliveries.length + events.length <= rules.room;
		if (left > 0 ? isNew || events.length > 0 : !fits) {
			left++;
			newIsLeft ||= isNew;
			continue;
		}
		for (const event of events) deliveries.push({ record, event });
		const cameBack = !isNew && before?.values === undefined;
		matters ||= cameBack;
		// A number that was never used, even if the document was watched before and then forgotten.
		const start = cameBack ? state.revision + 1 : (before?.deliveries ?? 0);
		const count = start + (events.length > 0 ? 1 : 0);
		remembered.set(id, { deliveries: count, values: compact(values) });
		if (left === 0) last = id;
	}
	const advanced = isNumericId(last) && isAbove(last, state.mark) ? last : state.mark;
	// The mark may move back, because a late document that waits for the next poll must stay above it.
	const reached = newIsLeft && isNumericId(last) ? last : advanced;
	const mark = left > 0 ? reached : noteOthers(reached, run, remembered, rules);
	const next = { ...state, mark, ...trim({ ...state, mark }, run, remembered, rules) };
	return { state: next, deliveries, left, matters };
}

/**
 * Remembers documents that the search does not find. If it finds them later, they are not new unless the search index was
 * late.
 * @returns the highest ID
 */
function noteOthers(
	mark: string,
	{ ofAll = [] }: DocumentRun,
	remembered: Map<string, Remembered>,
	{ isFirst }: CompareRules,
): string {
	let highest = mark;
	for (const record of ofAll) {
		const id = idOf(record);
		const texts = isFirst ? undefined : textsOf(record);
		if (!remembered.has(id)) remembered.set(id, { deliveries: 0, texts });
		if (isNumericId(id) && isAbove(id, highest)) highest = id;
	}
	return highest;
}

/** Tells a new document from an old one that moved up, by its ID and position. */
function newness(
	{ mark, floor, known }: TriggerState,
	{ records }: DocumentRun,
	remembered: Map<string, Remembered>,
	{ allowAnyOrder }: CompareRules,
): (id: string, index: number) => boolean {
	const byId = (id: string) => isAbove(id, mark) || (!allowAnyOrder && isAbove(id, floor));
	if (known.length === 0 || known.every(([id]) => isNumericId(id))) {
		if (records.every((record) => isNumericId(idOf(record)))) return byId;
	}
	// IDs that are not numbers say nothing about age. Documents below the last known one are old.
	const lastKnown = records.findIndex((record) => remembered.has(idOf(record)));
	return (_id, index) => index > lastKnown;
}

function trim(
	state: TriggerState,
	{ records, covers }: DocumentRun,
	remembered: Map<string, Remembered>,
	{ lookBack, allowAnyOrder }: CompareRules,
): Pick<TriggerState, 'known' | 'floor'> {
	const present = new Set(records.map(idOf));
	const isKept = (id: string) => covers !== undefined && present.has(id);
	const ids = inOrder([...remembered.keys()], records);
	let inFull = lookBack + unwatchedKnown - ids.filter(isKept).length;
	let bare = maxBare;
	const known = [];
	let forgotten = '';
	for (const id of ids.reverse()) {
		const { deliveries, values, texts } = remembered.get(id) ?? { deliveries: 0 };
		if (isKept(id) || (values && inFull-- > 0)) known.push(knownOf(id, { deliveries, values }));
		else if (bare-- > 0) known.push(knownOf(id, { deliveries, texts }));
		else forgotten ||= id;
	}
	const floor = allowAnyOrder ? state.mark : floorOf(state, covers, forgotten);
	return { known: known.reverse(), floor };
}

/** In ascending order if IDs are numbers, else in the order of the list, oldest first. */
function inOrder(ids: string[], records: ServiceRecord[]): string[] {
	if (ids.every(isNumericId)) return ids.sort(compareIds);
	const present = new Set(records.map(idOf));
	const all = new Set(ids);
	return [...ids.filter((id) => !present.has(id)), ...[...present].filter((id) => all.has(id))];
}

/** The ID above which all existing documents are known. */
function floorOf({ floor }: TriggerState, covers: string | undefined, forgotten: string): string {
	const reached = covers !== undefined && isAbove(floor, covers) ? covers : floor;
	return isNumericId(forgotten) && isAbove(forgotten, reached) ? forgotten : reached;
}
