import { pause, within } from '../../shared/client/deadline';
import { cancelledWhile, ServiceError, toResult } from '../../shared/client/errors';
import type { OperationCall } from '../operation';

/**
 * The locks of this process. A change reads a record and sends all of it back, and a creation searches for an existing
 * document first. So two executions at once would undo or double each other. Other processes are not seen.
 *
 * Order: an execution locks keys first (unique.ts), then a record. An execution that holds a record takes no other lock, and all
 * names of a lock are taken at once, so there is no deadlock.
 */

/** By name: ends when all that hold the lock or wait for it have released it. */
const locks = new Map<string, Promise<unknown>>();

/** What a released lock still protects: the effect of a request may show later. */
export interface Kept {
	name: string;
	/** Deadline in terms of performance.now(). */
	until: number;
	/** The document that the list does not show yet, if it is known. */
	id?: string;
	/** Of the credential that made the request. */
	organization?: string;
}

const kept = new Map<string, Kept>();

export interface Lock {
	/** What the last holder left. */
	kept: Kept[];
	/** @param unseen what the next holder must wait for */
	release(unseen?: Kept[]): void;
}

/**
 * Waits until no other execution holds one of the names.
 * @param activity completes sentences: "waiting for …"
 * @throws ServiceError (cancelled)
 */
export async function lock(
	{ client: { connection } }: OperationCall,
	names: string[],
	activity: string,
): Promise<Lock> {
	const others = names.flatMap((name) => locks.get(name) ?? []);
	let end = () => {};
	const own = new Promise<void>((resolve) => (end = resolve));
	const all = Promise.all([...others, own]).then(() => {
		for (const name of names) if (locks.get(name) === all) locks.delete(name);
	});
	for (const name of names) locks.set(name, all);
	const release = (unseen: Kept[] = []) => {
		for (const one of unseen) kept.set(one.name, one);
		end();
	};
	if (others.length > 0) {
		const waited = await within(Promise.all(others), () => Infinity, connection.bounds.signal);
		if (waited.why !== undefined) {
			release();
			throw cancelledWhile(activity);
		}
	}
	return { kept: takeKept(names), release };
}

/** Also forgets what is over, so that the memory stays small. */
function takeKept(names: string[]): Kept[] {
	const now = performance.now();
	for (const [name, { until }] of kept) if (until <= now) kept.delete(name);
	return names.flatMap((name) => kept.get(name) ?? []);
}

/** How long a request that was cancelled may still have an effect. */
export const untilDeadline = ({ client: { connection } }: OperationCall): number =>
	performance.now() + connection.bounds.timeoutMs;

/** Whether a change was sent and then cancelled, so that it may still be made. */
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
	let unseen = held.kept;
	try {
		await untilOver(call, held.kept);
		unseen = [];
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
