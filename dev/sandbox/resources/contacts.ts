/** Contacts that documents are paired with: the generated pool and created ones. */
import { contactText, type PooledContact } from '../generated/contacts';
import type { Operations } from '../http/operations';
import type { SmallLists } from '../lists/smallLists';
import type { Contact } from './accountingDocuments/contract';
import type { Int64 } from './fields';

const FIRST_CREATED_ID = 9000;

export class Contacts {
	private readonly created: Contact[] = [];

	constructor(private readonly pool: readonly PooledContact[]) {}

	get all(): Contact[] {
		return [...this.pool.map((one) => one.contact), ...this.created];
	}

	find(id: Int64): Contact | undefined {
		return this.all.find((one) => one.contactId === id);
	}

	/**
	 * The contact that a given one means: by contactId, else by companyRegNo, else by externalId, which is usable when
	 * there is no companyRegNo. Undefined when there is none.
	 */
	match(input: Contact): Contact | undefined {
		const { contactId, companyRegNo, externalId } = input;
		if (contactId != null) return this.find(contactId);
		if (companyRegNo) return this.all.find((one) => one.companyRegNo === companyRegNo);
		if (externalId) return this.all.find((one) => one.externalId === externalId);
		return undefined;
	}

	/** The sent properties; empty ones are filled from the matching contact, if any. */
	completed(input: Contact): Contact {
		const found = this.match(input);
		if (found === undefined) return input;
		const filled = Object.entries(input).filter(([, value]) => value != null && value !== '');
		return { ...found, ...Object.fromEntries(filled) };
	}

	create(input: Contact): Contact {
		const contact = { ...input, contactId: FIRST_CREATED_ID + this.created.length };
		this.created.push(contact);
		return contact;
	}

	/** The search (docs/api/requests.md#contacts). A contact's own ID is `id`, as in every record. */
	operations(lists: SmallLists): Operations<'searchContacts'> {
		const find = (text: string) =>
			this.all
				.filter((one) => contactText(one).includes(text))
				.map(({ contactId, ...fields }) => ({ id: contactId, ...fields }));
		return {
			searchContacts: {
				kind: 'read',
				method: 'POST',
				path: '/v2/search/contacts',
				basis: 'contacts [I]',
				takesQuery: true,
				isList: true,
				carries: 'json',
				answer: (call) => lists.search(call, 'contacts', find),
			},
		};
	}
}
