import type { ServiceRecord } from '../client/envelope';
import { sameRecords } from './ids';
import type { Page } from './page';
import type { PageReader } from './reader';
import type { Seen } from './seen';

/** Looks at one page of a list that changes there all the time. */
const mostLooks = 20;

/**
 * Step 3: takes a page in. What comes again has to come in the same order as before, or the order is not
 * kept.
 * @returns the records that had not come yet, and one that came twice at places that do not fit
 */
export function takeIn(
	page: Page,
	seen: Seen,
): { fresh: ServiceRecord[]; misplaced?: ServiceRecord } {
	const places = placesIn(page, seen);
	const fresh: ServiceRecord[] = [];
	let misplaced: ServiceRecord | undefined;
	let last = Number.NEGATIVE_INFINITY;
	for (const [at, record] of page.records.entries()) {
		const former = seen.placeOf(record);
		const place = places[at];
		if (former === undefined) fresh.push(record);
		// A record that stands twice in the page has its place from the first time.
		const isKept = place > last && (!isPlace(former) || former === place);
		if (!isKept) misplaced ??= record;
		if (!isPlace(former)) seen.add(record, place);
		last = place;
	}
	return { fresh, misplaced };
}

/**
 * The places of the records of a page. Those without one yet stand between their neighbours that have
 * one; behind all others where no such neighbour follows, which others can then no longer do; and in front
 * of all others on a first page where none has one.
 */
function placesIn({ records, index }: Page, seen: Seen): number[] {
	const known = records.map((record) => seen.placeOf(record));
	const lastKnown = known.findLastIndex(isPlace);
	if (lastKnown < 0 && index === 0) return records.map((_, at) => seen.first - records.length + at);
	// What came before, at places unknown by now, may stand in front of others or behind them.
	if (lastKnown < 0 && known.some((place) => place !== undefined))
		seen.forgetBehind(seen.first - 1);
	else if (lastKnown < records.length - 1) seen.forgetBehind(known[lastKnown] ?? seen.last);
	const places: number[] = [];
	for (let from = 0; from < records.length; from = places.length) {
		const between = known.slice(from).findIndex(isPlace);
		const next = known[from + between];
		if (between < 0 || next === undefined) {
			for (let at = from; at < records.length; at++) places.push(seen.last + 1 + at - from);
			break;
		}
		const before = places[from - 1] ?? next - between * 1e-6;
		for (let at = 1; at <= between; at++)
			places.push(before + ((next - before) * at) / (between + 1));
		places.push(next);
	}
	return places;
}

function isPlace(place: number | undefined): place is number {
	return place !== undefined && !Number.isNaN(place);
}

/**
 * Step 7: whether a service keeps to one order, on which every proof rests. Where all answers came in the
 * order of their ids there is nothing to turn; otherwise one page is asked for until it is the same twice
 * in a row.
 * @param first a page that was read
 * @throws ServiceError as the source
 */
export async function isKeptInOrder(reader: PageReader, first: Page): Promise<boolean> {
	if (reader.isInOrderOfIds) return true;
	// An empty answer in between is not asked for again here: what turns with each request would look kept.
	let before = await reader.read(first);
	for (let looks = 1; looks < mostLooks; looks++) {
		const page = await reader.read(first);
		if (page.records.length > 0 && sameRecords(page.records, before.records)) return true;
		before = page;
	}
	return false;
}

/** Says that an order is not kept to. */
export function noOrder(many: string): string {
	return `The service gave the same page ${mostLooks} times, and its ${many} never came in the same order twice: it does not keep to one order, or they change all the time`;
}
