import { remove } from '../../kinds/remove';
import { assumedRequest } from '../../operation';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { currentReminder } from './current';
import { reminderId, reminderRecord } from './reminderRecord';

export const deleteReminder = remove({
	name: 'Delete',
	value: 'delete',
	action: 'Delete payment reminder of invoice',
	description: 'Delete a payment reminder of an accounting document',
	activity: 'deleting payment reminder {reminderId}',
	...assumedRequest('deleteReminderPath', 'payment-reminders [I]'),
	path: { accountingDocumentId, reminderId },
	sentence:
		'Delete payment reminder {reminderId} of {document}[: Days After Due Date {exceededDays}]',
	removes: { current: currentReminder, fields: reminderRecord.fields },
	id: 'reminderId',
	listed: currentReminder,
	whereToLook: 'Look at the payment reminders of the document',
});
