import type { INodeProperties } from 'n8n-workflow';

import type { OperationCall } from '../../operation';
import { replace } from '../../kinds/replace';
import { contactFields } from '../../../shared/documents/contactFields';
import { accountingDocumentId } from './pathFields';

const createContact: INodeProperties = {
	displayName: 'Create Contact',
	name: 'createContact',
	type: 'boolean',
	default: false,
	description: 'Whether to create a contact when none is found that fits',
};

const removeVendorBankAccounts: INodeProperties = {
	displayName: 'Remove Vendor Bank Accounts',
	name: 'removeVendorBankAccounts',
	type: 'boolean',
	default: false,
	description: 'Whether to take the bank accounts of the former contact off the document',
};

const isOn = ({ form }: OperationCall, { name }: INodeProperties) => form.get(name) === true;

const switches = [createContact, removeVendorBankAccounts];

/**
 * The contact is paired anew from what is given, so what the document had before is not sent back: with another
 * Contact ID it would overwrite what is loaded from that contact (docs/api/resources.md#contact-of-a-document).
 */
export const assignContact = replace({
	name: 'Assign Contact',
	value: 'assignContact',
	action: 'Assign contact to invoice or other document',
	description: 'Give an accounting document another customer or supplier; not once it is processed',
	doing: 'assigning a contact to accounting document {accountingDocumentId}',
	request: 'PUT /v2/accountingdocuments/{accountingDocumentId}/contact',
	basis: 'contact-of-a-document [D]',
	path: { accountingDocumentId },
	record: {
		one: 'contact',
		many: 'contacts',
		fields: contactFields,
		simplified: {
			contactId: 'contactId',
			companyName: 'companyName',
			companyRegNo: 'companyRegNo',
			taxId: 'taxId',
			firstname: 'firstname',
			lastname: 'lastname',
			street: 'street',
			city: 'city',
			zipCode: 'zipCode',
			email: 'email',
		},
	},
	queryProperties: switches,
	query: (call) => Object.fromEntries(switches.map((one) => [one.name, String(isOn(call, one))])),
	mayCreate: (call) => isOn(call, createContact),
	whereToLook: 'Look at the contact of the document',
});
