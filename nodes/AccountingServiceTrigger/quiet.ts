import type { TriggerState } from './state';
import { fingerprint } from './values';

/** More triggers than these in one n8n go on from what n8n has saved. */
const mostNotes = 50;

const notes = new Map<string, { of: string; state: TriggerState }>();

/**
 * n8n's scheduler without durable cursors loads the state for each poll and saves it with items only.
 * What quiet polls have come to know is therefore noted here: for this process, and only as the
 * continuation of just the state that n8n has saved.
 * @param next undefined for a poll that hands on something, whose state n8n saves itself
 */
export function noteQuiet(key: string, saved?: TriggerState, next?: TriggerState): void {
	notes.delete(key);
	if (saved === undefined || next === undefined) return;
	notes.set(key, { of: print(saved), state: next });
	const [oldest] = notes.keys();
	if (notes.size > mostNotes && oldest !== undefined) notes.delete(oldest);
}

/** What quiet polls made of a state; undefined when there were none since it was saved. */
export function continued(key: string, saved: TriggerState): TriggerState | undefined {
	const note = notes.get(key);
	return note?.of === print(saved) ? note.state : undefined;
}

function print(state: TriggerState): string {
	return fingerprint(JSON.stringify(state));
}
