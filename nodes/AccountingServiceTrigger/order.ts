import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError } from '../shared/client/errors';
import { compareIds, idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/source';
import { isNumericId, isStorableId } from './state';

/** A source whose answers are refused where the trigger cannot go by them. @throws ServiceError at `fetch` */
export function inOrder(source: PageSource, isAnyOrder: boolean): PageSource {
	return {
		...source,
		async fetch(page, size, hooks) {
			const answer = await source.fetch(page, size, hooks);
			if (isAnyOrder) refuseOddIds(answer.records);
			else refuseOtherOrder(answer.records);
			return answer;
		},
	};
}

/**
 * Everything rests on ids that fall from each document to the next one of the list.
 * @throws ServiceError (incomplete) unless they do, each a whole number
 */
function refuseOtherOrder(records: ServiceRecord[]): void {
	refuseOddIds(records);
	const ids = records.map(idOf);
	if (!ids.every(isNumericId)) {
		throw new ServiceError('incomplete', 'The service gives IDs that are not whole numbers', {
			description:
				'The trigger finds new documents by rising ID. With other IDs it can go by the order of the list only: turn on "Allow Any Order" in the options if that is acceptable. New documents that stand further down than Look Back are then missed.',
			fields: ['allowAnyOrder'],
		});
	}
	if (ids.every((id, index) => index === 0 || compareIds(id, ids[index - 1]) < 0)) return;
	throw new ServiceError(
		'incomplete',
		'The service does not list the newest document first, by ID',
		{
			description:
				'The trigger tells new documents by their place in the list, so it could miss some. Turn on "Allow Any Order" in the options if that is acceptable: documents that appear further down than Look Back are then missed.',
			fields: ['allowAnyOrder'],
		},
	);
}

/** @throws ServiceError (incomplete) for documents that cannot be told apart */
function refuseOddIds(records: ServiceRecord[]): void {
	const odd = records.map(idOf).find((id) => !isStorableId(id));
	if (odd === undefined) return;
	throw new ServiceError(
		'incomplete',
		odd === ''
			? 'The service gives documents without an ID'
			: 'The service gives IDs that are too long',
		{
			description:
				'The trigger remembers documents by their ID, a whole number of up to 20 digits or a text of up to 40 characters. Check the Base URL in the credential: this is not how the service answers.',
		},
	);
}
