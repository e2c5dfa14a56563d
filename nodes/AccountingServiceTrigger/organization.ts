import { idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import { locate } from '../shared/lists/locate';
import type { ServiceRecord } from '../shared/client/envelope';
import type { Search } from './search';
import { openReader, type Newest } from './snapshot';
import { isAbove, isNumericId, rememberedOf, type Remembered, type TriggerState } from './state';
import { isSame, trackedFields, valuesOf } from './values';

/** What of a document hardly ever changes, so that it tells documents of equal IDs apart. */
const lasting = (['accountingDocumentNo', 'total', 'dueDate'] as const).map((field) =>
	trackedFields.indexOf(field),
);

/** Why what is remembered says nothing about the documents that are there now; undefined if it does. */
export async function whyAfresh(
	state: TriggerState,
	{ origin, conditions, source }: Search,
	newest: Newest,
): Promise<string | undefined> {
	// Nothing is concluded from an answer without documents.
	if (newest.records.length === 0) return undefined;
	if (state.source !== origin && !(await isSameOrganization(state, newest, source))) {
		return 'the credential now belongs to another service or organization';
	}
	const areNumbers = state.known.every(([id]) => isNumericId(id));
	return state.search !== conditions && !areNumbers
		? 'its search was changed, and the IDs of the service are not numbers'
		: undefined;
}

/**
 * Whether a credential that changed still leads to the organization whose documents are remembered.
 * One ID that both have proves nothing: most of the remembered documents must be there, and be the same.
 * @param newest the newest documents, at least one
 */
async function isSameOrganization(
	state: TriggerState,
	{ records }: Newest,
	source: PageSource,
): Promise<boolean> {
	const known = [...rememberedOf(state)].filter(([, { values }]) => values !== undefined);
	if (known.length === 0) return state.known.length === 0;
	const ids = records.map(idOf);
	const isShown = ids.some((id) => known.some(([other]) => other === id));
	if (isShown || !ids.every(isNumericId)) return isMostlyThere(known, records);
	// More new documents than were read: the remembered ones are looked for further down.
	const [last] = known[known.length - 1];
	const place = await locate(openReader(source), last, { guess: records.length });
	return place !== undefined && isMostlyThere(known, place.page.records);
}

/** Counts the remembered documents that lie among those found, and those of them that are the same. */
function isMostlyThere(known: Array<[string, Remembered]>, records: ServiceRecord[]): boolean {
	const found = new Map(records.map((record) => [idOf(record), valuesOf(record)]));
	const ids = [...found.keys()];
	const isByNumber = [...ids, ...known.map(([id]) => id)].every(isNumericId);
	const [first, last] = [ids[0], ids[ids.length - 1]];
	const [lowest, highest] = isAbove(first, last) ? [last, first] : [first, last];
	let [within, same] = [0, 0];
	for (const [id, { values = [] }] of known) {
		const now = found.get(id);
		if (!now && isByNumber && (isAbove(lowest, id) || isAbove(id, highest))) continue;
		within++;
		if (now && lasting.every((index) => isSame(values[index], now[index]))) same++;
	}
	return same * 2 > within;
}
