import { sleep } from 'n8n-workflow';

import * as deadline from '../../../nodes/shared/client/deadline';

/**
 * The clocks stand still during a test, so that no deadline, no life of a token and no speed that the node measures
 * depends on how fast this machine is. They go on when the node pauses, and when a test lets time pass.
 */
const clocks = [performance, Date];

/** A pause takes a twentieth of its time: most of the time of these tests was waiting for the next try. */
const faster = 20;
const sliceMs = 10;

/** Milliseconds that have passed in all tests of this file so far. */
let passedMs = 0;
let spies: jest.SpyInstance[] = [];

beforeEach(() => {
	const still = clocks.map((clock) => {
		const now = clock.now() + passedMs;
		const before = passedMs;
		return jest.spyOn(clock, 'now').mockImplementation(() => now + passedMs - before);
	});
	spies = [...still, jest.spyOn(deadline, 'pause').mockImplementation(pauseBriefly)];
});

afterEach(() => spies.forEach((spy) => spy.mockRestore()));

async function pauseBriefly(ms: number, signal?: deadline.CancelSignal): Promise<void> {
	const endsAt = passedMs + ms;
	for (let left = ms / faster; left > 0 && !signal?.aborted; left -= sliceMs) {
		await sleep(Math.min(left, sliceMs));
	}
	// Pauses at the same time end at the same time.
	if (!signal?.aborted) passedMs = Math.max(passedMs, endsAt);
}

/** Lets time pass at once: whatever has an earlier deadline is late. */
export function passTime(ms: number): void {
	passedMs += ms;
}

/** More than the default timeout of a request. */
export const longerThanTimeoutMs = 61_000;

/** For what is measured: the clocks go, and pauses take as long as they do in n8n. */
export function inRealTime(): void {
	beforeEach(() => spies.forEach((spy) => spy.mockRestore()));
}
