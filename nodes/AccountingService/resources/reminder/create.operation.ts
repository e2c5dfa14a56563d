import { create as creation } from '../../kinds/create';
import { documentPath } from '../../once/locks';
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
	route: 'POST /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D, address]',
	path: { accountingDocumentId },
	sentence: (form) =>
		`Create a payment reminder for {document}, ${daysInWords(Number(form.get('exceededDays')))}[, to {recipientEmails}]`,
	record: reminderRecord,
	existing: existingReminder,
	precondition: { request: readRequest, check: hintUnneeded },
	lockedBy: (_body, ids) => [documentPath(ids.accountingDocumentId)],
	whereToLook: 'Look at the payment reminders of the document',
});

/** "7 days after the due date, on 2026-01-22" @param days negative before the due date (docs/api/resources.md) */
function daysInWords(days: number): string {
	if (days === 0) return 'on the due date[, {day}]';
	const count = Math.abs(days);
	const side = days < 0 ? 'before' : 'after';
	return `${count} day${count === 1 ? '' : 's'} ${side} the due date[, on {day}]`;
}
