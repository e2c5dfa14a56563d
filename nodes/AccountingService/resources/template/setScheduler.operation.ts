import { replace } from '../../kinds/replace';
import { currentScheduler } from './current';
import { checkScheduler, schedulerRecord, templateId } from './templateRecord';

export const setScheduler = replace({
	name: 'Set Scheduler',
	value: 'setScheduler',
	action: 'Set scheduler of invoice template',
	description: 'Replace the whole scheduler of a template. To change one field, use Update.',
	activity: 'setting the scheduler of template {templateId}',
	request: 'PUT /v2/templates/{templateId}/scheduler',
	basis: 'templates [D]',
	path: { templateId },
	sentence:
		'Set the scheduler of template {templateId}[ "{templateName}"][ ({about})][: {changes}]',
	record: schedulerRecord,
	prepare: ({ body }) => checkScheduler(body),
	current: currentScheduler,
	replacesAll: true,
});
