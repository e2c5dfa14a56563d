import type { INodeProperties } from 'n8n-workflow';

import { rowAtStart } from '../../inputRows';
import type { OperationCall } from '../../operation';
import { replace } from '../../kinds/replace';
import { warnIfProcessed } from '../../send/previewedDocument';
import { contactInWords } from '../../sentence';
import { contactFields } from '../../../shared/documents/contactFields';
import { accountingDocumentId } from './documentId';
import { flag, named } from '../../../shared/fields/describe';
import { formField } from '../../../shared/fields/formField';

const createContact = formField(
	'createContact',
	flag('Create Contact', 'Whether to create a contact if no matching one exists', {
		decides: true,
	}),
);

const removeVendorBankAccounts = formField(
	'removeVendorBankAccounts',
	flag(
		'Remove Vendor Bank Accounts',
		'Whether to remove the bank accounts of the previous contact from the document',
		{ decides: true },
	),
);

const isOn = ({ form }: OperationCall, { name }: INodeProperties) => form.get(name) === true;

const switches = [createContact, removeVendorBankAccounts];

/**
 * Sends only the entered values. With another contact, the previous ones would overwrite those of the new contact
 * (docs/api/resources.md#contact-of-a-document).
 */
export const assignContact = replace({
	name: 'Assign Contact',
	value: 'assignContact',
	action: 'Assign contact to invoice or other document',
	description:
		'Change the customer or supplier of an accounting document that is not processed yet',
	activity: 'assigning a contact to accounting document {accountingDocumentId}',
	route: 'PUT /v2/accountingdocuments/{accountingDocumentId}/contact',
	basis: 'contact-of-a-document [D]',
	path: { accountingDocumentId },
	sentence: 'Assign {contact} to {document}',
	documentPart: {
		of: ({ contact }) => contact ?? {},
		as: (contact) => ({ contact }),
	},
	record: {
		one: 'contact',
		many: 'contacts',
		fields: contactFields,
		simplified: named(
			'contactId companyName companyRegNo taxId firstname lastname street city zipCode email',
		),
	},
	properties: switches,
	words: (contact, { form }) => ({ contact: contactInWords(contact, form.entered.contactId) }),
	async prepare({ call, ids }) {
		await warnIfProcessed(call, ids.accountingDocumentId);
		return {
			query: Object.fromEntries(switches.map((field) => [field.name, String(isOn(call, field))])),
			mayCreate: isOn(call, createContact),
		};
	},
	after({ contactId = null }, call) {
		if (contactId !== null || isOn(call, createContact)) return;
		call.hint(
			`${rowAtStart(call.itemIndex)}: the service found no matching contact, so the document has these details without a contact ID. Choose an Existing Contact, enter or correct its Company Number, or turn on Create Contact.`,
			'noContact',
		);
	},
	whereToLook: 'Look at the contact of the document',
});
