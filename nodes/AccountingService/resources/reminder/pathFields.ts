import { idField } from '../../kinds/declared';

export const reminderId = idField(
	'reminderId',
	'Reminder ID',
	'The number of the payment reminder, as Get Many shows it',
	'e.g. 6001',
);
