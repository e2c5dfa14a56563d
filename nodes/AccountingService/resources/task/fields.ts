import {
	choice,
	dateTime,
	id,
	type RecordDescription,
	rows,
	type ServiceFields,
	text,
	whole,
} from '../../../shared/fields/describe';

const getOnly = { getOnly: true } as const;

const documentFields: ServiceFields = {
	accountingDocumentId: id('Document ID', 'An accounting document that the task is about', {
		required: true,
		placeholder: 'e.g. 10004567',
	}),
	accountingDocumentNo: text('Document Number', 'The number of that document', getOnly),
};

const fileFields: ServiceFields = {
	fileId: id('File ID', 'An uploaded file that belongs to the task', {
		required: true,
		placeholder: 'e.g. 8001',
	}),
	name: text('Name', 'What the file is called', getOnly),
};

/** Task (docs/api/resources.md#task). */
const taskFields: ServiceFields = {
	id: id('ID', 'The number of the task', getOnly),
	title: text('Title', 'What is to be done, in a few words', {
		placeholder: 'e.g. Ask for the missing invoice',
		required: true,
	}),
	description: text('Description', 'What is to be done', {
		placeholder: 'e.g. The invoice of March is not in the service',
	}),
	priority: choice('Priority', { 0: 'Low', 1: 'Normal', 2: 'High' }, 'How urgent it is', {
		usual: 1,
	}),
	state: choice('State', { 0: 'New', 1: 'In Progress', 2: 'Done' }, 'How far it is'),
	dueDate: dateTime('Due Date', 'When it has to be done', { onForm: true }),
	assigneeId: id(
		'Assignee ID',
		'The number of the person who is to do it. No published request lists people: ask your administrator.',
		{ placeholder: 'e.g. 801', onForm: true },
	),
	assigneeName: text('Assignee', 'The name of the person who is to do it', getOnly),
	attachedAccountingDocumentIds: rows(
		'Document IDs',
		'Document',
		'The accounting documents that the task is about, comma-separated or a list',
		documentFields,
		{ placeholder: 'e.g. 10004567,10004569' },
	),
	attachedFiles: rows(
		'File IDs',
		'File',
		'Uploaded files that belong to the task, comma-separated or a list',
		fileFields,
		{ placeholder: 'e.g. 8001,8002' },
	),
	organizationId: whole('Organization ID', 'The organization that the task belongs to', {
		minimum: 1,
	}),
	created: dateTime('Created', 'When the task was made', getOnly),
	authorName: text('Author', 'Who made the task', getOnly),
	authorId: id('Author ID', 'The person who made the task', getOnly),
	authorGuid: text('Author Code', 'The code of the one who made the task', getOnly),
	authorType: choice('Author Type', { 1: 'User', 2: 'App' }, 'Who made the task', getOnly),
};

export const taskRecord: RecordDescription = {
	one: 'task',
	many: 'tasks',
	fields: taskFields,
	simplified: {
		id: 'id',
		title: 'title',
		description: 'description',
		priority: 'priority',
		state: 'state',
		dueDate: 'dueDate',
		assigneeId: 'assigneeId',
		assigneeName: 'assigneeName',
		created: 'created',
		authorName: 'authorName',
	},
};
