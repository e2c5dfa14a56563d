import { type Difference, listed } from '../../shared/fields/differences';
import type { RecordDescription } from '../../shared/fields/describe';
import { rowAtStart, rowOf } from '../inputRows';
import type { OperationCall } from '../operation';

/** Reports where a returned record differs from what was sent (docs/api/writes.md#compared-with-what-was-sent). */
export function hintOtherValues(
	{ hint }: Pick<OperationCall, 'hint'>,
	different: Difference[],
	activity: string,
): void {
	if (different.length === 0) return;
	hint(
		`The service returned other values than were sent while ${activity}: ${listed(different)}. Check them in the output.`,
		'otherValues',
	);
}

/** A record that existed before, and the item that it is returned for. */
interface Unchanged {
	id: string;
	/** The number of a document (nameOfDocument), or "ID 5". */
	label: string;
	/** "document with the Order Number A-17" */
	name: string;
	nouns: Pick<RecordDescription, 'one' | 'many'>;
	different: Difference[];
	/** The input item that created it, if it is new. */
	madeBy?: number;
	/** What to do if it was meant to have the values of both items. */
	ofRows?: string;
}

/** Reports that a record existed before, or where it differs from the item. The item of a preview says that itself. */
export function hintUnchanged(
	{ hint, existed, itemIndex, preview }: OperationCall,
	{ id, label, name, nouns, different, madeBy, ofRows = '' }: Unchanged,
): void {
	if (different.length > 0) {
		const row = rowAtStart(itemIndex);
		const [returned, created] = preview
			? ['would be returned', 'would create']
			: ['was returned', 'created'];
		const what =
			madeBy === undefined
				? `${row}: the existing ${name} (${label}) ${returned} unchanged.`
				: `${row} ${created} nothing, because ${rowOf(madeBy)} ${created} the ${name}.`;
		const differs = `It differs from the row in: ${listed(different, 'in the row', `in the ${nouns.one}`)}.`;
		hint(`${what} ${differs}${madeBy === undefined ? '' : ofRows}`, 'returnedUnchanged');
	} else if (!preview && madeBy !== undefined) {
		const nothing = `so the node created nothing for ${rowOf(itemIndex)}`;
		hint(`${rowAtStart(madeBy)} created the ${name} (${label}), ${nothing}.`, 'repeatedRow');
	} else if (!preview) {
		existed(id, label, nouns);
	}
}
