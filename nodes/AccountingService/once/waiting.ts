import { pause } from '../../shared/client/deadline';
import { cancelledWhile } from '../../shared/client/errors';
import type { OperationCall } from '../operation';

export const firstPauseMs = 500;
export const longestPauseMs = 15_000;

/** Shorter waits need no explanation. */
const longWaitMs = 2_000;

/** @param activity "waiting for another execution that changes the record" */
export function hintOfWait({ hint }: OperationCall, activity: string, waitedMs: number): void {
	if (waitedMs <= longWaitMs) return;
	hint(`The node spent ${Math.round(waitedMs / 1000)} seconds ${activity}.`, 'waited');
}

/** Looks with growing pauses until there is nothing to wait for. Names a long wait in a hint.
 * @param look returns until when to wait, in terms of performance.now(); undefined to end
 * @throws ServiceError (cancelled), and what `look` throws
 */
export async function waitWhile(
	call: OperationCall,
	activity: string,
	look: () => Promise<number | undefined>,
): Promise<void> {
	const { signal } = call.client.connection.bounds;
	// Without the requests, which may wait for the service.
	let waitedMs = 0;
	for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
		const until = await look();
		if (until === undefined) break;
		const since = performance.now();
		await pause(Math.min(wait, until - since), signal);
		waitedMs += performance.now() - since;
		if (signal?.aborted) throw cancelledWhile(activity);
	}
	hintOfWait(call, activity, waitedMs);
}
