import { replace } from '../../kinds/replace';
import { currentScheduler } from './current';
import { scheduleInWords } from './scheduleInWords';
import { checkScheduler, schedulerFields, schedulerRecord, templateId } from './templateRecord';

const useWorkflow = {
	...schedulerFields.useWorkflow,
	// It stands above Additional Fields. In the editor, a changed frequency cleared End and Email Recipients.
	hint: 'The service may clear fields that you leave out, such as End and Email Recipients. To keep them, use Update.',
};

export const setScheduler = replace({
	name: 'Set Scheduler',
	value: 'setScheduler',
	action: 'Set scheduler of invoice template',
	description:
		'Replace all fields of the scheduler of a template. To change one field, use Update.',
	activity: 'setting the scheduler of template {templateId}',
	route: 'PUT /v2/templates/{templateId}/scheduler',
	basis: 'templates [D]',
	path: { templateId },
	sentence: (_form, request) =>
		`Set the scheduler of template {templateId}[ "{templateName}"][ ({about})]: ${scheduleInWords(request?.body)}`,
	record: { ...schedulerRecord, fields: { ...schedulerFields, useWorkflow } },
	prepare: ({ body }) => checkScheduler(body),
	current: currentScheduler,
	replacesAll: true,
});
