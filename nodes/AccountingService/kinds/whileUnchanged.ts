import type { ServiceRecord } from '../../shared/client/envelope';
import { tried } from '../../shared/client/errors';
import type { ServiceCall } from '../../shared/client/client';
import { changedBetween } from '../../shared/fields/differences';
import type { ServiceFields } from '../../shared/fields/describe';

/**
 * A record that was read, changed and is sent back whole may go out again after a lost answer only while it still is
 * as it was read: what somebody else has changed meanwhile would be undone.
 * @param before as it was read
 * @param body what is sent
 * @param read reads it anew
 */
export function whileUnchanged(
	fields: ServiceFields,
	before: ServiceRecord,
	body: object,
	read: () => Promise<ServiceRecord>,
): NonNullable<ServiceCall['whyNotAgain']> {
	return async () => {
		const now = await tried(read);
		if (now.failure) return 'It was not sent again, since the record could not be read before.';
		const changed = changedBetween(fields, before, now.value);
		if (changed.length === 0) return undefined;
		const own = changedBetween(fields, before, body);
		const ofOthers = changed.filter((label) => !own.includes(label)).slice(0, 10);
		return ofOthers.length === 0
			? 'It was not sent again, since the record has changed since the node read it.'
			: `It was not sent again, since somebody else has changed the record after the node read it: ${ofOthers.join(', ')}.`;
	};
}
