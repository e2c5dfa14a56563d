import { replace } from '../../kinds/replace';
import { currentScheduler } from './current';
import { checkScheduler, schedulerRecord, templateId } from './templateRecord';

export const setScheduler = replace({
	name: 'Set Scheduler',
	value: 'setScheduler',
	action: 'Set scheduler of invoice template',
	description: 'Set when and how often a template generates documents',
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
