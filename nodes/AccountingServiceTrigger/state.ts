import { compareIds } from '../shared/lists/ids';
import { isOlderDocuments, type OlderDocuments } from './unpaid';
import { isScalar, tighten, trackedFields, type Values } from './values';

/**
 * What the trigger remembers between polls: plain JSON, replaced as a whole, of a size that does not
 * grow with the organization.
 */
export interface TriggerState {
	version: 2;
	/** Rises with every replacement, so that a poll notices that another one finished first. */
	revision: number;
	/** When the trigger began, in seconds; 0 where version 1 began. Makes its event ids its own. */
	began: number;
	/** The node that remembers this; '' where version 1 wrote it. */
	nodeId: string;
	/** Fingerprint of the service and the application: another one may have other documents. */
	source: string;
	/** Fingerprint of what the service was asked to search for. */
	search: string;
	/** Every existing document above `floor` up to this id is known or was delivered. '' before the first one. */
	mark: string;
	/** See `mark`; '' when there is no older document. */
	floor: string;
	/** About how many documents above the mark wait for delivery; only a hint where to look. */
	waiting: number;
	/** How many documents the last look showed, where that was fewer than are watched. */
	shown?: number;
	/** The newest documents, oldest first. */
	known: Known[];
	/** Set where payments of older documents are watched. */
	older?: OlderDocuments;
}

/** What is remembered of a document. */
export interface Remembered {
	/** Counts its deliveries; one that came back begins at a number that it never had. */
	deliveries: number;
	/** Undefined for a document that is only known to exist. */
	values?: Values;
	/**
	 * Set for a document that came into being while the search did not find it: the fingerprint of the
	 * texts that are searched. Found with the same texts later, it is new: the search was late.
	 */
	texts?: string;
}

/** id, deliveries, then the tracked values, or the fingerprint of its texts, or nothing. */
export type Known = [id: string, deliveries: number, ...values: Values];

/** n8n keeps state in one database field. */
export const maxStateBytes = 250_000;

/** @returns undefined for anything that no version of the trigger wrote */
export function readState(stored: unknown): TriggerState | undefined {
	if (typeof stored !== 'object' || stored === null) return undefined;
	const { version, ...state } = stored as Record<string, unknown>;
	// Version 1 knew no node ids and began its event ids at 0.
	const began = version === 1 ? { nodeId: '', began: 0 } : state;
	const { revision, waiting, source, search, mark, floor, shown = 0, known } = state;
	const sound =
		(version === 1 || version === 2) &&
		[began.nodeId, source, search].every((text) => typeof text === 'string') &&
		[revision, waiting, shown, began.began].every(isCount) &&
		[mark, floor].every((id) => id === '' || isNumericId(id)) &&
		isOlderDocuments(state.older) &&
		Array.isArray(known) &&
		known.every(isKnown) &&
		new Set(known.map(([id]) => id)).size === known.length;
	if (!sound) return undefined;
	// A copy, since the stored object is n8n's own and must change only when a poll has succeeded.
	return JSON.parse(JSON.stringify({ ...state, ...began, version: 2 })) as TriggerState;
}

export function rememberedOf(state: TriggerState): Map<string, Remembered> {
	return new Map(
		state.known.map(([id, deliveries, ...stored]): [string, Remembered] => {
			if (stored.length === trackedFields.length) return [id, { deliveries, values: stored }];
			return [id, stored.length === 1 ? { deliveries, texts: String(stored[0]) } : { deliveries }];
		}),
	);
}

export function knownOf(id: string, { deliveries, values, texts }: Remembered): Known {
	if (values) return [id, deliveries, ...values];
	return texts === undefined ? [id, deliveries] : [id, deliveries, texts];
}

/** Where the state is too large, long texts are stored as their fingerprints alone; no document is forgotten. */
export function fit(state: TriggerState): TriggerState {
	if (Buffer.byteLength(JSON.stringify(state)) <= maxStateBytes) return state;
	const known = state.known.map(([id, deliveries, ...stored]): Known => [
		id,
		deliveries,
		...tighten(stored),
	]);
	return { ...state, known };
}

/** Whether an id lies above another one, or above nothing. */
export function isAbove(id: string, other: string): boolean {
	return other === '' || compareIds(id, other) > 0;
}

/** An int64 as the specification has it; others can neither be compared nor counted. */
export function isNumericId(id: unknown): boolean {
	return typeof id === 'string' && /^-?\d{1,20}$/.test(id);
}

/** What can be remembered of a document's id. */
export function isStorableId(id: unknown): boolean {
	return typeof id === 'string' && id.length > 0 && id.length <= longestId;
}

/** A GUID has 36 characters. */
const longestId = 40;

function isCount(value: unknown): boolean {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isKnown(entry: unknown): entry is Known {
	if (!Array.isArray(entry)) return false;
	const [id, deliveries, ...stored] = entry as unknown[];
	const lengths = [0, 1, trackedFields.length];
	return (
		isStorableId(id) &&
		isCount(deliveries) &&
		lengths.includes(stored.length) &&
		stored.every(isScalar)
	);
}
