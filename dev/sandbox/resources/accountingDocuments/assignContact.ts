/** Assign contact: `PUT …/contact` (docs/api/requests.md#contact-of-a-document). */
import { z } from 'zod';

import { invalid, fieldError, record } from '../../http/answers';
import type { Operations } from '../../http/operations';
import type { Contacts } from '../contacts';
import { type AccountingDocuments, mustNotBeProcessed } from '.';
import { type Contact, contact } from './contract';
import type { Store } from './store';

const RECEIVED = 0;

const flag = z.enum(['true', 'false']).default('false');
const parameters = z.strictObject({ createContact: flag, removeVendorBankAccounts: flag });

export class ContactAssignment {
	/** Keys of received documents whose vendor's bank accounts were removed. */
	private readonly withoutBankAccounts = new Set<number>();

	constructor(
		private readonly documents: AccountingDocuments,
		private readonly store: Store,
		private readonly contacts: Contacts,
	) {}

	/** Whether the document has the bank accounts of its vendor. Their field is not published. */
	hasVendorBankAccounts(key: number): boolean {
		return this.store.snapshot(key).direction === RECEIVED && !this.withoutBankAccounts.has(key);
	}

	operations(): Operations<'assignContact'> {
		return {
			assignContact: {
				kind: 'replaces',
				method: 'PUT',
				path: '/v2/accountingdocuments/:accountingDocumentId/contact',
				basis: 'contact-of-a-document [D]',
				carries: 'json',
				takesQuery: true,
				answer: (call) => {
					const key = this.documents.keyOf(call);
					const request = call.parameters(parameters);
					const input = call.record(contact);
					const document = this.store.document(key);
					mustNotBeProcessed(document);
					const assigned = this.paired(input, request.createContact === 'true');
					const { id: _id, ...written } = document;
					this.store.write(key, { ...written, contact: assigned });
					if (request.removeVendorBankAccounts === 'true') this.withoutBankAccounts.add(key);
					return record(assigned);
				},
			},
		};
	}

	private paired(input: Contact, mayCreate: boolean): Contact {
		if (input.contactId != null && this.contacts.find(input.contactId) === undefined)
			throw invalid([fieldError('contactId', 'rule_broken', 'is no contact')]);
		if (this.contacts.match(input) === undefined && mayCreate) return this.contacts.create(input);
		return this.contacts.completed(input);
	}
}
