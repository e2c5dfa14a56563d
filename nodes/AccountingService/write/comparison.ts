import { type Difference, listed } from '../../shared/fields/differences';
import { rowAtStart } from '../inputRows';
import type { OperationCall } from '../operation';

/** Reports where a returned record differs from what was sent (docs/api/writes.md#compared-with-what-was-sent). */
export function hintOtherValues(
	{ hint }: Pick<OperationCall, 'hint'>,
	different: Difference[],
	what: string,
): void {
	if (different.length === 0) return;
	hint(
		`The service returned other values than were sent while ${what}: ${listed(different)}. Check them in the output.`,
		'otherValues',
	);
}

/**
 * Reports where a record that existed before differs from the item that it is returned for.
 * @param one "payment reminder (ID 17)"
 */
export function hintUnchanged(
	{ hint }: Pick<OperationCall, 'hint'>,
	different: Difference[],
	item: number,
	one: string,
): void {
	if (different.length === 0) return;
	hint(
		`${rowAtStart(item)}: the existing ${one} was returned unchanged. It differs from the row in: ${listed(different, 'in the row', 'in the service')}.`,
		'returnedUnchanged',
	);
}
