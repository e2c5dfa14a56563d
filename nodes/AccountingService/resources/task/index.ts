import type { Resource } from '../../operation';
import { create } from './create.operation';

export const task: Resource = {
	option: {
		name: 'Task',
		value: 'task',
		description: 'Tasks for persons, with documents and files',
	},
	operations: [create],
	defaultOperation: 'create',
};
