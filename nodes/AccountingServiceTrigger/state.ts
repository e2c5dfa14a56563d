import { compareIds } from '../shared/lists/ids';
import { isScalar, tighten, trackedFields, type Values } from './values';

/**
 * What the trigger remembers between polls: plain JSON, replaced as a whole, of a size that does not
 * grow with the organization.
 */
export interface TriggerState {
	version: 1;
	/** Rises with every replacement, so that a poll notices that another one finished first. */
	revision: number;
	/** When the trigger began, in seconds. Makes its event ids its own. */
	began: number;
	/** The node that remembers this. */
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
	/** The newest documents, oldest first. */
	known: Known[];
	/** Set where payments of older documents are watched. */
	older?: OlderDocuments;
}

/** The unpaid documents that are older than the watched ones, and how far they were gone through. */
export interface OlderDocuments {
	/** A number for their event ids, then their ids. */
	unpaid: Array<[number: number, ids: string]>;
	/** Id up to which the present round has come; '' at its beginning. */
	from: string;
	/** About how many documents are newer than that; only a hint where to look. */
	ahead: number;
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

/** @returns undefined for anything that the trigger did not write */
export function readState(stored: unknown): TriggerState | undefined {
	if (typeof stored !== 'object' || stored === null) return undefined;
	const state = stored as Record<string, unknown>;
	const { revision, began, waiting, nodeId, source, search, mark, floor, known } = state;
	const sound =
		state.version === 1 &&
		[nodeId, source, search].every((text) => typeof text === 'string') &&
		[revision, began, waiting].every(isCount) &&
		[mark, floor].every((id) => id === '' || isNumericId(id)) &&
		isOlderDocuments(state.older) &&
		Array.isArray(known) &&
		known.every(isKnown) &&
		new Set(known.map(([id]) => id)).size === known.length;
	if (!sound) return undefined;
	// A copy, since the stored object is n8n's own and must change only when a poll has succeeded.
	return JSON.parse(JSON.stringify(state)) as TriggerState;
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

function isOlderDocuments(stored: unknown): stored is OlderDocuments | undefined {
	if (stored === undefined) return true;
	if (typeof stored !== 'object' || stored === null) return false;
	const { unpaid, from, ahead } = stored as Record<string, unknown>;
	return (
		isCount(ahead) &&
		(from === '' || isNumericId(from)) &&
		Array.isArray(unpaid) &&
		unpaid.every(
			(group: unknown) =>
				Array.isArray(group) && isCount(group[0]) && String(group[1]).split(' ').every(isNumericId),
		)
	);
}
