import type { ServiceRecord } from '../shared/client/envelope';
import { idOf } from '../shared/lists/ids';
import { Climb } from './climb';
import type { Pages } from './pages';
import { isAbove, isNumericId, rememberedOf, type Remembered, type TriggerState } from './state';
import { isSame, trackedFields, valuesOf } from './values';

/** What of a document hardly ever changes, so that it tells documents of equal ids apart. */
const lasting = (['accountingDocumentNo', 'total', 'dueDate'] as const).map((field) =>
	trackedFields.indexOf(field),
);

/** The documents to compare when all of the newest are newer than the remembered ones. */
const compared = 20;

/**
 * Whether a credential that changed still leads to the organization whose documents are remembered.
 * One id that both have proves nothing: most of the remembered documents must be there, and be the same.
 * @param records the newest documents, at least one
 */
export async function isSameOrganization(
	state: TriggerState,
	records: ServiceRecord[],
	pages: Pages,
): Promise<boolean> {
	const known = [...rememberedOf(state)].filter(([, { values }]) => values !== undefined);
	if (known.length === 0) return state.known.length === 0;
	const ids = records.map(idOf);
	if (ids.some((id) => known.some(([other]) => other === id)) || !ids.every(isNumericId)) {
		return isMostlyThere(known, records);
	}
	// More new documents than were read: the remembered ones are looked for further down.
	const last = known.slice(-compared);
	const from = known.at(-compared - 1)?.[0] ?? '';
	if (from === '' || !ids.every((id) => isAbove(id, from))) return false;
	for await (const { records: found } of new Climb(pages, from, records.length).steps()) {
		return isMostlyThere(last, found);
	}
	return false;
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
