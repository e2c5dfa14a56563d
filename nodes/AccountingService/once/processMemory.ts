import { within } from '../../shared/client/deadline';
import type { ServiceClient } from '../../shared/client/client';
import type { ServiceRecord } from '../../shared/client/envelope';
import { cancelledWhile } from '../../shared/client/errors';
import { idOf } from '../../shared/lists/ids';
import type { OperationCall } from '../operation';

/**
 * All that this process remembers of its writes. Other processes do not see it.
 *
 * | Memory | Of | Until |
 * | --- | --- | --- |
 * | `locks` | keys and records that an execution holds or waits for | their release |
 * | `kept` | released keys and records that the next holder must wait for | a minute, or the Timeout of a cancelled request |
 * | `ownCreations` | documents that are the result of a request | 10,000 newer ones |
 *
 * Locks: a change reads a record and sends all of it back, and a creation first searches for an existing document.
 * Without locks, two concurrent executions could undo each other's change or create a document twice. An execution
 * locks keys first (unique.ts), then a record (locks.ts). If it holds a record, it takes no other lock, and it takes
 * all names of a lock at once. So there is no deadlock.
 *
 * Own creations: a list may show a created document late. Without this memory, the node could take it for the document
 * of a later request that got no response and may have created nothing.
 */

/** By name. The promise resolves when every execution that holds the lock or waits for it has released it. */
const locks = new Map<string, Promise<unknown>>();

/** A released lock that still protects its name, because the effect of a request may show later. */
export interface Kept {
	name: string;
	/** Deadline in terms of performance.now(). */
	until: number;
	/** The document that the list does not show yet, if it is known. */
	id?: string;
	/** Of the credential that made the request. */
	organization?: string;
}

const keptLocks = new Map<string, Kept>();

/** Organization and ID, the oldest first. */
const ownCreations = new Set<string>();
const maxOwnCreations = 10_000;

export interface Lock {
	/** What previous holders left and is not over yet: this holder must wait for it. */
	kept: Kept[];
	/** @param unseen what the next holder must wait for as well */
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
		for (const one of unseen) keptLocks.set(one.name, one);
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

/** Also forgets what has expired, so that the memory stays small. */
function takeKept(names: string[]): Kept[] {
	const now = performance.now();
	for (const [name, { until }] of keptLocks) if (until <= now) keptLocks.delete(name);
	return names.flatMap((name) => keptLocks.get(name) ?? []);
}

const creationName = ({ connection }: ServiceClient, record: ServiceRecord) =>
	`${connection.organization} ${idOf(record)}`;

/** Remembers a document as the result of a request. */
export function rememberCreation(client: ServiceClient, record: ServiceRecord): void {
	ownCreations.add(creationName(client, record));
	for (const oldest of ownCreations) {
		if (ownCreations.size <= maxOwnCreations) return;
		ownCreations.delete(oldest);
	}
}

/** Whether a document is known to be the result of another request. */
export function isOwnCreation(client: ServiceClient, record: ServiceRecord): boolean {
	return ownCreations.has(creationName(client, record));
}
