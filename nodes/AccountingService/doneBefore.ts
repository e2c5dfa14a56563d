import { ServiceError } from '../shared/client/errors';
import { ItemWithFiles, type Outcome } from './operation';

/** So many are named; the others are counted. */
const maxListed = 10;

/**
 * A failure that says what was changed before it, since that stays done: whoever runs the workflow again
 * has to know which items are through.
 * @param done what had succeeded, in order
 */
export function withWhatWasDone(failure: unknown, done: Outcome[]): unknown {
	const changed = done.flatMap((outcome) =>
		'results' in outcome && outcome.changes ? [outcome] : [],
	);
	if (changed.length === 0 || !(failure instanceof ServiceError)) return failure;
	const lines = changed.slice(0, maxListed).map(({ inputs, results }) => {
		const ids = results.map(
			(result) => (result instanceof ItemWithFiles ? result.json : result).id,
		);
		const known = ids.filter((id) => id !== undefined && id !== null).map(String);
		const whom = known.length > 0 ? ` (ID ${known.slice(0, maxListed).join(', ')})` : '';
		return `item ${inputs.slice(0, maxListed).join(', ')}${whom}`;
	});
	const more = changed.length > maxListed ? ` and ${changed.length - maxListed} more` : '';
	return failure.and(
		`Done before, and staying so: ${lines.join('; ')}${more}. Run it again without them.`,
	);
}
