import type { ServiceRecord } from '../../shared/client/envelope';
import { optionally, type Result } from '../../shared/client/errors';
import { compareIds, idOf } from '../../shared/lists/ids';
import type { OperationCall } from '../operation';
import type { Draft } from '../document/drafts';
import { KnownDocuments } from './knownDocuments';
import { isCancelledOpen, untilDeadline } from './locks';
import type { Unseen } from './memories';
import { readDocument } from './readDocument';
import { hasKey, keyName, keysOf } from './unique';
import { MissingTwice } from './unknownOutcome';
import { waitWhile } from './waiting';

/**
 * What exists already, for every record that may exist only once: documents by their key, copies by their original,
 * payment orders by their documents, reminders by their day. It is the list as read, and what this process has made
 * and the list does not show yet (memories.ts). The caller holds the locks of the keys.
 */

/**
 * How long a list may lag behind (docs/api/behaviours.md#healthy-services). Another accounting service was seen to take
 * 7.1 s, while the record by its ID was current.
 */
export const listLagSeconds = 60;

/** How to look for records of one kind. */
interface Sight<S> {
	/** Reads the list. @throws ServiceError as the list */
	read(): Promise<S>;
	/** Whether the list shows it. */
	shows(listed: S, one: Unseen): boolean;
	/**
	 * Adds a record that the list does not show.
	 * @returns `late` if only the list can tell whether it exists, `other` if it is of another company
	 */
	add(listed: S, one: Unseen): Promise<'added' | 'late' | 'other'>;
}

/**
 * Looks what exists. Waits for what the list alone can show, at most a minute after it was made.
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
		'waiting for the list to show what another execution has made',
		async () => {
			// The list may have been read a moment before it shows the record, although the response came later.
			const readAt = performance.now();
			listed = await sight.read();
			const waits: number[] = [];
			const added: Unseen[] = [];
			for (const one of left) {
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
	const until = isOpen ? untilDeadline(call) : performance.now() + listLagSeconds * 1000;
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
	const withName = (name: string) =>
		drafts.flatMap((draft) => {
			const keys = keysOf(draft).filter((key) => keyName(call, key) === name);
			return keys.map((key) => ({ key, body: draft.body }));
		});
	return await whatExists(call, unseen, {
		read: async () => await searchedDocuments(drafts),
		shows: (known, { record, name }) =>
			record
				? known.has(record)
				: withName(name).some(({ key, body }) => known.withKey(key, body).length > 0),
		async add(known, one) {
			if (!one.record) return 'late';
			const read = await readUnseen(call, one, idOf(one.record));
			if (typeof read === 'string') return read;
			const isIt = withName(one.name).some(({ key, body }) => hasKey(read, key, body));
			if (isIt) known.add(read);
			return isIt ? 'added' : 'other';
		},
	});
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
 */
async function readUnseen(
	call: OperationCall,
	{ organization }: Unseen,
	id: string,
): Promise<ServiceRecord | 'late' | 'other'> {
	const missing = new MissingTwice();
	for (;;) {
		const read = await optionally(async () => await readDocument(call, id));
		if (!read.failure) return read.value;
		const mayBeOther = organization !== call.client.connection.organization;
		if (read.failure.kind !== 'notFound' || !mayBeOther) return 'late';
		if (missing.isSure(id, true)) return 'other';
	}
}
