import { idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import { locate } from './locate';
import { openReader, type PollSnapshot } from './source';
import { matchesStored, rememberedOf, trackedFields, valuesOf, type TriggerState } from './state';

/** Fields that hardly ever change, to tell documents of two organizations with the same ID apart. */
const lasting = (['accountingDocumentNo', 'total', 'dueDate'] as const).map((field) =>
	trackedFields.indexOf(field),
);

/**
 * Whether a changed credential is still for the same organization. Two organizations may share an ID, so most of the
 * remembered documents must be the same.
 */
export async function isSameOrganization(
	state: TriggerState,
	source: PageSource,
	{ records }: PollSnapshot,
): Promise<boolean> {
	const known = new Map([...rememberedOf(state)].filter(([, { values }]) => values));
	const last = [...known.keys()].at(-1);
	if (last === undefined) return state.known.length === 0;
	// The last remembered document may be further down than the pages read so far.
	const place = await locate(openReader(source), last, { guess: records.length });
	const found = place?.page.records ?? records;
	const compared = found.flatMap((record) => {
		const before = known.get(idOf(record))?.values;
		const now = valuesOf(record);
		return before ? [lasting.every((index) => matchesStored(before[index], now[index]))] : [];
	});
	return compared.filter(Boolean).length * 2 > compared.length;
}
