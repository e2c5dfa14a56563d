import { idField } from '../../kinds/declared';

export const reminderId = idField(
	'reminderId',
	'Reminder ID',
	'The ID of the payment reminder',
	'e.g. 6001',
	'Payment Reminder → Get Many returns the ID as id.',
);
