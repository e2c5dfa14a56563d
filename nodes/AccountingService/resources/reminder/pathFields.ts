import { idField } from '../../kinds/declared';

export const reminderId = idField(
	'reminderId',
	'Reminder ID',
	'The ID of the payment reminder. Get Many returns it.',
	'e.g. 6001',
);
