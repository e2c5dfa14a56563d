import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { isObject } from '../../../shared/client/message';
import {
	choice,
	date,
	flag,
	group,
	id,
	joined,
	json,
	choiceLabel,
	type RecordDescription,
	type ServiceFields,
	text,
	texts,
	valueAt,
	whole,
	named,
} from '../../../shared/fields/describe';
import { documentFields } from '../../../shared/documents/documentRecord';
import { withAmounts } from '../../document/lineAmounts';
import { objectsIn } from '../../document/rules';
import { idField } from '../../kinds/declared';

export const templateRequest = {
	route: 'GET /v2/templates/{templateId}',
	basis: 'templates [S]',
} as const;

const monthly = 3;

const frequencies = { 1: 'Daily', 2: 'Weekly', [monthly]: 'Monthly', 4: 'Yearly' } as const;

/** TemplateScheduler, complete (docs/api/resources.md#template-scheduler). */
export const schedulerFields: ServiceFields = {
	start: date('Start', 'The date of the first document', { required: true }),
	end: date('End', 'When to stop generating documents. Not together with Number of Documents.', {
		excludes: 'generateMaxCount',
	}),
	generateMaxCount: whole(
		'Number of Documents',
		'The maximum number of documents to generate. Not together with End.',
		{ minimum: 1 },
	),
	frequency: choice('Frequency', frequencies, 'How often the service generates a document', {
		required: true,
		usual: monthly,
	}),
	useWorkflow: flag(
		'Move Out of Draft',
		'Whether the service moves generated documents from the Draft state to the next one',
		{ required: true },
	),
	generateOnEndOfMonth: flag(
		'End of Month',
		'Whether to generate documents on the last day of the month. Only for the Frequency Monthly.',
	),
	emailRecipients: texts(
		'Email Recipients',
		'Email addresses that get each document. Leave empty to send no email.',
		{
			placeholder: 'e.g. name@example.com',
		},
	),
	emailTemplateId: id(
		'Email Template ID',
		'The ID of the template for the email. It must be a template for accounting documents.',
		{
			placeholder: 'e.g. 31',
			hint: 'To find it, run Template → Get on a template that already sends emails, and copy emailTemplateId.',
		},
	),
};

/** Names outside the scheduler are inferred from the order of the published rows (docs/api/resources.md#template). */
export const templateFields: ServiceFields = {
	id: id('ID', 'The ID of the template', { getOnly: true }),
	name: text('Name', 'The name of the template', {
		placeholder: 'e.g. Monthly rent',
		onForm: true,
	}),
	accountingDocumentId: id(
		'Document',
		'The accounting document to create the template from. Not together with Content.',
		{
			excludes: 'content',
			placeholder: 'e.g. 10004567',
			onForm: true,
			pickedFrom: 'searchDocumentIds',
			byLink: true,
		},
	),
	content: json('Content', 'The accounting document to generate, as JSON', {
		fields: documentFields,
	}),
	scheduler: group('Scheduler', 'When the service generates documents', schedulerFields),
};

/**
 * @throws ServiceError (badInput) if End of Month is on without the Frequency Monthly
 * (docs/api/resources.md#template-scheduler)
 */
export function checkScheduler({ generateOnEndOfMonth, frequency }: IDataObject): void {
	if (generateOnEndOfMonth !== true || frequency === monthly) return;
	refuseInput(
		'generateOnEndOfMonth',
		'End of Month is on, but Frequency is not Monthly',
		'Choose Monthly, or turn End of Month off.',
	);
}

/** The same for the scheduler of a template, nested or flat. */
export function checkTemplate(template: IDataObject): void {
	const { scheduler } = template;
	checkScheduler(isObject(scheduler) ? scheduler : template);
}

/** @throws ServiceError (badInput) for a line item with several amounts, as in Create */
export function checkContent(given: IDataObject): void {
	const lines = objectsIn(valueAt(given, 'content.lineItems'));
	for (const [index, line] of lines.entries()) withAmounts(line, index, false);
}

/** The same for a new one. @throws ServiceError (badInput) also if there is nothing to make it from */
export function checkNewTemplate(template: IDataObject): void {
	const { accountingDocumentId, content } = template;
	if (accountingDocumentId === undefined && content === undefined) {
		refuseInput(
			'accountingDocumentId',
			'Document is empty',
			'Choose the document to make the template from, or add Content.',
		);
	}
	checkContent(template);
	checkTemplate(template);
}

/** The scheduler is nested in the published documentation (docs/api/resources.md#template), but flat in the specification. */
const scheduled = (name: string) => {
	const { kind, choices = {} } = schedulerFields[name];
	const read = (record: object) =>
		choiceLabel(choices, valueAt(record, `scheduler.${name}`) ?? valueAt(record, name));
	return [name, { kind, read }];
};

const flatNames = 'start end frequency generateMaxCount useWorkflow generateOnEndOfMonth';

export const templateRecord: RecordDescription = {
	one: 'template',
	many: 'templates',
	fields: templateFields,
	simplified: {
		...named('id name accountingDocumentId'),
		...Object.fromEntries([...flatNames.split(' '), 'emailTemplateId'].map(scheduled)),
	},
};

export const schedulerRecord: RecordDescription = {
	one: 'scheduler',
	many: 'schedulers',
	fields: schedulerFields,
	simplified: {
		...named(flatNames),
		emailRecipients: joined('emailRecipients'),
		emailTemplateId: 'emailTemplateId',
	},
};

/** The service has no list of templates (docs/api/requests.md#templates), so there is no picker. */
export const templateId = idField(
	'templateId',
	'Template ID',
	'The ID of the template',
	'e.g. 701',
	'Open the template in the service. The ID is the number at the end of the web address.',
);
