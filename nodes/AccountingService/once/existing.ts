import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { optionally, type Result } from '../../shared/client/errors';
import { compareIds, idOf } from '../../shared/lists/ids';
import { listLagSeconds } from '../../shared/lists/lag';
import type { OperationCall } from '../operation';
import type { Draft } from '../document/drafts';
import type { Key } from '../document/key';
import { KnownDocuments } from './knownDocuments';
import { documentPath, isCancelledOpen, untilDeadline } from './locks';
import { changeOf, rememberUnseen, type Unseen } from './memories';
import { readAfterChanges } from './readDocument';
import { hasKey, keyName, givenKeys, keysOf } from './unique';
import { waitWhile } from './waiting';

/**
 * What exists already, for every record that may exist only once: documents by their key, copies by their original,
 * payment orders by their documents, reminders by their day. It is the list as read, and what this process has made,
 * changed or deleted and the list does not show yet (memories.ts). The caller holds the locks of the keys.
 */

/** How to look for records of one kind. */
interface Sight<S> {
	/** Reads the list. @throws ServiceError as the list */
	read(): Promise<S>;
	/** Records of the list that decide, and that this process has changed. */
	changed?(listed: S): Unseen[];
	/** Whether the list shows it. */
	shows(listed: S, one: Unseen): boolean;
	/**
	 * Adds a record as it is now.
	 * @returns `late` if only the list can tell whether it exists, `other` if it is not what was looked for: gone, changed
	 * or of another company
	 */
	add(listed: S, one: Unseen): Promise<'added' | 'late' | 'other'>;
}

/**
 * Looks what exists. Waits for what the list alone can show, at most a minute after it was made, or could be made after Stop.
 * @throws ServiceError (cancelled), and as the list
 */
export async function whatExists<S>(
	call: OperationCall,
	unseen: Unseen[],
	sight: Sight<S>,
): Promise<S> {
	let [listed, left] = [undefined as S, unseen];
	await waitWhile(
		call,
		'waiting for the list to show what another row or execution has made',
		async () => {
			// The list may have been read a moment before it shows the record, although the response came later.
			const readAt = performance.now();
			listed = await sight.read();
			const waits: number[] = [];
			const added: Unseen[] = [];
			for (const one of [...(sight.changed?.(listed) ?? []), ...left]) {
				if (readAt >= one.until || sight.shows(listed, one)) continue;
				const state = await sight.add(listed, one);
				if (state !== 'other') added.push(one);
				if (state === 'late') waits.push(one.until);
			}
			left = added;
			return waits.length === 0 ? undefined : Math.max(...waits);
		},
	);
	return listed;
}

/** What the next execution must know of a creation. */
export function unseenAfter(
	call: OperationCall,
	names: string[],
	made: Result<ServiceRecord | undefined>,
): Unseen[] {
	const { failure } = made;
	const isOpen = isCancelledOpen(failure);
	if (failure && !isOpen && failure.kind !== 'outcomeUnknown') return [];
	const { organization } = call.client.connection;
	// After Stop, the service may still take as long as Timeout allows, and only then show it late.
	const until = (isOpen ? untilDeadline(call) : performance.now()) + listLagSeconds * 1000;
	const record = failure ? undefined : made.value;
	return names.map((name) => ({ name, until, organization, ...(record && { record }) }));
}

/** The documents to search for existing ones, or without a search only the newest ones. */
export async function existingDocuments(
	drafts: Draft[],
	unseen: Unseen[],
): Promise<KnownDocuments> {
	const [{ call }] = drafts;
	if (drafts.every((draft) => keysOf(draft).length === 0)) {
		return await KnownDocuments.readNewest(call.client);
	}
	const wanted = wantedIn(drafts);
	const wantedUnseen = unseen.filter(({ name }) => wanted.has(name));
	// Since the list was read.
	let readById = new Set<string>();
	return await whatExists(call, wantedUnseen, {
		async read() {
			readById = new Set();
			return await searchedDocuments(drafts);
		},
		changed: (known) => [...wanted].flatMap(([name, some]) => changedWith(call, known, name, some)),
		shows: (known, { record, name, behind }) =>
			record
				? known.has(record) && (readById.has(idOf(record)) || !changeOfDocument(call, record))
				: (wanted.get(name) ?? []).some(({ key, body }) => {
						const isOther = (one: ServiceRecord) => behind?.known.includes(idOf(one)) !== true;
						return known.withKey(key, body).filter(isOther).length > (behind?.lost ?? 0);
					}),
		async add(known, one) {
			if (!one.record) return 'late';
			const { id } = one.record;
			const read = await readUnseen(call, one, idOf(one.record));
			if (read === 'late') return read;
			readById.add(idOf(one.record));
			// Without values, a document that is gone has no key.
			if (read === 'other') {
				if (known.has(one.record)) known.add({ id });
				return read;
			}
			known.add(read);
			const isIt = (wanted.get(one.name) ?? []).some(({ key, body }) => hasKey(read, key, body));
			return isIt ? 'added' : 'other';
		},
	});
}

/** A key, and the document that is to have it. */
interface WantedKey {
	key: Key;
	body: IDataObject;
}

/** By the name of the key. */
function wantedIn(drafts: Draft[]): Map<string, WantedKey[]> {
	const wanted = new Map<string, WantedKey[]>();
	for (const draft of drafts) {
		for (const key of keysOf(draft)) {
			const name = keyName(draft.call, key);
			const same = wanted.get(name) ?? [];
			wanted.set(name, same);
			same.push({ key, body: draft.body });
		}
	}
	return wanted;
}

/** What this process has changed in a document or is changing, although lists may not show it yet. */
export const changeOfDocument = (call: OperationCall, record: ServiceRecord) =>
	changeOf(call, documentPath(idOf(record)));

/** The listed documents with a key that this process has changed: they may have lost it. */
function changedWith(
	call: OperationCall,
	known: KnownDocuments,
	name: string,
	wanted: WantedKey[],
): Unseen[] {
	const listed = new Set(wanted.flatMap(({ key, body }) => known.withKey(key, body)));
	return [...listed].flatMap((record) => {
		const change = changeOfDocument(call, record);
		if (!change) return [];
		const { until, organization } = change;
		return [{ name, until, organization, record: { id: record.id } }];
	});
}

/**
 * A document that this process has changed or created.
 * @returns undefined if it is gone
 * @throws ServiceError as the request that reads it
 */
export async function asItIsNow(
	call: OperationCall,
	record: ServiceRecord,
): Promise<ServiceRecord | undefined> {
	const id = idOf(record);
	const read = await readTwice(call, id);
	if (!read.failure) return read.value;
	if (read.failure.kind !== 'notFound') throw read.failure;
	return wasDeleted(call, id) ? undefined : record;
}

/**
 * After an update: the document has the keys that it was given as if it were created with them.
 * @param after its outcome
 */
export function rememberKeys(
	call: OperationCall,
	id: string,
	changes: IDataObject,
	after: Result<ServiceRecord | undefined>,
): void {
	if (call.preview) return;
	const names = givenKeys(changes).map((key) => keyName(call, key));
	rememberUnseen(unseenAfter(call, names, after).map((one) => ({ ...one, record: { id } })));
}

/** Look Back, and on to the originals of copies. Without permission to search, only Unique By fails. */
async function searchedDocuments(drafts: Draft[]): Promise<KnownDocuments> {
	const [{ call }] = drafts;
	const searching = drafts.filter((draft) => keysOf(draft).length > 0);
	const count = Math.max(...searching.map(({ lookBack }) => lookBack));
	const originals = searching.flatMap(({ originalId }) => originalId ?? []);
	const oldest = originals.reduce<string | undefined>(
		(lowest, id) => (lowest !== undefined && compareIds(lowest, id) < 0 ? lowest : id),
		undefined,
	);
	const read = await optionally(async () => await KnownDocuments.read(call.client, count, oldest));
	if (!read.failure) return read.value;
	if (drafts.some(({ unique }) => unique)) throw read.failure;
	return await KnownDocuments.readNewest(call.client);
}

/**
 * The record by its ID is current while the list lags (docs/api/behaviours.md#healthy-services). A company may have
 * several applications (docs/api/requests.md#token-exchange), so a document that another one has made may be there too.
 * @returns `other` if it is not there
 */
async function readUnseen(
	call: OperationCall,
	{ organization }: Unseen,
	id: string,
): Promise<ServiceRecord | 'late' | 'other'> {
	const read = await readTwice(call, id);
	if (!read.failure) return read.value;
	const isMissing = read.failure.kind === 'notFound';
	const mayBeOther = organization !== call.client.connection.organization;
	return isMissing && (mayBeOther || wasDeleted(call, id)) ? 'other' : 'late';
}

/** Only that proves that a listed document is gone: the path that reads it is inferred, and may be wrong. */
const wasDeleted = (call: OperationCall, id: string): boolean =>
	changeOf(call, documentPath(id))?.left === 'deleted';

/** Reads a document, and again if the service does not find it: a single "not found" may be a mistake. */
export async function readTwice(call: OperationCall, id: string): Promise<Result<ServiceRecord>> {
	const first = await optionally(async () => await readAfterChanges(call, id));
	if (first.failure?.kind !== 'notFound') return first;
	return await optionally(async () => await readAfterChanges(call, id));
}
