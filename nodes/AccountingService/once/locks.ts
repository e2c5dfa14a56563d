import { optionally, ServiceError, toResult } from '../../shared/client/errors';
import type { OperationCall } from '../operation';
import { forget, lock, recordName, type Shows, type Unseen } from './memories';
import { waitWhile } from './waiting';

/** How long a request that was cancelled may still have an effect. */
export const untilDeadline = ({ client: { connection } }: OperationCall): number =>
	performance.now() + connection.bounds.timeoutMs;

/** Whether a change was sent and then cancelled, so that the service may still make it. */
export const isCancelledOpen = (thrown: unknown): boolean =>
	thrown instanceof ServiceError && thrown.kind === 'cancelled' && thrown.effect === 'open';

/**
 * Changes records while no other execution of this process changes them.
 * @param paths of the records
 * @param work calls `expect` before it sends a change whose effect a record can show. Without that, the next execution
 * waits for the whole Timeout of a change that was cancelled.
 * @throws ServiceError (cancelled), and what `work` throws
 */
export async function withRecords<T>(
	call: OperationCall,
	paths: string[],
	work: (expect: (shows: Shows) => void) => Promise<T>,
): Promise<T> {
	const { organization } = call.client.connection;
	const names = [...new Set(paths)].map((path) => recordName(call, path));
	const held = await lock(call, names, waitingForRecord);
	let shows: Shows | undefined;
	let left: Unseen[] = [];
	try {
		await untilShown(call, held.unseen);
		const result = await toResult(async () => await work((one) => (shows = one)));
		if (!result.failure) return result.value;
		if (isCancelledOpen(result.failure)) {
			left = names.map((name) => ({ name, until: untilDeadline(call), organization, shows }));
		}
		throw result.failure;
	} finally {
		held.release(left);
	}
}

const waitingForRecord = 'waiting for another execution that changes the record';

/** Waits until the records show the changes that were cancelled, or these can no longer come. */
async function untilShown(call: OperationCall, unseen: Unseen[]): Promise<void> {
	let left = unseen;
	await waitWhile(call, waitingForRecord, async () => {
		const late: Unseen[] = [];
		for (const one of left) {
			if (performance.now() >= one.until) continue;
			const read = await optionally(async () => (await one.shows?.(call, one.name)) === true);
			if (read.failure || !read.value) late.push(one);
			else forget([one]);
		}
		left = late;
		return late.length === 0 ? undefined : Math.max(...late.map(({ until }) => until));
	});
}

/** The path of the record that a request changes: a scheduler is part of its template, a reminder of its document. */
export const recordPath = (path: string): string => path.split('/').slice(0, 4).join('/');

export const documentPath = (id: string): string => `/v2/accountingdocuments/${id}`;
