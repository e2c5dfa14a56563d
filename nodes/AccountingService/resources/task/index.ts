import { create as creation } from '../../kinds/create';
import type { Resource } from '../../operation';
import { taskRecord } from './fields';

const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create task',
	description: 'Create a task for a person, with documents and files',
	doing: 'creating a task',
	request: 'POST /v2/tasks',
	basis: 'tasks [D]',
	path: {},
	record: taskRecord,
	whereToLook: 'Look at the newest tasks in the service',
});

export const task: Resource = {
	option: {
		name: 'Task',
		value: 'task',
		description: 'Tasks for persons, with documents and files',
	},
	operations: [create],
	defaultOperation: 'create',
};
