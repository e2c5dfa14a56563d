import type { ServiceRecord } from '../../../shared/client/envelope';
import { sharedContactFields } from '../../../shared/documents/contactFields';
import { id, named, type RecordDescription } from '../../../shared/fields/describe';

/** A document names the ID of a contact contactId. */
export const idOfContact = ({ id: own, contactId }: ServiceRecord): unknown => own ?? contactId;

/** The fields of a contact in a document, and its ID (docs/api/resources.md#contact). */
export const contactRecord: RecordDescription = {
	one: 'contact',
	many: 'contacts',
	fields: { id: id('ID', 'The ID of the contact in the service'), ...sharedContactFields },
	simplified: {
		id: { kind: 'id', read: idOfContact },
		...named('companyName companyRegNo taxId firstname lastname city country email externalId'),
	},
};

/** The name in the envelope, inferred from other lists (docs/api/requests.md#contacts), and in the output for an agent. */
export const contactList = 'contacts';
