/**
 * Keeps polls of one trigger from handing on the same events twice.
 *
 * After a start, n8n's scheduler makes up for what it missed all at once, so that several polls of one
 * trigger run side by side, each with a copy of the same saved state; and it saves what a poll has come
 * to know only after the poll has ended, when the next one may have been given the older state already
 * (seen in n8n 2.40). So in one process a trigger polls once at a time, and a poll that was given a
 * state whose events were just handed on does nothing: nothing is lost by that, since the next
 * poll finds what this one would have found.
 */

/** After this n8n has saved what was handed on, or has failed to: then the saved state is right. */
const savingTakesMs = 60_000;

/** More triggers than these in one n8n are not told apart from ones that never polled. */
const maxTriggers = 10_000;

interface Lock {
	/** Moment on the clock of the process at which a poll under way counts as ended, whatever became of it. */
	until?: number;
	/** The highest revision that a state of this trigger was given in this process. */
	latest: number;
	/** The state with which events were last handed on, and when. */
	handedOn?: { revision: number; at: number };
}

const locks = new Map<string, Lock>();

/**
 * Begins a poll.
 * @param key the trigger among all of this n8n
 * @param longestMs after this the poll no longer keeps others from polling
 * @returns what ends the poll; undefined while another poll of this trigger runs
 */
export function lockPoll(key: string, longestMs: number): (() => void) | undefined {
	const before = locks.get(key);
	const now = performance.now();
	if (before?.until !== undefined && now < before.until) return undefined;
	const lock: Lock = { latest: 0, ...before, until: now + longestMs };
	locks.delete(key);
	locks.set(key, lock);
	const [oldest] = locks.keys();
	if (locks.size > maxTriggers && oldest !== undefined) locks.delete(oldest);
	return () => delete lock.until;
}

/**
 * @param before revision of the state that a poll began with; 0 if there was none
 * @returns the revision of the state after it: above all that there were, also where the poll was given
 * an older state than other polls, so that what it hands on is not handed on again with a newer one
 */
export function nextRevision(key: string, before: number): number {
	const lock = locks.get(key);
	const revision = Math.max(before, lock?.latest ?? 0) + 1;
	if (lock) lock.latest = revision;
	return revision;
}

/** @param revision of the state that is handed on together with the events */
export function noteHandedOn(key: string, revision: number): void {
	const lock = locks.get(key);
	if (lock) lock.handedOn = { revision, at: performance.now() };
}

/** Whether events were handed on after this state, so lately that n8n may not have saved that yet. */
export function wasJustHandedOn(key: string, revision: number): boolean {
	const handedOn = locks.get(key)?.handedOn;
	if (handedOn === undefined || revision >= handedOn.revision) return false;
	return performance.now() - handedOn.at < savingTakesMs;
}
