import { withRecords } from '../../../nodes/AccountingService/once/locks';
import { lock } from '../../../nodes/AccountingService/once/memories';
import type { OperationCall } from '../../../nodes/AccountingService/operation';
import { ServiceError } from '../../../nodes/shared/client/errors';

const timeoutMs = 150;

/** A call that can be cancelled. The locks read nothing else of it, but tell it of a long wait. */
function call(baseUrl: string, ms = timeoutMs) {
	const stop = new AbortController();
	const connection = { baseUrl, bounds: { timeoutMs: ms, signal: stop.signal } };
	const made = { client: { connection }, hint: jest.fn() } as unknown as OperationCall;
	return { made, stop };
}

const cancelledOpen = () =>
	new ServiceError('cancelled', 'Cancelled while it was sent', { description: '', effect: 'open' });
const cancelledBefore = () =>
	new ServiceError('cancelled', 'Cancelled before', { description: '', effect: 'none' });

/** A change of the record that is cancelled. @returns the deadline of its request, at the earliest */
async function cancelled(baseUrl: string, failure: ServiceError, ms = timeoutMs): Promise<number> {
	// Node's timers may end a millisecond early.
	const deadline = performance.now() + ms - 5;
	const change = withRecords(call(baseUrl, ms).made, ['/1'], async () => {
		throw failure;
	});
	await expect(change).rejects.toBe(failure);
	return deadline;
}

/** The time at which the next change of the record begins. */
const begins = async (baseUrl: string) =>
	await withRecords(call(baseUrl).made, ['/1'], async () => performance.now());

it('an execution that comes later waits for one that still waits itself', async () => {
	const { made } = call('http://later');
	const first = await lock(made, ['key'], 'waiting');
	const second = lock(made, ['key'], 'waiting');
	first.release();
	const held = await second;
	const events: string[] = [];
	const third = lock(made, ['key'], 'waiting').then(({ release }) => {
		events.push('third');
		release();
	});
	await new Promise((resolve) => setImmediate(resolve));
	events.push('second is done');
	held.release();
	await third;
	expect(events).toEqual(['second is done', 'third']);
});

it('a change begins only after the deadline of one that was cancelled on its way', async () => {
	const deadline = await cancelled('http://sent', cancelledOpen());
	expect(await begins('http://sent')).toBeGreaterThanOrEqual(deadline);
});

it('a change that was cancelled before it was sent delays no other', async () => {
	const baseUrl = 'http://unsent';
	await cancelled(baseUrl, cancelledBefore());
	const { unseen, release } = await lock(call(baseUrl).made, [`record ${baseUrl}/1`], 'waiting');
	release();
	expect(unseen).toEqual([]);
});

it('an execution that is cancelled while it waits for that deadline leaves the wait to the next one', async () => {
	// Long enough for a slow machine: the next execution has to begin before it.
	const deadline = await cancelled('http://twice', cancelledOpen(), 1_500);
	const { made, stop } = call('http://twice');
	stop.abort();
	const work = jest.fn();
	await expect(withRecords(made, ['/1'], work)).rejects.toMatchObject({ kind: 'cancelled' });
	expect(work).not.toHaveBeenCalled();
	expect(await begins('http://twice')).toBeGreaterThanOrEqual(deadline);
});
