import type { Resource } from '../../operation';
import { create } from './create.operation';

export const task: Resource = {
	option: {
		name: 'Task',
		value: 'task',
		description: 'What somebody is to do, with documents and files',
	},
	operations: [create],
	defaultOperation: 'create',
};
