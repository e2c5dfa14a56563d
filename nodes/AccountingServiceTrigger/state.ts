import { compareIds } from '../shared/lists/ids';
import { isScalar, trackedFields, type Remembered, type Values } from './events';

/**
 * What the trigger remembers between polls: plain JSON, replaced as a whole, of a size that does not
 * grow with the organization.
 */
export interface TriggerState {
	version: 1;
	/** Rises with every replacement, so that a poll notices that another one finished first. */
	revision: number;
	/** Name of the node at the last replacement. */
	nodeName: string;
	/** Fingerprint of the service and the application: another one has other documents. */
	source: string;
	/** Fingerprint of what the service was asked to search for. */
	search: string;
	/** Every existing document above `floor` up to this id is known or was delivered. '' before the first one. */
	mark: string;
	/** See `mark`; '' when there is no older document. */
	floor: string;
	/** About how many documents above the mark wait for delivery; only a hint where to look. */
	waiting: number;
	/** The newest documents, by rising id. */
	known: Known[];
}

/** id, deliveries, then the tracked values. */
export type Known = [id: string, deliveries: number, ...values: Values];

/** n8n keeps state in one database field, and up to two copies of ours. */
export const maxStateBytes = 120_000;

/** @returns undefined for anything that this version did not write */
export function readState(stored: unknown): TriggerState | undefined {
	if (typeof stored !== 'object' || stored === null) return undefined;
	const state = stored as Record<string, unknown>;
	const texts = [state.nodeName, state.source, state.search];
	const counts = [state.revision, state.waiting];
	const sound =
		state.version === 1 &&
		texts.every((text) => typeof text === 'string') &&
		counts.every((count) => Number.isSafeInteger(count) && Number(count) >= 0) &&
		[state.mark, state.floor].every((id) => id === '' || isId(id)) &&
		Array.isArray(state.known) &&
		state.known.every(isKnown) &&
		isRising(state.known as Known[]);
	// A copy, since the stored object is n8n's own and must change only when a poll has succeeded.
	return sound ? (JSON.parse(JSON.stringify(state)) as TriggerState) : undefined;
}

export function rememberedOf(state: TriggerState): Map<string, Remembered> {
	return new Map(
		state.known.map(([id, deliveries, ...values]) => [
			id,
			{ deliveries, values: values as Values },
		]),
	);
}

/** By rising id. */
export function knownOf(remembered: Map<string, Remembered>): Known[] {
	return [...remembered]
		.map(([id, { deliveries, values }]): Known => [id, deliveries, ...values])
		.sort(([a], [b]) => compareIds(a, b));
}

/** Forgets the oldest documents until the state is small enough. */
export function fit(state: TriggerState): TriggerState {
	let bytes = Buffer.byteLength(JSON.stringify(state));
	let cut = 0;
	while (bytes > maxStateBytes && cut < state.known.length) {
		bytes -= Buffer.byteLength(JSON.stringify(state.known[cut])) + 1;
		cut++;
	}
	if (cut === 0) return state;
	const known = state.known.slice(cut);
	return { ...state, known, floor: known.at(0)?.[0] ?? state.mark };
}

/** Whether an id lies above another one, or above nothing. */
export function isAbove(id: string, other: string): boolean {
	return other === '' || compareIds(id, other) > 0;
}

function isId(value: unknown): boolean {
	return typeof value === 'string' && /^-?\d{1,20}$/.test(value);
}

function isKnown(entry: unknown): boolean {
	if (!Array.isArray(entry) || entry.length !== trackedFields.length + 2) return false;
	const [id, deliveries, ...values] = entry as unknown[];
	return isId(id) && Number.isSafeInteger(deliveries) && values.every(isScalar);
}

function isRising(known: Known[]): boolean {
	return known.every(([id], index) => index === 0 || compareIds(id, known[index - 1][0]) > 0);
}
