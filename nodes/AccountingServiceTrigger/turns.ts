/**
 * Keeps polls of one trigger from handing on the same events twice.
 *
 * After a start, n8n's scheduler makes up for what it missed all at once, so that several polls of one
 * trigger run side by side, each with a copy of the same saved state; and it saves what a poll has come
 * to know only after the poll has ended, when the next one may have been given the older state already
 * (seen in n8n 2.40). So in one process a trigger polls once at a time, and a poll that was given a
 * state whose events were just handed on leaves its turn out: nothing is lost by that, since the next
 * poll finds what this one would have found.
 */

/** After this n8n has saved what was handed on, or has failed to: then the saved state is right. */
const savingTakesMs = 60_000;

/** More triggers than these in one n8n are not told apart from ones that never polled. */
const mostTriggers = 10_000;

interface Turn {
	/** Moment on the clock of the process at which a poll under way counts as ended, whatever became of it. */
	until?: number;
	/** The last state whose events were handed on, and when. */
	handedOn?: { revision: number; at: number };
}

const turns = new Map<string, Turn>();

/**
 * Begins a poll.
 * @param key the trigger among all of this n8n
 * @param longestMs after this the poll no longer keeps others from polling
 * @returns what ends the poll; undefined while another poll of this trigger runs
 */
export function beginTurn(key: string, longestMs: number): (() => void) | undefined {
	const { until, handedOn } = turns.get(key) ?? {};
	const now = performance.now();
	if (until !== undefined && now < until) return undefined;
	const turn: Turn = { until: now + longestMs, handedOn };
	turns.delete(key);
	turns.set(key, turn);
	const [oldest] = turns.keys();
	if (turns.size > mostTriggers && oldest !== undefined) turns.delete(oldest);
	return () => delete turn.until;
}

/** @param revision of the state that the events were found with; 0 where there was none */
export function noteHandedOn(key: string, revision: number): void {
	const turn = turns.get(key);
	if (turn) turn.handedOn = { revision, at: performance.now() };
}

/** Whether the events of this state, or of a later one, were handed on so lately that n8n may not have saved that. */
export function wasJustHandedOn(key: string, revision: number): boolean {
	const handedOn = turns.get(key)?.handedOn;
	if (handedOn === undefined || revision > handedOn.revision) return false;
	return performance.now() - handedOn.at < savingTakesMs;
}
