import type { ServiceRecord } from '../shared/client/envelope';
import { compareIds, idOf } from '../shared/lists/ids';
import { eventsOf, canHappenAgain, type Before, type DocumentEvent } from './events';
import { ReplacedValues } from './replaced';
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
	 * documents are those directly above the newest known one.
	 */
	coveredFrom?: string;
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

interface CompareRules extends Pick<TriggerSettings, 'events' | 'criteria' | 'newestDocuments'> {
	/** Maximum number of items. The events of one document stay together. */
	room: number;
}

/** More documents whose IDs are remembered, so that none of them counts as new. */
const maxIdOnly = 600;

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
	const replaced = new ReplacedValues(state);
	const deliveries: Delivery[] = [];
	let remaining = 0;
	let isNewRemaining = false;
	let lastId = '';
	let mustSave = false;
	for (const record of run.records) {
		const id = idOf(record);
		const before = remembered.get(id);
		const isNew = !before && (isAbove(id, state.newestKnownId) || isAbove(id, state.oldestKnownId));
		const values = valuesOf(record);
		if (before?.values && replaced.have(id, values)) continue;
		const events = isNew || before?.values ? eventsOf(id, record, since(state, before), rules) : [];
		if (before?.values) mustSave ||= canHappenAgain(values, before.values, rules.events);
		const fits = deliveries.length === 0 || deliveries.length + events.length <= rules.room;
		if (remaining > 0 ? isNew || events.length > 0 : !fits) {
			remaining++;
			isNewRemaining ||= isNew;
			continue;
		}
		for (const event of events) deliveries.push({ record, event });
		replaced.add(id, before?.values, values);
		const cameBack = !isNew && before?.values === undefined;
		mustSave ||= cameBack;
		// A number that was never used, even if the document was watched before and then forgotten.
		const start = cameBack ? state.revision + 1 : (before?.deliveries ?? 0);
		const count = start + (events.length > 0 ? 1 : 0);
		remembered.set(id, { deliveries: count, values: compact(values) });
		if (remaining === 0) lastId = id;
	}
	const isAdvanced = lastId !== '' && isAbove(lastId, state.newestKnownId);
	// The newest known ID may move back, because a late document that waits for the next poll must stay above it.
	const newestKnownId =
		isAdvanced || (isNewRemaining && lastId !== '') ? lastId : state.newestKnownId;
	const forgotten = forgetOldest(state, run, remembered, rules);
	const next = { ...state, newestKnownId, ...forgotten, replaced: replaced.stored };
	return { state: next, deliveries, remaining, mustSave };
}

/** The remembered values to compare a document with. @param before undefined for a new document */
function since({ began }: TriggerState, before?: Remembered): Before {
	return before ? { number: began + before.deliveries, values: before.values } : { number: 0 };
}

/** Forgets the oldest documents: first their values, then that they exist. */
function forgetOldest(
	state: TriggerState,
	{ records, coveredFrom }: DocumentRun,
	remembered: Map<string, Remembered>,
	{ newestDocuments }: CompareRules,
): Pick<TriggerState, 'known' | 'oldestKnownId'> {
	const present = new Set(records.map(idOf));
	const isKept = (id: string) => coveredFrom !== undefined && present.has(id);
	const ids = [...remembered.keys()].sort(compareIds);
	let inFull = newestDocuments + unwatchedKnown - ids.filter(isKept).length;
	let idOnly = maxIdOnly;
	const known = [];
	let forgotten = '';
	for (const id of ids.reverse()) {
		const { deliveries, values } = remembered.get(id) ?? { deliveries: 0 };
		if (isKept(id) || (values && inFull-- > 0)) known.push(knownOf(id, { deliveries, values }));
		else if (idOnly-- > 0) known.push(knownOf(id, { deliveries }));
		else forgotten ||= id;
	}
	return { known: known.reverse(), oldestKnownId: oldestKnownIn(state, coveredFrom, forgotten) };
}

/** The ID above which all existing documents are known. */
function oldestKnownIn(
	{ oldestKnownId }: TriggerState,
	coveredFrom: string | undefined,
	forgotten: string,
): string {
	const reached =
		coveredFrom !== undefined && isAbove(oldestKnownId, coveredFrom) ? coveredFrom : oldestKnownId;
	return forgotten !== '' && isAbove(forgotten, reached) ? forgotten : reached;
}
