import type { Search } from './search';
import { margin, settle } from './settle';
import type { TriggerSettings } from './settings';
import { isNumericId, type TriggerState } from './state';
import { isEmpty, lookAt, stretchOf } from './view';

/** Looks after which it is believed that there is no document at all. */
const looksAtNothing = 3;

/**
 * What exists now counts as known: nothing of it is handed on.
 * @param state the one before the first document
 */
export async function baseline(
	state: TriggerState,
	search: Search,
	settings: TriggerSettings,
): Promise<TriggerState> {
	const { lookBack, allowAnyOrder } = settings;
	// A little more than is watched, so that what moves up when documents are deleted is known as well.
	const look = async () => await lookAt(search, lookBack + margin);
	let view = await look();
	for (let looks = 1; looks < looksAtNothing && isEmpty(view); looks++) view = await look();
	const [, stretch] = stretchOf(state, view, allowAnyOrder);
	const { covers = '' } = stretch;
	const floor = isNumericId(covers) ? covers : '';
	const none = { judge: () => [], isReady: () => false, textsOf: () => undefined };
	return settle({ ...state, floor }, stretch, { ...none, room: 1, lookBack }).state;
}
