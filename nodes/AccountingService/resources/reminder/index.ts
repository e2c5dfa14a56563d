import { assumedRoutes } from '../../../shared/client/settings';
import { create as creation } from '../../kinds/create';
import { idField } from '../../kinds/declared';
import { list } from '../../kinds/list';
import { remove } from '../../kinds/remove';
import { replace } from '../../kinds/replace';
import type { Resource } from '../../operation';
import { accountingDocumentId } from '../accountingDocument/pathFields';
import { currentReminder, existingReminder, oncePerDay } from './current';
import { reminderRecord } from './fields';

const reminderId = idField(
	'reminderId',
	'Reminder ID',
	'The ID of the payment reminder. Get Many returns it.',
	'e.g. 6001',
);

const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create payment reminder of invoice',
	description: 'Add a payment reminder to an accounting document',
	doing: 'creating a payment reminder of accounting document {accountingDocumentId}',
	request: 'POST /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D, address]',
	path: { accountingDocumentId },
	record: reminderRecord,
	existing: existingReminder,
	whereToLook: 'Look at the payment reminders of the document',
});

const deleteReminder = remove({
	name: 'Delete',
	value: 'delete',
	action: 'Delete payment reminder of invoice',
	description: 'Delete a payment reminder of an accounting document',
	doing: 'deleting payment reminder {reminderId}',
	request: assumedRoutes.deleteReminderPath,
	basis: 'payment-reminders [I]',
	assumption: 'The path; can be changed in the credential (Path of Delete Payment Reminder)',
	path: { accountingDocumentId, reminderId },
	id: 'reminderId',
	listed: currentReminder,
	whereToLook: 'Look at the payment reminders of the document',
});

const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many payment reminders of invoice',
	description: 'List the payment reminders of an accounting document',
	doing: 'listing the payment reminders of accounting document {accountingDocumentId}',
	request: 'GET /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D]',
	path: { accountingDocumentId },
	record: reminderRecord,
	listName: 'reminders',
	paged: false,
});

const update = replace({
	name: 'Update',
	value: 'update',
	action: 'Update payment reminder of invoice',
	description: 'Change a payment reminder of an accounting document',
	doing: 'updating payment reminder {reminderId}',
	request: 'PUT /v2/accountingdocuments/{accountingDocumentId}/reminders/{reminderId}',
	basis: 'payment-reminders [D]',
	path: { accountingDocumentId, reminderId },
	record: reminderRecord,
	id: 'reminderId',
	whereToLook: 'Look at the payment reminders of the document',
	precondition: oncePerDay,
	current: currentReminder,
});

export const reminder: Resource = {
	option: {
		name: 'Payment Reminder',
		value: 'reminder',
		description: 'Reminder emails for unpaid accounting documents',
	},
	operations: [create, deleteReminder, getAll, update],
	defaultOperation: 'getAll',
};
