import { ServiceError } from '../shared/client/errors';
import { rangesOf, rowAtStart, rowsOf } from './inputRows';
import { type FailedOutcome, ItemWithFiles, type Outcome } from './operation';

/** The message names the IDs of this many items. Of more, it names the rows. */
const maxListedItems = 10;

/**
 * Begins the message with the row of a failed item, because n8n ends it with a number that counts from 0. A failure of
 * several items names its rows itself, or concerns all of them.
 */
export function atItsRow(failure: unknown, inputs: number[], count: number): unknown {
	if (count === 1 || inputs.length > 1 || !(failure instanceof ServiceError)) return failure;
	return failure.at(rowAtStart(inputs[0]));
}

/**
 * Adds the changes made before a failure to its message, so that the user knows which rows to leave out of the next run.
 * @param done the outcomes so far, in order
 */
export function withWhatWasDone(failure: unknown, done: Outcome[]): unknown {
	const changed = done.flatMap((outcome) =>
		'results' in outcome && outcome.changes ? [outcome] : [],
	);
	if (changed.length === 0 || !(failure instanceof ServiceError)) return failure;
	const rows =
		changed.length > maxListedItems
			? rangesOf(changed.flatMap(({ inputs }) => inputs))
			: changed.map(withIds).join('; ');
	const them = changed.length === 1 && changed[0].inputs.length === 1 ? 'it' : 'them';
	return failure.addAdvice(`Already done: ${rows}. Leave ${them} out of the next run.`);
}

function withIds({ inputs, results }: Exclude<Outcome, FailedOutcome>): string {
	const ids = results.map((result) => (result instanceof ItemWithFiles ? result.json : result).id);
	const known = ids.filter((id) => id !== undefined && id !== null).map(String);
	const whom = known.length > 0 ? ` (ID ${known.slice(0, maxListedItems).join(', ')})` : '';
	return `${rowsOf(inputs.slice(0, maxListedItems))}${whom}`;
}
