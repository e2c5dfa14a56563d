import { within } from '../../shared/client/deadline';
import type { ServiceClient } from '../../shared/client/client';
import type { ServiceRecord } from '../../shared/client/envelope';
import { cancelledWhile } from '../../shared/client/errors';
import { stringifyExactly } from '../../shared/client/json';
import { idOf } from '../../shared/lists/ids';
import { listLagSeconds } from '../../shared/lists/lag';
import type { OperationCall } from '../operation';
import { hintOfWait } from './waiting';

/**
 * Every memory of the package. Other processes see none of them but those that n8n keeps.
 *
 * | Of this process | Key | Until |
 * | --- | --- | --- |
 * | `locks` here: keys and records that an execution holds or waits for | name | their release |
 * | `unseen` here: what a request may have done, although no list shows it yet | name | a minute, or the Timeout of a cancelled request if longer |
 * | `ownChanges` here: records that a request has changed or deleted, although lists may not show it yet | path | a minute, 100,000 newer ones |
 * | `ownRecords` here: how requests have left records that only a list shows, and what it may still show | organization and list, ID | a minute, 100,000 newer lists |
 * | `ownCreations` here: documents that are the result of a request | organization and ID | 10,000 newer ones |
 * | `tries` in retryOnFail.ts: outcomes of each item, for Retry On Fail | first input item | n8n drops the item |
 * | `flights` in token.ts: token exchanges | credential | their end |
 * | `latest` in token.ts: tokens | credential | 1,000 newer ones |
 * | `refusedTokens`, `refusedEarly` in token.ts: tokens that a service refused, and how often in a row | credential | 100 newer ones, 1,000 newer ones |
 * | `tokenWaits` in n8n/sender.ts: who waits for the token of another process | credential | the wait ends |
 * | `secrets`, `inUse` in redact.ts: what errors must not show | secret, client | 200 newer ones that no client uses, the end of the work |
 * | `labelOf` in redact.ts: names of fields | – | the response is read |
 * | `waiting`, `isTicking` in deadline.ts: who waits for a deadline | wait | its end |
 * | `pendingRequests` in exchange.ts: requests that n8n has not sent yet | request | n8n drops it |
 * | `found` in firstPage.ts: what page 0 of the lists had | credential | 1,000 of them; an error counts for ten minutes |
 * | `applied` in ignoredParameters.ts: parameters that have an effect | credential and parameter | 1,000 of them |
 * | `unsavedStates` in the trigger's memory.ts: states of polls without items | trigger | 50 newer ones |
 * | `pollLocks` in the trigger's memory.ts: running polls, and the state that they delivered | trigger | a minute after them; 50 newer ones |
 * | `accepted` in describe.ts: derived from constants | constant | the process |
 * | `watchedItems` in organizations.ts: a number for the next look at a credential | – | a million, then again from 0 |
 *
 * | Of an execution, until its end | Key | At most |
 * | --- | --- | --- |
 * | documents known and written, creations, lost ones, keys: executionMemory.ts, knownDocuments.ts | ID, value of a key | the documents that it reads and writes |
 * | PreviewedRecords in client/preview.ts: what earlier items in preview would leave | credential and path | one for each item |
 * | `execution` of the call, by perExecution.ts: documents of reminders, states, links, signs of credit notes, rows that created records (kinds/create.ts) | credential and what it is | one for each item |
 * | `execution` of the call: how many records a preview has read, what its rows leave out, names of files | – | one for each item |
 * | `cache` of the connection: VAT rates (vatRateList.ts), addresses with an ID that worked (client.ts) | query, address | one for each item |
 * | clients in organizations.ts, if the credential has expressions | item, credential | one for each item |
 * | forms as read in fields/forms.ts; hints, and what they count, in n8n/hints.ts | item, text | one for each item |
 *
 * | Kept by n8n | Key | Until |
 * | --- | --- | --- |
 * | IDs of uploaded files in the context of the node (uploading.ts) | organization and file | the operation succeeds |
 * | payment orders of each document in the context of the node (otherLists.ts) | organization and document | n8n deletes the execution |
 * | sentences of previews in the context of an agent's tool (previewItem.ts) | document | the execution ends |
 * | the state of a trigger in static data (the trigger's memory.ts) | node | n8n deletes the workflow |
 * | the token in hidden fields of the credential (token.ts) | credential | the next token |
 *
 * Locks: a change reads a record and sends all of it back, and a creation first searches for an existing document.
 * Without locks, two concurrent executions could undo each other's change or create a document twice. An execution
 * locks keys first (unique.ts), those that it gives to a document too, then a record (locks.ts). If it holds a record,
 * it takes no other lock, and it takes all names of a lock at once. So there is no deadlock.
 *
 * Own creations: a list may show a created document late. Without this memory, the node could take it for the document
 * of a later request that got no response and may have created nothing.
 */

/** By name. The promise resolves when every execution that holds the lock or waits for it has released it. */
const locks = new Map<string, Promise<unknown>>();

/** What a request of this process has done or may still do, although no list shows it yet. */
export interface Unseen {
	/** The name of the lock: a key, or a record. */
	name: string;
	/** After that it no longer counts, in terms of performance.now(). */
	until: number;
	/** Of the credential that made the request. */
	organization: string;
	/** The created record, if the response has shown it. Of a document, only its ID. */
	record?: ServiceRecord;
	/** Without one: IDs of the documents with the key that it is not, and how many others may come before it. */
	behind?: { known: string[]; lost: number };
	/** Whether a record shows the change of a request that was cancelled. */
	shows?: Shows;
}

/** @throws ServiceError as the request that reads the record */
export type Shows = (call: OperationCall, name: string) => Promise<boolean>;

/** By name, the oldest first. */
const unseen = new Map<string, Unseen[]>();

/** What a request of this process has changed in a record. */
interface OwnChange {
	/** After that all lists show it, in terms of performance.now(). */
	until: number;
	/** Of the credential that made the request. */
	organization: string;
	left?: 'deleted';
}

/** By address, the oldest first. */
const ownChanges = new Map<string, OwnChange>();
const maxChanges = 100_000;

/** A record that only a list shows. */
export interface OwnRecord {
	/** How a request has left it: JSON, or '' if it is deleted. */
	left: string;
	/** How a late list may still show it: JSON, or '' for no record. Until when, in terms of performance.now(). */
	earlier: Map<string, number>;
}

/** By organization and address of the list, the oldest first, then by ID. */
const ownRecords = new Map<string, Map<string, OwnRecord>>();

/** By organization and ID, the oldest first. All lists show them after `until`, in terms of performance.now(). */
const ownCreations = new Map<string, { id: string; organization: string; until: number }>();
const maxOwnCreations = 10_000;

export interface Lock {
	/** What previous holders left and is not over yet. */
	unseen: Unseen[];
	/** @param left what the next holder must know as well */
	release(left?: Unseen[]): void;
}

/**
 * Waits until no other execution holds one of the names.
 * @param activity completes sentences: "waiting for …"
 * @throws ServiceError (cancelled)
 */
export async function lock(call: OperationCall, names: string[], activity: string): Promise<Lock> {
	const others = names.flatMap((name) => locks.get(name) ?? []);
	let end = () => {};
	const own = new Promise<void>((resolve) => (end = resolve));
	const all = Promise.all([...others, own]).then(() => {
		for (const name of names) if (locks.get(name) === all) locks.delete(name);
	});
	for (const name of names) locks.set(name, all);
	const release = (left: Unseen[] = []) => {
		rememberUnseen(left);
		end();
	};
	if (others.length > 0) {
		const { signal } = call.client.connection.bounds;
		const since = performance.now();
		const waited = await within(Promise.all(others), () => Infinity, signal);
		if (waited.why !== undefined) {
			release();
			throw cancelledWhile(activity);
		}
		hintOfWait(call, activity, performance.now() - since);
	}
	forgetOld();
	return { unseen: names.flatMap(unseenOf), release };
}

/** For the next holders of the locks. */
export function rememberUnseen(left: Unseen[]): void {
	for (const one of left) {
		const others = unseenOf(one.name).filter((other) => !isAbout(other, one));
		// Behind the others, so that the oldest come first.
		unseen.delete(one.name);
		unseen.set(one.name, [...others, one]);
	}
}

const isAbout = (one: Unseen, other: Unseen): boolean =>
	one.record !== undefined &&
	other.record !== undefined &&
	one.organization === other.organization &&
	idOf(one.record) === idOf(other.record);

const unseenOf = (name: string): Unseen[] =>
	(unseen.get(name) ?? []).filter(({ until }) => until > performance.now());

/** From the oldest on, so that this takes no longer than remembering them. */
function forgetOld(): void {
	for (const name of unseen.keys()) {
		if (unseenOf(name).length > 0) return;
		unseen.delete(name);
	}
}

/** For what a record or a list shows by now. */
export function forget(seen: Unseen[]): void {
	for (const one of seen) {
		const left = unseenOf(one.name).filter((other) => other !== one);
		if (left.length > 0) unseen.set(one.name, left);
		else unseen.delete(one.name);
	}
}

const recordAddress = ({ client: { connection } }: OperationCall, path: string) =>
	`${connection.baseUrl}${path}`;

/** The name of the lock of a record, whatever the credential: two may belong to one company. */
export const recordName = (call: OperationCall, path: string): string =>
	`record ${recordAddress(call, path)}`;

/**
 * Remembers a record as changed or deleted: what a list shows of it may be old. A preview changes none.
 * @param path of the record
 */
export function rememberChange(call: OperationCall, path: string, left?: OwnChange['left']): void {
	if (call.preview) return;
	const now = performance.now();
	const { organization } = call.client.connection;
	const address = recordAddress(call, path);
	// A later request that failed does not bring a deleted record back.
	const known = left ?? ownChanges.get(address)?.left;
	// Behind the others, so that the oldest come first.
	ownChanges.delete(address);
	ownChanges.set(address, { until: now + listLagSeconds * 1000, organization, left: known });
	for (const [oldest, { until }] of ownChanges) {
		if (until > now && ownChanges.size <= maxChanges) return;
		ownChanges.delete(oldest);
	}
}

/** What this process has changed in the record, while lists may not show it, or may be changing now. */
export function changeOf(call: OperationCall, path: string): OwnChange | undefined {
	const now = performance.now();
	const change = ownChanges.get(recordAddress(call, path));
	if (change && change.until > now) return change;
	const name = recordName(call, path);
	if (!locks.has(name) && unseenOf(name).length === 0) return undefined;
	const { organization } = call.client.connection;
	return { until: now + listLagSeconds * 1000, organization };
}

const listAddress = (call: OperationCall, path: string, organization: string) =>
	`${organization} ${recordAddress(call, path)}`;

/**
 * Remembers how a request has left a record that only a list shows. A preview changes none.
 * @param path of the list
 * @param before how the list has shown it
 * @param left undefined if it is deleted
 */
export function rememberInList(
	call: OperationCall,
	path: string,
	id: string,
	before: ServiceRecord[],
	left: ServiceRecord | undefined,
): void {
	if (call.preview || id === '') return;
	const address = listAddress(call, path, call.client.connection.organization);
	const now = performance.now();
	const records = withoutOld(ownRecords.get(address) ?? new Map<string, OwnRecord>(), now);
	const { left: last, earlier } = records.get(id) ?? { earlier: new Map<string, number>() };
	const shown = before.length > 0 ? before.map(stringifyExactly) : [''];
	for (const state of last === undefined ? shown : [last, ...shown]) {
		earlier.set(state, now + listLagSeconds * 1000);
	}
	records.set(id, { left: left ? stringifyExactly(left) : '', earlier });
	// Behind the others, so that the oldest come first.
	ownRecords.delete(address);
	ownRecords.set(address, records);
	for (const [oldest, some] of ownRecords) {
		if (withoutOld(some, now).size > 0 && ownRecords.size <= maxChanges) return;
		ownRecords.delete(oldest);
	}
}

function withoutOld(records: Map<string, OwnRecord>, now: number): Map<string, OwnRecord> {
	for (const [id, { earlier }] of records) {
		for (const [state, until] of earlier) if (until <= now) earlier.delete(state);
		if (earlier.size === 0) records.delete(id);
	}
	return records;
}

/** By ID: what this process has changed in a list. @param organization of the credential that made the requests */
export const ownRecordsIn = (
	call: OperationCall,
	path: string,
	organization: string,
): ReadonlyMap<string, OwnRecord> =>
	ownRecords.get(listAddress(call, path, organization)) ?? new Map<string, OwnRecord>();

const creationName = ({ connection }: ServiceClient, record: ServiceRecord) =>
	`${connection.organization} ${idOf(record)}`;

/** Remembers a document as the result of a request. */
export function rememberCreation(client: ServiceClient, record: ServiceRecord): void {
	const { organization } = client.connection;
	const until = performance.now() + listLagSeconds * 1000;
	ownCreations.set(creationName(client, record), { id: idOf(record), organization, until });
	for (const oldest of ownCreations.keys()) {
		if (ownCreations.size <= maxOwnCreations) return;
		ownCreations.delete(oldest);
	}
}

/** IDs of the documents that this process has created, while lists may not show them. */
export function newCreations({ connection: { organization } }: ServiceClient): string[] {
	const now = performance.now();
	return [...ownCreations.values()]
		.filter((one) => one.until > now && one.organization === organization)
		.map(({ id }) => id);
}

/** Whether a document is known to be the result of another request. */
export function isOwnCreation(client: ServiceClient, record: ServiceRecord): boolean {
	return ownCreations.has(creationName(client, record));
}
