import { ServiceError } from '../shared/client/errors';
import { rowAtStart, rowsOf } from './inputRows';
import { ItemWithFiles, type Outcome } from './operation';

/** The message lists this many items and counts the others. */
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
	const lines = changed.slice(0, maxListedItems).map(({ inputs, results }) => {
		const ids = results.map(
			(result) => (result instanceof ItemWithFiles ? result.json : result).id,
		);
		const known = ids.filter((id) => id !== undefined && id !== null).map(String);
		const whom = known.length > 0 ? ` (ID ${known.slice(0, maxListedItems).join(', ')})` : '';
		return `${rowsOf(inputs.slice(0, maxListedItems))}${whom}`;
	});
	const more =
		changed.length > maxListedItems ? ` and ${changed.length - maxListedItems} more` : '';
	return failure.addAdvice(
		`Already done: ${lines.join('; ')}${more}. Leave them out when you run the workflow again.`,
	);
}
