import type { ServiceRecord } from '../shared/client/envelope';
import { compareIds, idOf } from '../shared/lists/ids';
import type { Before, DocumentEvent } from './events';
import {
	isAbove,
	isNumericId,
	knownOf,
	rememberedOf,
	type Remembered,
	type TriggerState,
} from './state';
import { compact, valuesOf, type Values } from './values';

/** A part of the list, read without a gap. */
export interface Stretch {
	/** Oldest first. */
	records: ServiceRecord[];
	/**
	 * Set when the stretch holds the newest documents: the lowest id from which on none is missing, ''
	 * when there is no older document. Else it holds what comes next above the mark.
	 */
	covers?: string;
	/** Whether the list is by id, so that an unknown id amid known ones is a document that came late. */
	isById: boolean;
	/** Where the search leaves some out: the newest documents of all, read before it. */
	ofAll?: ServiceRecord[];
}

export interface Delivery {
	record: ServiceRecord;
	event: DocumentEvent;
}

export interface Settled {
	state: TriggerState;
	deliveries: Delivery[];
	/** How many documents of the stretch have to wait for the next poll. */
	left: number;
	/**
	 * Documents of which an answer that lags behind could say the same: what was known of them changed,
	 * or they came late.
	 */
	doubtful: Set<string>;
	/** Whether an event can be missed when n8n forgets this poll. */
	matters: boolean;
}

export interface SettleRules {
	/** The events of a document, given what is remembered of it. */
	judge: (id: string, record: ServiceRecord, before: Before) => DocumentEvent[];
	/** Whether a document went back to where an event can happen to it again. */
	isReady: (values: Values, before: Values) => boolean;
	/** Fingerprint of what the search looks at; undefined for one that came into being before the trigger. */
	textsOf: (record: ServiceRecord) => string | undefined;
	/** Items to deliver at most; the events of one document stay together. */
	room: number;
	/** Documents that are watched. */
	lookBack: number;
}

/** Documents beyond the watched ones whose values are remembered: they may come back, or be missing in one answer. */
export const margin = 100;

/** Further documents of which it is remembered that they existed, so that none is taken for a new one. */
const mostBare = 600;

/**
 * Compares a stretch with what is remembered. What there is room for is delivered, oldest first; the
 * rest is left as if it had not been seen, so that the next poll finds it again.
 */
export function settle(state: TriggerState, stretch: Stretch, rules: SettleRules): Settled {
	const remembered = rememberedOf(state);
	const isUnseen = newness(state, stretch, remembered);
	const deliveries: Delivery[] = [];
	const doubtful = new Set<string>();
	let [left, newIsLeft, last, matters] = [0, false, '', false];
	for (const [index, record] of stretch.records.entries()) {
		const id = idOf(record);
		const before = remembered.get(id);
		const isNew = before
			? before.texts !== undefined && before.texts === rules.textsOf(record)
			: isUnseen(id, index);
		const values = valuesOf(record);
		const number = state.began + (before?.deliveries ?? 0);
		let events: DocumentEvent[] = [];
		if (isNew) events = rules.judge(id, record, { number: 0 });
		else if (before?.values) events = rules.judge(id, record, { number, values: before.values });
		const isReady = !isNew && before?.values !== undefined && rules.isReady(values, before.values);
		const isLate = isNew && !isAbove(id, state.mark);
		if (isLate || isReady || (!isNew && events.length > 0)) doubtful.add(id);
		const fits = deliveries.length === 0 || deliveries.length + events.length <= rules.room;
		if (left > 0 ? isNew || events.length > 0 : !fits) {
			left++;
			newIsLeft ||= isNew;
			continue;
		}
		for (const event of events) deliveries.push({ record, event });
		const cameBack = !isNew && before?.values === undefined;
		matters ||= isReady || cameBack;
		// A number that was never given out, also when an earlier stay among the watched is forgotten.
		const start = cameBack ? state.revision + 1 : (before?.deliveries ?? 0);
		const count = start + (events.length > 0 ? 1 : 0);
		remembered.set(id, { deliveries: count, values: compact(values) });
		if (left === 0) last = id;
	}
	const advanced = isNumericId(last) && isAbove(last, state.mark) ? last : state.mark;
	// The mark may go back: a document that came late and has no room yet must stay above it.
	const reached = newIsLeft && isNumericId(last) ? last : advanced;
	const mark = left > 0 ? reached : noteOthers(reached, stretch, remembered, rules);
	const { covers, records } = stretch;
	const next = { ...state, mark, ...trim({ ...state, mark }, stretch, remembered, rules) };
	if (covers !== undefined) next.shown = Math.min(records.length, rules.lookBack);
	return { state: next, deliveries, left, doubtful, matters };
}

/**
 * Remembers the documents that exist although the search does not find them: found later, they are not
 * new unless the search was late.
 * @returns the highest id of all
 */
function noteOthers(
	mark: string,
	{ ofAll = [] }: Stretch,
	remembered: Map<string, Remembered>,
	{ textsOf }: SettleRules,
): string {
	let highest = mark;
	for (const record of ofAll) {
		const id = idOf(record);
		if (!remembered.has(id)) remembered.set(id, { deliveries: 0, texts: textsOf(record) });
		if (isNumericId(id) && isAbove(id, highest)) highest = id;
	}
	return highest;
}

/** What tells a document that was never seen from an old one that moved up, by its id and place. */
function newness(
	{ mark, floor, known }: TriggerState,
	{ records, isById }: Stretch,
	remembered: Map<string, Remembered>,
): (id: string, index: number) => boolean {
	const byId = (id: string) => isAbove(id, mark) || (isById && isAbove(id, floor));
	if (known.length === 0 || known.every(([id]) => isNumericId(id))) {
		if (records.every((record) => isNumericId(idOf(record)))) return byId;
	}
	// Ids that are no numbers say nothing about age: below the last document that is known come old ones.
	const lastKnown = records.findIndex((record) => remembered.has(idOf(record)));
	return (_id, index) => index > lastKnown;
}

function trim(
	state: TriggerState,
	{ records, covers, isById }: Stretch,
	remembered: Map<string, Remembered>,
	{ lookBack }: SettleRules,
): Pick<TriggerState, 'known' | 'floor'> {
	const present = new Set(records.map(idOf));
	const isKept = (id: string) => covers !== undefined && present.has(id);
	const ids = inOrder([...remembered.keys()], records);
	let inFull = lookBack + margin - ids.filter(isKept).length;
	let bare = mostBare;
	const known = [];
	let forgotten = '';
	for (const id of ids.reverse()) {
		const { deliveries, values, texts } = remembered.get(id) ?? { deliveries: 0 };
		if (isKept(id) || (values && inFull-- > 0)) known.push(knownOf(id, { deliveries, values }));
		else if (bare-- > 0) known.push(knownOf(id, { deliveries, texts }));
		else forgotten ||= id;
	}
	return { known: known.reverse(), floor: floorOf(state, covers, isById, forgotten) };
}

/** By rising id where ids are numbers, else as the list has them, oldest first. */
function inOrder(ids: string[], records: ServiceRecord[]): string[] {
	if (ids.every(isNumericId)) return ids.sort(compareIds);
	const present = new Set(records.map(idOf));
	const all = new Set(ids);
	return [...ids.filter((id) => !present.has(id)), ...[...present].filter((id) => all.has(id))];
}

/** The id above which every document that existed is known. */
function floorOf(
	{ floor, mark }: TriggerState,
	covers: string | undefined,
	isById: boolean,
	forgotten: string,
): string {
	if (!isById) return mark;
	const reached = covers !== undefined && isAbove(floor, covers) ? covers : floor;
	return isNumericId(forgotten) && isAbove(forgotten, reached) ? forgotten : reached;
}
