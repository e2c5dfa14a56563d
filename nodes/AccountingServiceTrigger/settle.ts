import type { ServiceRecord } from '../shared/client/envelope';
import { compareIds, idOf } from '../shared/lists/ids';
import { compact, valuesOf, type DocumentEvent, type Remembered } from './events';
import { isAbove, knownOf, rememberedOf, type TriggerState } from './state';

/** A part of the list, read without a gap. */
export interface Stretch {
	/** By rising id. */
	records: ServiceRecord[];
	/**
	 * Set when the stretch holds the newest documents: the lowest id it covers, '' when there is no
	 * older document. Else it holds what comes next above the mark.
	 */
	covers?: string;
	/** Whether the list is by id, so that an unknown id amid known ones is a document that came late. */
	isById: boolean;
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
}

export interface SettleRules {
	/** The events of a document, given what is remembered of it. */
	judge: (id: string, record: ServiceRecord, before?: Remembered) => DocumentEvent[];
	/** Items to deliver at most; the events of one document stay together. */
	room: number;
	/** Documents to remember while catching up. */
	lookBack: number;
}

/** Deleted documents are remembered for a while: an answer that lags behind may show them once more. */
const mostMissing = 100;

/**
 * Compares a stretch with what is remembered. What there is room for is delivered, oldest first; the
 * rest is left as if it had not been seen, so that the next poll finds it again.
 */
export function settle(state: TriggerState, stretch: Stretch, rules: SettleRules): Settled {
	const remembered = rememberedOf(state);
	const deliveries: Delivery[] = [];
	let left = 0;
	let newIsLeft = false;
	let last = '';
	for (const record of stretch.records) {
		const id = idOf(record);
		const before = remembered.get(id);
		const isNew = !before && isUnseen(id, state, stretch);
		const events = before || isNew ? rules.judge(id, record, before) : [];
		const fits = deliveries.length === 0 || deliveries.length + events.length <= rules.room;
		if (left > 0 ? isNew || events.length > 0 : !fits) {
			left++;
			newIsLeft ||= isNew;
			continue;
		}
		for (const event of events) deliveries.push({ record, event });
		const count = (before?.deliveries ?? 0) + (events.length > 0 ? 1 : 0);
		remembered.set(id, { deliveries: count, values: compact(valuesOf(record)) });
		if (left === 0) last = id;
	}
	const advanced = last !== '' && isAbove(last, state.mark) ? last : state.mark;
	// The mark may go back: a document that came late and has no room yet must stay above it.
	const mark = newIsLeft ? last : advanced;
	return {
		state: { ...state, mark, ...trim(state, stretch, remembered, rules) },
		deliveries,
		left,
	};
}

function isUnseen(id: string, state: TriggerState, { isById }: Stretch): boolean {
	return isAbove(id, state.mark) || (isById && isAbove(id, state.floor));
}

function trim(
	state: TriggerState,
	{ records, covers }: Stretch,
	remembered: Map<string, Remembered>,
	{ lookBack }: SettleRules,
): Pick<TriggerState, 'known' | 'floor'> {
	const known = knownOf(remembered);
	if (covers === undefined) {
		const kept = known.slice(-lookBack);
		return { known: kept, floor: kept.length < known.length ? kept[0][0] : state.floor };
	}
	const present = new Set(records.map(idOf));
	const missing = known.filter(([id]) => !present.has(id) && isAbove(id, covers));
	const oldestMissing = missing.at(-mostMissing)?.[0] ?? '';
	const kept = known.filter(
		([id]) =>
			present.has(id) ||
			(isAbove(id, covers) && (oldestMissing === '' || compareIds(id, oldestMissing) >= 0)),
	);
	return { known: kept, floor: covers };
}
