import { assumedRoutes } from '../../../shared/client/settings';
import { remove } from '../../kinds/remove';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { currentReminder } from './current';
import { reminderId, reminderRecord } from './reminderRecord';

export const deleteReminder = remove({
	name: 'Delete',
	value: 'delete',
	action: 'Delete payment reminder of invoice',
	description: 'Delete a payment reminder of an accounting document',
	activity: 'deleting payment reminder {reminderId}',
	request: assumedRoutes.deleteReminderPath,
	basis: 'payment-reminders [I]',
	assumption: 'The path; can be changed in the credential (Path of Delete Payment Reminder)',
	path: { accountingDocumentId, reminderId },
	sentence:
		'Delete payment reminder {reminderId} of {document}[: Days After Due Date {exceededDays}]',
	removes: { current: currentReminder, fields: reminderRecord.fields },
	id: 'reminderId',
	listed: currentReminder,
	whereToLook: 'Look at the payment reminders of the document',
});
