import type { ServiceRecord } from '../../shared/client/envelope';
import { tried } from '../../shared/client/errors';
import type { ServiceCall } from '../../shared/client/client';
import { changedBetween } from '../../shared/fields/differences';
import type { ServiceFields } from '../../shared/fields/describe';

/**
 * After a lost response, the node retries the PUT of a whole record only if nobody has changed the record since it was
 * read. Otherwise the retry would undo the change of someone else.
 * @param before the record as it was read
 * @param body the request body
 * @param read reads the record again
 */
export function whileUnchanged(
	fields: ServiceFields,
	before: ServiceRecord,
	body: object,
	read: () => Promise<ServiceRecord>,
): NonNullable<ServiceCall['whyNotAgain']> {
	return async () => {
		const now = await tried(read);
		if (now.failure) return 'The node did not retry, because it could not read the record first.';
		const changed = changedBetween(fields, before, now.value);
		if (changed.length === 0) return undefined;
		const own = changedBetween(fields, before, body);
		const ofOthers = changed.filter((label) => !own.includes(label)).slice(0, 10);
		return ofOthers.length === 0
			? 'The node did not retry, because the record has changed since it was read.'
			: `The node did not retry, because someone else has changed the record since it was read: ${ofOthers.join(', ')}.`;
	};
}
