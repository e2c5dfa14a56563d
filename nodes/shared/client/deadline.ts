import { sleep } from 'n8n-workflow';

/** Shows that an execution was cancelled; an AbortSignal also reports it at once. */
export type CancelSignal = Pick<AbortSignal, 'aborted'> &
	Partial<Pick<AbortSignal, 'addEventListener' | 'removeEventListener'>>;

export type Ended<T> = { value: T; why?: undefined } | { why: 'late' | 'cancelled' };

interface Waiting {
	/** Moment of its end, by performance.now(). */
	until: () => number;
	signal?: CancelSignal;
	end: (why: 'late' | 'cancelled') => void;
	wasDue: boolean;
}

const waiting = new Set<Waiting>();
let isTicking = false;

/** Between two looks at what waits; a cancelled execution ends within this time. */
const tickMs = 200;

/**
 * Waits for work, but no longer than until a moment, nor beyond a cancelled execution. What comes of
 * the work after that is dropped, its failure as well.
 *
 * n8n's rules allow no timers but `sleep`, which cannot be ended early, so one ticker serves all that
 * wait at the same time, and stops with the last of them.
 * @param until moment of the end, by performance.now(); read at every tick, since it may move
 */
export async function within<T>(
	work: Promise<T>,
	until: () => number,
	signal?: CancelSignal,
): Promise<Ended<T>> {
	let entry: Waiting | undefined;
	const ended = new Promise<Ended<T>>((resolve) => {
		entry = { until, signal, end: (why) => resolve({ why }), wasDue: false };
		waiting.add(entry);
	});
	void tick();
	return await Promise.race([work.then((value) => ({ value })), ended]).finally(() => {
		if (entry) waiting.delete(entry);
	});
}

async function tick(): Promise<void> {
	if (isTicking) return;
	isTicking = true;
	while (waiting.size > 0) {
		await sleep(tickMs);
		for (const one of waiting) endIfDue(one);
	}
	isTicking = false;
}

function endIfDue(one: Waiting): void {
	if (one.signal?.aborted) return one.end('cancelled');
	if (performance.now() < one.until()) return;
	// A process that was busy until now gets to read what has arrived meanwhile.
	if (one.wasDue) return one.end('late');
	one.wasDue = true;
}

/** Sleeps for a time, or until shortly after the execution is cancelled. */
export async function pause(ms: number, signal?: CancelSignal): Promise<void> {
	const until = performance.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = until - performance.now()) {
		await sleep(Math.min(left, tickMs));
	}
}
