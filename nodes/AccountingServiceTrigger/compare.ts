import type { ServiceRecord } from '../shared/client/envelope';
import { compareIds, idOf } from '../shared/lists/ids';
import { eventsOf, isReady, type Before, type DocumentEvent } from './events';
import type { TriggerSettings } from './settings';
import { unwatchedKnown } from './source';
import {
	compact,
	isAbove,
	knownOf,
	rememberedOf,
	valuesOf,
	type Remembered,
	type TriggerState,
} from './state';

/** Consecutive documents of the list. */
interface DocumentRun {
	/** Oldest first. */
	records: ServiceRecord[];
	/**
	 * Set for the newest documents: no document from this ID on is missing; '' if there are no older ones. Otherwise the
	 * documents are those directly above the mark.
	 */
	covers?: string;
}

export interface Delivery {
	record: ServiceRecord;
	event: DocumentEvent;
}

interface PollComparison {
	state: TriggerState;
	deliveries: Delivery[];
	/** How many documents of the run wait for the next poll. */
	remaining: number;
	/** Whether an event could be missed if n8n does not save this state. */
	mustSave: boolean;
}

interface CompareRules extends Pick<TriggerSettings, 'events' | 'criteria' | 'lookBack'> {
	/** Maximum number of items. The events of one document stay together. */
	room: number;
}

/** More documents whose IDs are remembered, so that none of them counts as new. */
const maxBare = 600;

/**
 * Compares documents with the state. It delivers the oldest events up to the maximum, and ignores the rest, so that the
 * next poll finds it again.
 */
export function comparePolls(
	state: TriggerState,
	run: DocumentRun,
	rules: CompareRules,
): PollComparison {
	const remembered = rememberedOf(state);
	const deliveries: Delivery[] = [];
	let remaining = 0;
	let isNewRemaining = false;
	let lastId = '';
	let mustSave = false;
	for (const record of run.records) {
		const id = idOf(record);
		const before = remembered.get(id);
		const isNew = !before && (isAbove(id, state.mark) || isAbove(id, state.floor));
		const values = valuesOf(record);
		const events = isNew || before?.values ? eventsOf(id, record, since(state, before), rules) : [];
		if (before?.values) mustSave ||= isReady(values, before.values, rules.events);
		const fits = deliveries.length === 0 || deliveries.length + events.length <= rules.room;
		if (remaining > 0 ? isNew || events.length > 0 : !fits) {
			remaining++;
			isNewRemaining ||= isNew;
			continue;
		}
		for (const event of events) deliveries.push({ record, event });
		const cameBack = !isNew && before?.values === undefined;
		mustSave ||= cameBack;
		// A number that was never used, even if the document was watched before and then forgotten.
		const start = cameBack ? state.revision + 1 : (before?.deliveries ?? 0);
		const count = start + (events.length > 0 ? 1 : 0);
		remembered.set(id, { deliveries: count, values: compact(values) });
		if (remaining === 0) lastId = id;
	}
	const isAdvanced = lastId !== '' && isAbove(lastId, state.mark);
	// The mark may move back, because a late document that waits for the next poll must stay above it.
	const mark = isAdvanced || (isNewRemaining && lastId !== '') ? lastId : state.mark;
	const next = { ...state, mark, ...forget(state, run, remembered, rules) };
	return { state: next, deliveries, remaining, mustSave };
}

/** The remembered values to compare a document with. @param before undefined for a new document */
function since({ began }: TriggerState, before?: Remembered): Before {
	return before ? { number: began + before.deliveries, values: before.values } : { number: 0 };
}

/** Forgets the oldest documents: first their values, then that they exist. */
function forget(
	state: TriggerState,
	{ records, covers }: DocumentRun,
	remembered: Map<string, Remembered>,
	{ lookBack }: CompareRules,
): Pick<TriggerState, 'known' | 'floor'> {
	const present = new Set(records.map(idOf));
	const isKept = (id: string) => covers !== undefined && present.has(id);
	const ids = [...remembered.keys()].sort(compareIds);
	let inFull = lookBack + unwatchedKnown - ids.filter(isKept).length;
	let bare = maxBare;
	const known = [];
	let forgotten = '';
	for (const id of ids.reverse()) {
		const { deliveries, values } = remembered.get(id) ?? { deliveries: 0 };
		if (isKept(id) || (values && inFull-- > 0)) known.push(knownOf(id, { deliveries, values }));
		else if (bare-- > 0) known.push(knownOf(id, { deliveries }));
		else forgotten ||= id;
	}
	return { known: known.reverse(), floor: floorOf(state, covers, forgotten) };
}

/** The ID above which all existing documents are known. */
function floorOf({ floor }: TriggerState, covers: string | undefined, forgotten: string): string {
	const reached = covers !== undefined && isAbove(floor, covers) ? covers : floor;
	return forgotten !== '' && isAbove(forgotten, reached) ? forgotten : reached;
}
