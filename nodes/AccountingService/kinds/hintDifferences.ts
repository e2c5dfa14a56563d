import type { IDataObject } from 'n8n-workflow';

import { differences, listed } from '../../shared/fields/differences';
import type { ServiceFields } from '../../shared/fields/serviceField';

/** Says beside the output what of a change is not in the record that came back (contract of writes, 6). */
export function hintDifferences(
	fields: ServiceFields,
	sent: IDataObject,
	came: object,
	what: string,
	hint: (message: string) => void,
): void {
	const different = differences(fields, sent, came);
	if (different.length === 0) return;
	hint(
		`The service answered with other values than were sent while ${what}: ${listed(different)}. Check them in the output.`,
	);
}
