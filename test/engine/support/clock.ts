import { sleep } from 'n8n-workflow';

import * as deadline from '../../../nodes/shared/client/deadline';
import { defaultBounds } from '../../../nodes/shared/client/settings';
import { probeUntilListed } from '../../../nodes/AccountingService/once/unknownOutcome';

/**
 * During a test, the clocks stop, so that deadlines, token lifetimes and measured speeds do not depend on the speed of
 * this machine. They advance when the node pauses, and when a test lets time pass. The Date header of responses keeps the
 * real time.
 */
const clocks = [performance, Date];

/** A pause takes a hundredth of its time, because these tests mostly wait for retries. */
const faster = 100;
const sliceMs = 10;

/** Milliseconds that have passed in the tests of this file. */
let passedMs = 0;
let undo: Array<() => void> = [];

beforeEach(() => {
	const still = clocks.map((clock) => {
		const now = clock.now() + passedMs;
		const before = passedMs;
		return jest.spyOn(clock, 'now').mockImplementation(() => now + passedMs - before);
	});
	const spies = [...still, jest.spyOn(deadline, 'pause').mockImplementation(pauseBriefly)];
	undo = spies.map((spy) => () => spy.mockRestore());
});

const undoAll = () => undo.forEach((one) => one());

afterEach(undoAll);

async function pauseBriefly(ms: number, signal?: deadline.CancelSignal): Promise<void> {
	const endsAt = passedMs + ms;
	for (let left = ms / faster; left > 0 && !signal?.aborted; left -= sliceMs) {
		await sleep(Math.min(left, sliceMs));
	}
	// Simultaneous pauses end together.
	if (!signal?.aborted) passedMs = Math.max(passedMs, endsAt);
}

/** Lets time pass at once, so that earlier deadlines are over. */
export function passTime(ms: number): void {
	passedMs += ms;
}

/** The node looks once for the document of a lost response, in this test, instead of again and again. */
export function probeOnce(): void {
	const probing = jest.replaceProperty(probeUntilListed, 'seconds', 0);
	undo.push(() => probing.restore());
}

/** More than the default timeout of a request. */
export const longerThanTimeoutMs = defaultBounds.timeoutMs + 1_000;

/** For measurements: the clocks run, and pauses take their full time. */
export function inRealTime(): void {
	beforeEach(undoAll);
}
