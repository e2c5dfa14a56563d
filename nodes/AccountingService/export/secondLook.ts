import type { SearchCriteria } from '../../shared/documents/criteria';
import { chosenOfService } from '../../shared/documents/filters';
import { readTwice } from '../once/existing';
import type { OperationCall } from '../operation';
import { fingerprintOf, type Compared } from './fingerprint';

/** Documents that a run looks for by their ID. The next run looks for the others. */
export const maxSecondLooks = 100;

/** Whether a document that the list lacks is deleted, or does not match the search any more. */
export type SecondLook = (id: number | string, fingerprint: string) => Promise<boolean>;

/**
 * Looks for a document by its ID. Its replica of the list may be late, and lack it without a contradiction
 * (docs/internals/completeness.md#limits).
 * @throws ServiceError as the client, unless the document does not exist
 */
export function secondLook(
	call: OperationCall,
	criteria: SearchCriteria,
	compared: Compared,
): SecondLook {
	const isJudgedByService = chosenOfService(criteria).length > 0;
	return async (id, fingerprint) => {
		const read = await readTwice(call, String(id));
		if (read.failure?.kind === 'notFound') return true;
		if (read.failure) throw read.failure;
		if (!compared.isWanted(read.value)) return true;
		// Only the service knows whether a changed document still matches.
		return isJudgedByService && fingerprintOf(compared, read.value) !== fingerprint;
	};
}
