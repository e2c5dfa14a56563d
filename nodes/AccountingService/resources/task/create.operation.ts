import { create as creation } from '../../kinds/create';
import { taskRecord } from './taskRecord';

export const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create task',
	description: 'Create a task for a person, with documents and files',
	activity: 'creating a task',
	route: 'POST /v2/tasks',
	basis: 'tasks [D]',
	path: {},
	sentence: 'Create the task "{title}"[, due {dueDate}][, for assignee {assigneeId}]',
	record: taskRecord,
	whereToLook: 'Look at the newest tasks in the service',
});
