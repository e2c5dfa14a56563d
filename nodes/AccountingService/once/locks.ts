import { pause } from '../../shared/client/deadline';
import { cancelledWhile, ServiceError, toResult } from '../../shared/client/errors';
import type { OperationCall } from '../operation';
import { type Kept, lock } from './processMemory';

/** How long a request that was cancelled may still have an effect. */
export const untilDeadline = ({ client: { connection } }: OperationCall): number =>
	performance.now() + connection.bounds.timeoutMs;

/** Whether a change was sent and then cancelled, so that the service may still make it. */
export const isCancelledOpen = (thrown: unknown): boolean =>
	thrown instanceof ServiceError && thrown.kind === 'cancelled' && thrown.effect === 'open';

/**
 * Changes records while no other execution of this process changes them.
 * @param paths of the records
 * @throws ServiceError (cancelled), and what `work` throws
 */
export async function withRecords<T>(
	call: OperationCall,
	paths: string[],
	work: () => Promise<T>,
): Promise<T> {
	const { baseUrl } = call.client.connection;
	const names = [...new Set(paths)].map((path) => `record ${baseUrl}${path}`);
	const held = await lock(call, names, waitingForRecord);
	let unseen: Kept[] = [];
	try {
		await untilOver(call, held.kept);
		const result = await toResult(work);
		if (!result.failure) return result.value;
		if (isCancelledOpen(result.failure))
			unseen = names.map((name) => ({ name, until: untilDeadline(call) }));
		throw result.failure;
	} finally {
		held.release(unseen);
	}
}

const waitingForRecord = 'waiting for another execution that changes the record';

/** @throws ServiceError (cancelled) */
async function untilOver({ client }: OperationCall, unseen: Kept[]): Promise<void> {
	const { signal } = client.connection.bounds;
	const until = Math.max(0, ...unseen.map((one) => one.until));
	await pause(until - performance.now(), signal);
	if (signal?.aborted) throw cancelledWhile(waitingForRecord);
}

/** The path of the record that a request changes: a scheduler is part of its template, a reminder of its document. */
export const recordPath = (path: string): string => path.split('/').slice(0, 4).join('/');

export const documentPath = (id: string): string => `/v2/accountingdocuments/${id}`;
