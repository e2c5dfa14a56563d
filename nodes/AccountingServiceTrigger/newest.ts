import { pageSizeLimits } from '../shared/client/dialect';
import type { ServiceRecord } from '../shared/client/envelope';
import { withBelievedCount } from '../shared/lists/beyond';
import { learnSize } from '../shared/lists/pageSize';
import { idOf, sameRecords } from '../shared/lists/ids';
import { endsWith, isPromised } from '../shared/lists/page';
import { Seen } from '../shared/lists/seen';
import type { Pages } from './pages';
import { valuesOf } from './values';

/** The newest documents. */
export interface Newest {
	/** In the service's order: by falling id, unless any order is allowed. */
	records: ServiceRecord[];
	/** Whether there are no older ones. */
	isWhole: boolean;
	/** Id of the last document down to which none is missing; '' where `records` are all there are. */
	covers: string;
	/** About how many documents there are, where the service tells. */
	count?: number;
	/** Documents on a page. */
	pageSize: number;
}

export interface Wanted {
	count: number;
	/** Whether enough was read, where the service does not tell how many documents there are. */
	isEnough?: (records: ServiceRecord[]) => boolean;
	/** Whether it matters that none is missing down to the last one, an id, or down to the end, ''. */
	mustCover?: (lowest: string) => boolean;
}

/** Readings until two in a row are the same. */
const mostReadings = 4;

/**
 * Reads the newest documents: one request up to a page.
 *
 * On several pages one can be missed that slid over a boundary while another one was deleted. The next
 * poll finds it; only where it would count as new then, the pages are read until two readings agree.
 * @throws ServiceError (incomplete, badInput) when the list is in another order, or its pages cannot be read
 */
export async function readNewest(pages: Pages, wanted: Wanted): Promise<Newest> {
	let reading = await readOnce(pages, wanted);
	const { mustCover = () => false } = wanted;
	for (let readings = 1; readings <= mostReadings; readings++) {
		const lowest = reading.isWhole ? '' : lastId(reading.records);
		if (!mustCover(lowest) || (reading.isOneAnswer && lowest !== '')) {
			return { ...reading, covers: lowest };
		}
		const again = await readOnce(pages, wanted);
		const isSame = sameRecords(reading.records, again.records);
		if (isSame && reading.isWhole === again.isWhole) return { ...again, covers: lowest };
		reading = again;
	}
	return { ...reading, covers: lastId(reading.records.slice(0, reading.pageSize)) };
}

type Reading = Omit<Newest, 'covers'> & { isOneAnswer: boolean };

async function readOnce(pages: Pages, { count: wanted, isEnough }: Wanted): Promise<Reading> {
	const { minimum, maximum } = pageSizeLimits;
	const size = Math.min(Math.max(wanted, minimum), maximum);
	const first = await withBelievedCount(await pages.look({ index: 0, size }), pages.reader);
	const { pagesCount } = first;
	// From here on pages are asked for in the size in which they come.
	const pageSize = Math.max(first.records.length, 1);
	const seen = new Seen();
	const records = seen.fresh(first.records);
	let last = first;
	let isWhole = records.length === 0 && !isPromised(first);
	while (last.records.length > 0 && records.length < wanted) {
		if (pagesCount === undefined && isEnough?.(records)) break;
		const page = await pages.behind(last, pageSize);
		// Where a count promises more, an empty page may be a mistake.
		isWhole = page === undefined && (last.pagesCount === undefined || endsWith(last));
		const fresh = seen.fresh(page?.records ?? []);
		if (!page || fresh.length === 0) break;
		if (last === first) learnSize(pages.reader, first);
		records.push(...fresh);
		last = page;
	}
	return {
		records: records.slice(0, wanted),
		isWhole,
		count: pagesCount === undefined ? undefined : pagesCount * pageSize,
		pageSize,
		isOneAnswer: last === first,
	};
}

/**
 * Leaves out the documents of which a second look, at the pages that hold them, says something else
 * than the first one: one of the two looks lagged behind, and the next poll will tell.
 */
export async function agreedBySecondLook(
	pages: Pages,
	{ records, pageSize }: Newest,
	doubtful: Set<string>,
): Promise<ServiceRecord[]> {
	const indexes = new Set<number>();
	for (const [place, record] of records.entries()) {
		if (doubtful.has(idOf(record))) indexes.add(Math.floor(place / pageSize));
	}
	const again = new Map<string, string>();
	for (const index of indexes) {
		const page = await pages.look({ index, size: pageSize });
		for (const record of page.records) again.set(idOf(record), JSON.stringify(valuesOf(record)));
	}
	return records.filter((record) => {
		const id = idOf(record);
		return !doubtful.has(id) || again.get(id) === JSON.stringify(valuesOf(record));
	});
}

function lastId(records: ServiceRecord[]): string {
	return records.length === 0 ? '' : idOf(records[records.length - 1]);
}
