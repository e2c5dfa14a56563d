import { pageSizeLimits } from '../shared/client/settings';
import type { ServiceRecord } from '../shared/client/envelope';
import { pause } from '../shared/client/deadline';
import { pausesOfEmptyMs } from '../shared/lists/firstPage';
import { compareIds, idOf } from '../shared/lists/ids';
import { Listing, type PageSource } from '../shared/lists/listing';
import { locate } from '../shared/lists/locate';
import { Mismatch } from '../shared/lists/mismatch';
import { endOf, isShort, startOf, type Page } from '../shared/lists/page';
import { PageReader } from '../shared/lists/pageReader';
import type { Deadline, Search } from './search';
import type { TriggerSettings } from './settings';
import { isAbove, isNumericId, type TriggerState } from './state';

/** The newest documents of a list, without a gap. */
export interface Newest {
	/** Oldest first. */
	records: ServiceRecord[];
	/** No document from this ID on is missing; '' if there are no older ones. */
	covers: string;
	/** The first page. */
	first?: Page;
}

/** The state of the service at the start of a poll. */
export interface PollSnapshot {
	/** The newest documents that pass the service's filters. */
	newest: Newest;
	/** The newest documents without filters; set if there are any. */
	ofAll?: Newest;
}

/** Known documents besides the watched ones, so that none of them counts as new if it moves up. */
export const unwatchedKnown = 100;

/** Number of documents to read without filters. */
const beside = { usually: 100, atMost: 500 };

const parallelPages = 1;

/**
 * Reads from the head of the list down to the mark, and at least the watched documents.
 * @param deadline undefined to read down to the mark without a time limit
 */
export async function takeSnapshot(
	{ source, all }: Search,
	{ mark, waiting, known }: TriggerState,
	{ lookBack, maxItems, allowAnyOrder }: TriggerSettings,
	deadline?: Deadline,
): Promise<PollSnapshot> {
	const isToGoOn = () => deadline === undefined || deadline.isFar;
	const limit = waiting > 0 ? lookBack : Math.max(lookBack, maxItems);
	// Read without filters first. The filtered list or the next poll then has any document created in between.
	const { usually, atMost } = beside;
	const others = { wanted: usually, limit: mark === '' ? usually : atMost, mark, oldest: mark };
	const ofAll = all && (await readHead(all, others));
	// The oldest document with remembered values.
	const oldest = known.find(([, , ...values]) => values.length > 1)?.[0];
	const watched = allowAnyOrder
		? { wanted: lookBack, limit: lookBack, oldest }
		: { wanted: lookBack, limit: deadline ? limit : Infinity, mark, oldest, isToGoOn };
	return { newest: await readHead(source, watched), ofAll };
}

/** Reads the existing documents when the trigger starts. An empty list is confirmed, with pauses. */
export async function takeFirstSnapshot(
	{ source, all }: Search,
	count: number,
): Promise<PollSnapshot> {
	const read = async (from: PageSource, wanted: number): Promise<Newest> => {
		const { largest: pageSize } = openReader(from);
		const listing = new Listing(from, { pageSize, parallelPages, wanted });
		const records: ServiceRecord[] = [];
		for await (const batch of listing.batches()) for (const record of batch) records.push(record);
		return newestOf(records, records.length < wanted);
	};
	// Started with a list that is empty for a moment, the trigger would report every document as created.
	for (let tries = 0; ; tries++) {
		const ofAll = all && (await read(all, beside.usually));
		const newest = await read(source, count);
		const isEmpty = (ofAll ?? newest).records.length === 0;
		if (!isEmpty || tries === pausesOfEmptyMs.length) return { newest, ofAll };
		await pause(pausesOfEmptyMs[tries]);
	}
}

/** The next documents towards the newest one. */
export interface Step {
	/** Oldest first, without a gap after the previous step. */
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
	const range = { index: 0, size: reader.largest };
	let first = head?.size === range.size ? head : await reader.ask(range);
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
export function countOf({ records, first }: Newest): number {
	const { total, pagesCount = 0 } = first?.counts ?? {};
	return Math.max(records.length, total ?? pagesCount * (first?.size ?? 0));
}

/** How far down the list a reader came, to continue there later. */
export function furthestOf({ furthest }: PageReader): number {
	return furthest ? endOf(furthest) : 0;
}

export function openReader(source: PageSource): PageReader {
	return new PageReader(source, { pageSize: pageSizeLimits.maximum, parallelPages });
}

/** Below every int64. */
const belowAll = '-9999999999999999999';

interface Wanted {
	/** Minimum number of documents. */
	wanted: number;
	/** Maximum number of documents if the mark is further down. */
	limit: number;
	/** ID to read down to; undefined if IDs have no order. */
	mark?: string;
	/** Whether there is time to read more than the minimum. */
	isToGoOn?: () => boolean;
	/** ID of the oldest relevant document. */
	oldest?: string;
}

/** Reads the head of a list, with one request if a page is enough. The list may be empty. */
async function readHead(
	source: PageSource,
	{ wanted, limit, mark, oldest, isToGoOn = () => true }: Wanted,
): Promise<Newest> {
	const reader = openReader(source);
	const size = Math.min(Math.max(wanted, pageSizeLimits.minimum), reader.largest);
	const first = await reader.read({ index: 0, size });
	if (first.refusal) throw first.refusal;
	if (first.records.length === 0) return newestOf([], true);
	const isNew = (record: ServiceRecord) => mark !== undefined && isAbove(idOf(record), mark);
	const reachesMark = (list: ServiceRecord[]) => !isNew(list[list.length - 1]);
	// If pages are longer than requested, no document can be located, so read down to the mark.
	const most = first.records.length > size ? Number.POSITIVE_INFINITY : limit;
	const pages = { pageSize: reader.largest, parallelPages, from: first };
	const records: ServiceRecord[] = [];
	let isWhole = true;
	for await (const batch of new Listing(source, { ...pages, wanted: most }).batches()) {
		for (const record of batch) records.push(record);
		const isEnough =
			(records.length >= wanted && (reachesMark(records) || !isToGoOn())) ||
			(isShort(first) && records.some((record) => idOf(record) === oldest));
		isWhole = records.length < most && !isEnough;
		if (!isWhole) break;
	}
	// Include the first known document, as a sign that the mark was reached.
	const kept = records.filter((_, place) => place < wanted || isNew(records[place - 1]));
	return { ...newestOf(kept, isWhole && kept.length === records.length), first };
}

function newestOf(records: ServiceRecord[], isWhole: boolean): Newest {
	const areNumbers = records.every((record) => isNumericId(idOf(record)));
	const oldestFirst = areNumbers
		? [...records].sort((a, b) => compareIds(idOf(a), idOf(b)))
		: [...records].reverse();
	return { records: oldestFirst, covers: isWhole ? '' : idOf(oldestFirst[0]) };
}
