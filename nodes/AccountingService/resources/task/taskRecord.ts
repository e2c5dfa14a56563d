import {
	choice,
	dateTime,
	getOnly,
	id,
	type RecordDescription,
	rows,
	type ServiceFields,
	text,
	whole,
	named,
} from '../../../shared/fields/describe';
import { documentLink } from '../accountingDocument/documentId';

const taskFileFields: ServiceFields = {
	fileId: id('File ID', 'An uploaded file that belongs to the task', {
		required: true,
		placeholder: 'e.g. 8001',
	}),
	name: text('Name', 'The name of the file', getOnly),
};

/** Task (docs/api/resources.md#task). */
const taskFields: ServiceFields = {
	id: id('ID', 'The ID of the task', getOnly),
	title: text('Title', 'A short title', {
		placeholder: 'e.g. Ask for the missing invoice',
		required: true,
	}),
	description: text('Description', 'What to do', {
		placeholder: 'e.g. The invoice of March is not in the service',
	}),
	priority: choice('Priority', { 0: 'Low', 1: 'Normal', 2: 'High' }, 'How urgent the task is', {
		usual: 1,
	}),
	state: choice('State', { 0: 'New', 1: 'In Progress', 2: 'Done' }, 'The state of the task'),
	dueDate: dateTime('Due Date', 'When the task is due', { onForm: true }),
	assigneeId: id('Assignee ID', 'The ID of the person to assign the task to', {
		placeholder: 'e.g. 801',
		hint: 'The API cannot list people. Ask your administrator for the ID.',
		onForm: true,
	}),
	assigneeName: text('Assignee', 'The name of the assigned person', getOnly),
	attachedAccountingDocumentIds: rows(
		'Document IDs',
		'Document',
		'The accounting documents that the task is about, comma-separated or a list',
		documentLink('An accounting document that the task is about'),
		{ placeholder: 'e.g. 10004567,10004569' },
	),
	attachedFiles: rows(
		'File IDs',
		'File',
		'Uploaded files that belong to the task, comma-separated or a list',
		taskFileFields,
		{ placeholder: 'e.g. 8001,8002' },
	),
	organizationId: whole('Organization ID', 'The organization that the task belongs to', {
		minimum: 1,
	}),
	created: dateTime('Created', 'When the task was created', getOnly),
	authorName: text('Author', 'Who created the task', getOnly),
	authorId: id('Author ID', 'The ID of the author', getOnly),
	authorGuid: text('Author Code', 'The code of the author', getOnly),
	authorType: choice('Author Type', { 1: 'User', 2: 'App' }, 'The type of the author', getOnly),
};

export const taskRecord: RecordDescription = {
	one: 'task',
	many: 'tasks',
	fields: taskFields,
	simplified: named(
		'id title description priority state dueDate assigneeId assigneeName created authorName',
	),
};
