import { replace } from '../../kinds/replace';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { currentReminder, oncePerDay } from './current';
import { reminderRecord, reminderId } from './reminderRecord';

export const update = replace({
	name: 'Update',
	value: 'update',
	action: 'Update payment reminder of invoice',
	description: 'Change a payment reminder of an accounting document',
	activity: 'updating payment reminder {reminderId}',
	route: 'PUT /v2/accountingdocuments/{accountingDocumentId}/reminders/{reminderId}',
	basis: 'payment-reminders [D]',
	path: { accountingDocumentId, reminderId },
	sentence: 'Update payment reminder {reminderId} of {document}[: {changes}]',
	record: reminderRecord,
	id: 'reminderId',
	whereToLook: 'Look at the payment reminders of the document',
	prepare: oncePerDay,
	current: currentReminder,
});
