import { sleep } from 'n8n-workflow';

/**
 * Who cancels: the user's Stop, by n8n's signal of the execution (n8n/connection.ts), or the deadline of a poll. It ends
 * requests (exchange.ts), retries (client.ts) and pauses. An AbortSignal also notifies its listeners.
 */
export type CancelSignal = Pick<AbortSignal, 'aborted'> &
	Partial<Pick<AbortSignal, 'addEventListener' | 'removeEventListener'>>;

export type Ended<T> = { value: T; why?: undefined } | { why: 'late' | 'cancelled' };

interface Waiting {
	/** Deadline in terms of performance.now(). */
	until: () => number;
	signal?: CancelSignal;
	end: (why: 'late' | 'cancelled') => void;
	wasDue: boolean;
}

const waiting = new Set<Waiting>();
let isTicking = false;

/** Interval of the checks. A cancelled execution ends within this time. */
const tickMs = 200;

/**
 * Waits for work until a deadline or until the execution is cancelled. Any later result or failure of the work is
 * ignored.
 *
 * The only timer that n8n's rules allow is `sleep`, which cannot be cleared. So all callers share one ticker, which
 * stops after the last of them.
 * @param until the deadline in terms of performance.now(); read at every tick because it may move
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
	// If the process was busy, give it one tick to read a response that has already arrived.
	if (one.wasDue) return one.end('late');
	one.wasDue = true;
}

/** Sleeps, but returns soon after the execution is cancelled. */
export async function pause(ms: number, signal?: CancelSignal): Promise<void> {
	const until = performance.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = until - performance.now()) {
		await sleep(Math.min(left, tickMs));
	}
}
