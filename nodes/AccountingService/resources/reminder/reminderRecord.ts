import {
	id,
	joined,
	type RecordDescription,
	type ServiceFields,
	texts,
	whole,
	named,
} from '../../../shared/fields/describe';
import { idField } from '../../kinds/declared';

/** PaymentReminder (docs/api/resources.md#payment-reminder). */
const reminderFields: ServiceFields = {
	id: id('ID', 'The ID of the payment reminder', { getOnly: true }),
	exceededDays: whole(
		'Days After Due Date',
		'When to send it, in days after the due date. Use a negative number for days before. For a reminder today, enter the days overdue.',
		{ required: true, placeholder: 'e.g. 7' },
	),
	emailTemplateId: id('Email Template ID', 'The ID of the template for the email', {
		required: true,
		placeholder: 'e.g. 31',
		hint: 'To find it, add a second node: Payment Reminder → Get Many. Choose a document with a reminder, and copy emailTemplateId.',
	}),
	recipientEmails: texts(
		'Recipient Emails',
		'Email addresses that get the reminder instead of the contact',
		{ placeholder: 'e.g. name@example.com' },
	),
};

export const reminderRecord: RecordDescription = {
	one: 'payment reminder',
	many: 'payment reminders',
	fields: reminderFields,
	simplified: {
		...named('id exceededDays emailTemplateId'),
		recipientEmails: joined('recipientEmails'),
	},
};

export const reminderId = idField(
	'reminderId',
	'Reminder ID',
	'The ID of the payment reminder',
	'e.g. 6001',
	'To find it, run Payment Reminder → Get Many, and copy id.',
);
