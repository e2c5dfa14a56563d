import type { Resource } from '../../operation';
import { create } from './create.operation';
import { deleteReminder } from './delete.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';

export const reminder: Resource = {
	option: {
		name: 'Payment Reminder',
		value: 'reminder',
		description: 'Reminder emails for unpaid accounting documents',
	},
	operations: [create, deleteReminder, getAll, update],
	defaultOperation: 'getAll',
};
