import type { ServiceRecord } from './envelope';
import { ServiceError } from './errors';
import { quote } from './quote';

/**
 * Refuses the answer of one record that shows another one, as a cache or a gateway in between may send it: read, it
 * would be written over the record asked for. An answer without an ID says nothing of that.
 * @param id of the record that was asked for
 * @param field of the record that holds it; a permalink token opens a document for whoever reads the message
 * @returns the record
 * @throws ServiceError (notTheService), its effect open
 */
export function ofRecord(
	record: ServiceRecord,
	id: string,
	what: string,
	field = 'id',
): ServiceRecord {
	const came = String(record[field] ?? '');
	// Characters that nobody sees make no other record of it.
	if (came === '' || came === id || quote(came, 40) === id) return record;
	throw new ServiceError(
		'notTheService',
		field === 'id'
			? `The answer was of another record (ID ${quote(came, 40)}) than the one asked for (ID ${id}) while ${what}`
			: `The answer was of another record, whose ${field} differs from the requested one, while ${what}`,
		{
			description:
				'The answer was not used. Check the Base URL in the credential, and whether a proxy or gateway in between mixes answers up, such as one that keeps them.',
			effect: 'open',
		},
	);
}
