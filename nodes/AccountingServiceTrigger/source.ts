import type { IPollFunctions } from 'n8n-workflow';

import type { Connection } from '../shared/client/client';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError } from '../shared/client/errors';
import { quote } from '../shared/client/redact';
import { pageSizeLimits } from '../shared/client/settings';
import { searchDocuments } from '../shared/documents/sources';
import { compareIds, CreationOrder, idOf } from '../shared/lists/ids';
import { Listing, type PageSource } from '../shared/lists/listing';
import { Mismatch } from '../shared/lists/mismatch';
import { readNewest } from '../shared/lists/newest';
import { endOf, isLonger, isShort, startOf, type Page } from '../shared/lists/page';
import { PageReader } from '../shared/lists/pageReader';
import { connect, type RequestLimits } from '../shared/n8n/connection';
import type { Deadline } from './deadline';
import { locate } from './locate';
import type { TriggerSettings } from './settings';
import { isAbove, isNumericId, type TriggerState } from './state';

/** The documents of a service, and the identity of their organization. */
interface DocumentSource extends Pick<Connection, 'organization'> {
	pages: PageSource;
}

/**
 * Opens all documents, newest first: the documented default of the search (docs/api/requests.md#search). The trigger
 * applies its filters itself, so what it remembers does not depend on them.
 */
export async function openSource(
	host: IPollFunctions,
	scope: string[],
	limits: RequestLimits,
): Promise<DocumentSource> {
	const client = await connect(host, limits);
	const source = searchDocuments(client, {}, scope);
	const pages: PageSource = {
		...source,
		async fetch(...request) {
			const response = await source.fetch(...request);
			refuseOtherOrder(response.records);
			return response;
		},
	};
	return { pages, organization: client.connection.organization };
}

/** The newest documents at the start of a poll, consecutive in the list. */
export interface PollSnapshot {
	/** Oldest first. */
	records: ServiceRecord[];
	/** No document from this ID on is missing; '' if there are no older ones. */
	coveredFrom: string;
	/** The first page. */
	first?: Page;
}

/** Known documents besides the watched ones, so that none of them counts as new if it moves up. */
export const unwatchedKnown = 100;

const oneAtATime = 1;

/**
 * Reads from the head of the list down to the newest known document, and at least the watched documents. One request, if a page is
 * enough. The list may be empty.
 * @param deadline undefined to read down to the newest known document without a time limit
 */
export async function takeSnapshot(
	source: PageSource,
	{ newestKnownId, waiting, known }: TriggerState,
	{ newestDocuments, maxItems }: TriggerSettings,
	deadline?: Deadline,
): Promise<PollSnapshot> {
	const reader = openReader(source);
	const first = await reader.read({ index: 0, size: reader.largest });
	if (first.refusal) throw first.refusal;
	if (first.records.length === 0) return snapshotOf([], true);
	// If pages are longer than requested, no document can be located, so read down to the newest known document.
	const isToMark = deadline === undefined || isLonger(first);
	const limit = waiting > 0 ? newestDocuments : Math.max(newestDocuments, maxItems);
	const wanted = isToMark ? Number.POSITIVE_INFINITY : limit;
	const isTime = () => deadline === undefined || deadline.isFar;
	const isNew = (record: ServiceRecord) => isAbove(idOf(record), newestKnownId);
	// The oldest document with remembered values.
	const oldest = known.find(([, , ...values]) => values.length > 0)?.[0];
	const pages = { pageSize: reader.largest, parallelPages: oneAtATime, first };
	const listing = new Listing(source, { ...pages, wanted, stopsUnjoined: !isToMark });
	const records: ServiceRecord[] = [];
	// If one of the service's servers is late, its pages do not join those of an import. The next poll reads these again.
	const isJoined = (record: ServiceRecord) => listing.isJoined(record);
	const joined = () => records.filter(isJoined).sort(byIdDescending);
	const isOldest = (record: ServiceRecord) => idOf(record) === oldest && isJoined(record);
	const isWatched = (list: ServiceRecord[]) =>
		list.length >= newestDocuments && (!isNew(list[list.length - 1]) || !isTime());
	for await (const batch of listing.batches()) {
		for (const record of batch) records.push(record);
		if (isShort(first) && records.some(isOldest)) break;
		if (isWatched(records) && isWatched(joined())) break;
	}
	const reachedEnd = listing.result.complete && records.length < wanted;
	const list = joined();
	// Include the first known document, as a sign that it was reached.
	const kept = list.filter((_, place) => place < newestDocuments || isNew(list[place - 1]));
	return { ...snapshotOf(kept, reachedEnd && kept.length === list.length), first };
}

/** Reads the existing documents when the trigger starts. */
export async function takeFirstSnapshot(source: PageSource, wanted: number): Promise<PollSnapshot> {
	const { largest: pageSize } = openReader(source);
	const records = await readNewest(source, { pageSize, parallelPages: oneAtATime, wanted });
	return snapshotOf(records, records.length < wanted);
}

/** The next documents towards the newest one. */
export interface Step {
	/** Oldest first, directly above those of the previous step. */
	records: ServiceRecord[];
	/** How many newer documents there are. */
	waiting: number;
}

/**
 * Reads from a document towards the newest one, oldest first. Each page contains the last known document and its newer
 * neighbours in one response, so that no document is missed if others are created or deleted.
 * @param cursor ID to start above; '' for the oldest document
 * @param guess estimated number of newer documents
 * @param head the first page, if known
 * @throws Mismatch; ServiceError as {@link locate}
 */
export async function* readUpFrom(
	reader: PageReader,
	cursor: string,
	guess: number,
	head?: Page,
): AsyncGenerator<Step> {
	let first = head ?? (await reader.ask({ index: 0, size: reader.largest }));
	let [from, position] = [cursor, guess];
	for (;;) {
		const place = await locate(reader, from || belowAll, { first, guess: position });
		if (!place) throw new Mismatch('the list is not in the order of IDs');
		const { page, before } = place;
		const waiting = startOf(page);
		yield { records: page.records.slice(0, before).reverse(), waiting };
		if (waiting === 0) return;
		[from, position] = [idOf(page.records[0]), waiting];
		// A first page that is known to be full needs no further proof, even if it is shorter than requested.
		if (first.records.length === reader.largest) first = { ...first, size: reader.largest };
	}
}

/** The estimated number of documents, at least those read. */
export function countOf({ records, first }: PollSnapshot): number {
	const { total, pagesCount = 0 } = first?.counts ?? {};
	return Math.max(records.length, total ?? pagesCount * (first?.size ?? 0));
}

/** How far down the list a reader came, to continue there later. */
export function furthestOf({ furthest }: PageReader): number {
	return furthest ? endOf(furthest) : 0;
}

export function openReader(source: PageSource): PageReader {
	return new PageReader(source, { pageSize: pageSizeLimits.maximum, parallelPages: oneAtATime });
}

/** Below every int64. */
const belowAll = '-9999999999999999999';

const byIdDescending = (a: ServiceRecord, b: ServiceRecord) => compareIds(idOf(b), idOf(a));

function snapshotOf(list: ServiceRecord[], reachedEnd: boolean): PollSnapshot {
	const records = [...list].sort(byIdDescending).reverse();
	return { records, coveredFrom: reachedEnd ? '' : idOf(records[0]) };
}

/**
 * The trigger relies on numeric IDs in descending order.
 * @throws ServiceError (incomplete) for other IDs or another order
 */
function refuseOtherOrder(records: ServiceRecord[]): void {
	const odd = records.find((record) => !isNumericId(idOf(record)));
	if (odd) {
		const id = quote(idOf(odd), 60);
		throw new ServiceError('incomplete', `The ID "${id}" of a document is not a whole number`, {
			description: `The trigger finds new documents by their IDs. ${insteadOfTrigger}`,
		});
	}
	const { holds, rises } = CreationOrder.of(records);
	if (holds && !rises) return;
	throw new ServiceError('incomplete', 'The service does not list documents by ID, newest first', {
		description: `The trigger could miss new documents. ${insteadOfTrigger}`,
	});
}

const insteadOfTrigger = 'Use a Schedule Trigger with the operation Export Changes instead.';
