import {
	id,
	joined,
	type RecordDescription,
	type ServiceFields,
	texts,
	whole,
} from '../../../shared/fields/describe';

/** PaymentReminder (docs/api/resources.md#payment-reminder). */
export const reminderFields: ServiceFields = {
	id: id('ID', 'The number of the payment reminder', { getOnly: true }),
	exceededDays: whole(
		'Days After Due Date',
		'How many days after the due date it is sent; negative for days before. One reminder per day.',
		{ required: true },
	),
	emailTemplateId: id(
		'Email Template ID',
		'The template of the email. Get Many of Payment Reminder shows the IDs in use.',
		{
			required: true,
			placeholder: 'e.g. 31',
		},
	),
	recipientEmails: texts(
		'Recipient Emails',
		'Who gets the reminder instead of the email address of the contact',
		{ placeholder: 'e.g. name@example.com' },
	),
};

export const reminderRecord: RecordDescription = {
	one: 'payment reminder',
	many: 'payment reminders',
	fields: reminderFields,
	simplified: {
		id: 'id',
		exceededDays: 'exceededDays',
		emailTemplateId: 'emailTemplateId',
		recipientEmails: joined('recipientEmails'),
	},
};
