import { create as creation } from '../../kinds/create';
import { readRequest } from '../../once/readDocument';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { existingReminder } from './current';
import { reminderRecord } from './reminderRecord';
import { hintUnneeded } from './unneeded';

export const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create payment reminder of invoice',
	description: 'Add a payment reminder to an accounting document',
	activity: 'creating a payment reminder of accounting document {accountingDocumentId}',
	request: 'POST /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D, address]',
	path: { accountingDocumentId },
	sentence: (form) =>
		`Create a payment reminder for {document}, ${daysInWords(Number(form.get('exceededDays')))} the due date[ {dueDate}][, to {recipientEmails}]`,
	record: reminderRecord,
	existing: existingReminder,
	precondition: { request: readRequest, check: hintUnneeded },
	whereToLook: 'Look at the payment reminders of the document',
});

/** "7 days after" @param days negative before the due date (docs/api/resources.md) */
function daysInWords(days: number): string {
	if (days === 0) return 'on';
	const count = Math.abs(days);
	return `${count} day${count === 1 ? '' : 's'} ${days < 0 ? 'before' : 'after'}`;
}
