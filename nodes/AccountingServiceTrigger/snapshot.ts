import { pageSizeLimits } from '../shared/client/settings';
import type { ServiceRecord } from '../shared/client/envelope';
import { compareIds, idOf } from '../shared/lists/ids';
import { Listing, type PageSource } from '../shared/lists/listing';
import { locate } from '../shared/lists/locate';
import { Mismatch } from '../shared/lists/mismatch';
import { endOf, isShort, startOf, type Page } from '../shared/lists/page';
import { PageReader } from '../shared/lists/pageReader';
import type { Deadline, Search } from './search';
import type { TriggerSettings } from './settings';
import { isAbove, isNumericId, type TriggerState } from './state';

/** The newest documents of a list, none of which is missing down to the last one. */
export interface Newest {
	/** Oldest first. */
	records: ServiceRecord[];
	/** ID from which on no document is missing; '' if there is no older one. */
	covers: string;
	/** The first page, as it was read. */
	first?: Page;
}

/** What a poll sees of the service at its beginning. */
export interface PollSnapshot {
	/** The newest documents that the search finds. */
	newest: Newest;
	/** The newest documents of all; set if the search leaves some out. */
	ofAll?: Newest;
}

/** Documents beyond the watched ones that are known, so that none of them is new when it moves up. */
export const unwatchedKnown = 100;

/** Documents of all that are looked at beside a search. */
const beside = { usually: 100, atMost: 500 };

const parallelPages = 1;

/**
 * Reads from the head of the list until the mark, and at least as many documents as are watched.
 * @param deadline undefined to read on until the mark, whatever that takes
 */
export async function takeSnapshot(
	{ source, all }: Search,
	{ mark, waiting, known }: TriggerState,
	{ lookBack, maxItems, allowAnyOrder }: TriggerSettings,
	deadline?: Deadline,
): Promise<PollSnapshot> {
	const isToGoOn = () => deadline === undefined || deadline.isFar;
	const limit = waiting > 0 ? lookBack : Math.max(lookBack, maxItems);
	// Before the search: what comes into being in between is then found by it, or by the next poll.
	const { usually, atMost } = beside;
	const others = { wanted: usually, limit: mark === '' ? usually : atMost, mark, oldest: mark };
	const ofAll = all && (await readHead(all, others));
	// Of the known documents, the oldest one of which values are remembered.
	const oldest = known.find(([, , ...values]) => values.length > 1)?.[0];
	const watched = allowAnyOrder
		? { wanted: lookBack, limit: lookBack, oldest }
		: { wanted: lookBack, limit: deadline ? limit : Infinity, mark, oldest, isToGoOn };
	return { newest: await readHead(source, watched), ofAll };
}

/** Reads what exists when the trigger begins; that there is nothing is proved. */
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
	const ofAll = all && (await read(all, beside.usually));
	return { newest: await read(source, count), ofAll };
}

/** The documents that come next above the last ones. */
export interface Step {
	/** Oldest first, without a gap to what came before. */
	records: ServiceRecord[];
	/** How many newer documents there are. */
	waiting: number;
}

/**
 * Reads from a document towards the newest one, oldest first. Each page shows, in one answer, the last
 * document known and its newer neighbours, so that none is missed whatever is created or deleted meanwhile.
 * @param cursor ID to start above; '' for the oldest document
 * @param guess about how many documents are newer
 * @param head the first page, if it was read
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
		// A first page that proved to be full, though shorter than requested, needs no proof again.
		if (first.records.length === reader.largest) first = { ...first, size: reader.largest };
	}
}

/** About how many documents there are; at least as many as were read. */
export function countOf({ records, first }: Newest): number {
	const { total, pagesCount = 0 } = first?.counts ?? {};
	return Math.max(records.length, total ?? pagesCount * (first?.size ?? 0));
}

/** How far down the list a reading came, to look on from there another time. */
export function furthestOf({ furthest }: PageReader): number {
	return furthest ? endOf(furthest) : 0;
}

export function openReader(source: PageSource): PageReader {
	return new PageReader(source, { pageSize: pageSizeLimits.maximum, parallelPages });
}

/** No int64 is as low. */
const belowAll = '-9999999999999999999';

interface Wanted {
	/** Documents to read at least. */
	wanted: number;
	/** Documents to read at most if the mark does not come before. */
	limit: number;
	/** ID to read down to; undefined if IDs have no order. */
	mark?: string;
	/** Whether there is time to read more than what is wanted at least. */
	isToGoOn?: () => boolean;
	/** ID of the oldest document of interest: whether there are older ones makes no difference. */
	oldest?: string;
}

/** One request, unless more documents are wanted than a page has. An empty answer is handed back as it is. */
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
	// Without pages of the size requested no document can be located: the mark has to be reached.
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
	// The first one that is not new shows that the mark was reached.
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
