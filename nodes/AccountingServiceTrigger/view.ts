import type { ServiceRecord } from '../shared/client/envelope';
import { compareIds, idOf } from '../shared/lists/ids';
import { readNewest, type Newest } from './newest';
import type { Search } from './search';
import type { Stretch } from './settle';
import { isAbove, isNumericId, type TriggerState } from './state';

/** What a poll sees of the service at its beginning. */
export interface View {
	/** The newest documents that the search finds. */
	newest: Newest;
	/** The newest documents of all; set where the search leaves some out. */
	ofAll?: Newest;
}

/** Documents of all that are looked at beside a search; more of them where as many are new. */
const others = { usually: 100, atMost: 500 };

/**
 * @param count of documents that the search finds
 * @param state what is remembered; undefined for a beginning
 */
export async function lookAt(
	{ pages, all }: Search,
	count: number,
	state?: TriggerState,
): Promise<View> {
	const { mark = '', floor, shown = 0 } = state ?? {};
	// Only where it is about to count as known further down than before.
	const mustCover = (lowest: string) =>
		floor === undefined || (floor !== '' && isAbove(floor, lowest));
	const known = new Set(state?.known.map(([id]) => id));
	const isAsBefore = (records: ServiceRecord[]) =>
		records.length >= shown && records.every((record) => known.has(idOf(record)));
	const isEnough = state && isAsBefore;
	if (all === undefined) return { newest: await readNewest(pages, { count, isEnough, mustCover }) };
	// Before the search: what comes into being in between is then found by it, or by the next poll.
	const reachesMark = (records: ServiceRecord[]) =>
		mark !== '' && !isAbove(lowestOf(records), mark);
	const ofAll = async (most: number) =>
		await readNewest(all, { count: most, isEnough: reachesMark, mustCover });
	let beside = await ofAll(others.usually);
	if (!beside.isWhole && mark !== '' && !reachesMark(beside.records)) {
		beside = await ofAll(others.atMost);
	}
	return { ofAll: beside, newest: await readNewest(pages, { count, isEnough }) };
}

export function isEmpty({ newest, ofAll }: View): boolean {
	return (ofAll ?? newest).records.length === 0;
}

/** A view as what is to be compared with what is remembered. */
export function stretchOf(
	state: TriggerState,
	{ newest, ofAll }: View,
	anyOrder: boolean,
): [TriggerState, Stretch] {
	const { covers } = ofAll ?? newest;
	// So many are new that some of them were not seen: below those that were, none counts as new later.
	const isGap = ofAll && isNumericId(covers) && state.mark !== '' && isAbove(covers, state.mark);
	return [
		isGap ? { ...state, floor: covers } : state,
		{
			records: oldestFirst(newest.records),
			covers,
			isById: !anyOrder,
			ofAll: ofAll && oldestFirst(ofAll.records),
		},
	];
}

function oldestFirst(records: ServiceRecord[]): ServiceRecord[] {
	const areNumbers = records.every((record) => isNumericId(idOf(record)));
	return areNumbers
		? [...records].sort((a, b) => compareIds(idOf(a), idOf(b)))
		: [...records].reverse();
}

function lowestOf(records: ServiceRecord[]): string {
	return records.length === 0 ? '' : idOf(oldestFirst(records)[0]);
}
