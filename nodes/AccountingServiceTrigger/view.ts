import { idOf, compareIds } from '../shared/lists/ids';
import type { ServiceRecord } from '../shared/client/envelope';
import { readNewest, type Newest } from './newest';
import type { Search } from './search';
import type { Stretch } from './settle';
import type { TriggerSettings } from './settings';
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

export async function lookAt(
	{ source, all }: Search,
	{ allowAnyOrder }: TriggerSettings,
	wanted: number,
	mark = '',
): Promise<View> {
	if (all === undefined) return { newest: await readNewest(source, wanted, allowAnyOrder) };
	// Before the search: what comes into being in between is then found by it, or by the next poll.
	let ofAll = await readNewest(all, others.usually, allowAnyOrder);
	if (!ofAll.isWhole && mark !== '' && isAbove(lowestOf(ofAll.records), mark)) {
		ofAll = await readNewest(all, others.atMost, allowAnyOrder);
	}
	return { ofAll, newest: await readNewest(source, wanted, allowAnyOrder) };
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
	const { records, isWhole } = ofAll ?? newest;
	const lowest = isWhole || records.length === 0 ? '' : lowestOf(records);
	// So many are new that some of them were not seen: below those that were, none counts as new later.
	const isGap = ofAll && isNumericId(lowest) && state.mark !== '' && isAbove(lowest, state.mark);
	return [
		isGap ? { ...state, floor: lowest } : state,
		{
			records: oldestFirst(newest.records),
			covers: lowest,
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
