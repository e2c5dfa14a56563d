import type { ServiceRecord } from '../../shared/client/envelope';
import { tried } from '../../shared/client/errors';
import type { ServiceCall } from '../../shared/client/client';
import { changedBetween } from '../../shared/fields/differences';
import type { ServiceFields } from '../../shared/fields/describe';

/**
 * After a lost response, the node retries the PUT of a whole record only if nobody has changed the record since it was
 * read. Otherwise the retry would undo the change of someone else.
 * @param before the record as it was read
 * @param read reads the record again
 */
export function retryIfUnchanged(
	fields: ServiceFields,
	before: ServiceRecord,
	read: () => Promise<ServiceRecord>,
): NonNullable<ServiceCall['whyNotAgain']> {
	return async () => {
		const now = await tried(read);
		if (now.failure) return 'The node did not retry, because it could not read the record first.';
		const changed = changedBetween(fields, before, now.value).slice(0, 10);
		if (changed.length === 0) return undefined;
		return `The node did not retry, because the record has changed since it was read: ${changed.join(', ')}.`;
	};
}
