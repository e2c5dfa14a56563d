import { remove } from '../../kinds/remove';
import { assumedRequest } from '../../operation';
import { currentScheduler } from './current';
import { schedulerFields, templateId } from './templateRecord';

export const removeScheduler = remove({
	name: 'Remove Scheduler',
	value: 'removeScheduler',
	action: 'Remove scheduler of invoice template',
	description: 'Stop a template from generating documents',
	activity: 'removing the scheduler of template {templateId}',
	...assumedRequest('removeSchedulerPath', 'templates [I]'),
	path: { templateId },
	sentence: 'Remove the scheduler of template {templateId}[ "{templateName}"][ ({about})]',
	removes: { current: currentScheduler, fields: schedulerFields },
	id: 'templateId',
});
