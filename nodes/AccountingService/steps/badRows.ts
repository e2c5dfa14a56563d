import { ServiceError } from '../../shared/client/errors';
import { shortened } from '../../shared/client/redact';
import { rowsAtStart } from '../inputRows';
import type { FailedOutcome, Outcome } from '../operation';

/** Items whose values are wrong, so that the user can correct all of them at once. */
interface BadRow extends FailedOutcome {
	failure: ServiceError;
}

export const isBadRow = (outcome: Outcome): outcome is BadRow =>
	'failure' in outcome &&
	outcome.failure instanceof ServiceError &&
	outcome.failure.kind === 'badInput';

/** The message lists this many and counts the others. */
const maxListed = 20;

/** The advice on the first kinds of mistakes. */
const maxAdvice = 5;

/** Of a line, so that a long value leaves space for the others. */
const maxLine = 150;

/**
 * The errors of all bad rows as one: a line for each, then what to do about those that are corrected alike, or only one if
 * they have the same. n8n links it to the first row.
 */
export function badRows(bad: FailedOutcome[]): FailedOutcome {
	const rows = (bad as BadRow[]).sort((a, b) => a.inputs[0] - b.inputs[0]);
	const [{ failure: first }] = rows;
	if (rows.length === 1) return rows[0];
	const inputs = rows.flatMap((row) => row.inputs);
	const byMessage = new Map<string, BadRow[]>();
	for (const row of rows) {
		const same = byMessage.get(row.failure.message) ?? [];
		same.push(row);
		byMessage.set(row.failure.message, same);
	}
	if (byMessage.size === 1) return { inputs, failure: first.at(rowsAtStart(inputs)) };
	const mistakes = [...byMessage.values()];
	const more = mistakes.length - maxListed;
	const listed = [
		'Correct them and run the workflow again. To send the other rows without them, set On Error to Continue.',
		...withAdvice(mistakes.slice(0, maxListed)),
		...(more > 0 ? [`And ${more} more.`] : []),
	];
	const failure = new ServiceError(
		'badInput',
		`${rows.length} rows have errors, so the node sent nothing`,
		{
			description: listed.join('\n'),
			fields: [...new Set(rows.flatMap((row) => row.failure.fields))],
		},
	);
	return { inputs, failure };
}

/** Mistakes that are corrected alike, such as dates in one format, stand together, and their advice after them. */
function withAdvice(mistakes: BadRow[][]): string[] {
	const byAdvice = new Map<string, string[]>();
	for (const mistake of mistakes) {
		const advice = mistake[0].failure.description;
		byAdvice.set(advice, [...(byAdvice.get(advice) ?? []), lineOf(mistake)]);
	}
	return [...byAdvice].flatMap(([advice, lines], index) =>
		index < maxAdvice ? [...lines, advice] : lines,
	);
}

/** The failure of several items names its rows itself. */
function lineOf([{ inputs, failure }, ...others]: BadRow[]): string {
	const rows = [inputs, ...others.map((one) => one.inputs)].flat();
	const isNamed = inputs.length > 1;
	return shortened(`${isNamed ? '' : `${rowsAtStart(rows)}: `}${failure.message}`, maxLine).concat(
		'.',
	);
}
