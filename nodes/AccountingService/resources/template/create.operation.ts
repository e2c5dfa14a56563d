import { create as creation } from '../../kinds/create';
import { assumedRequest } from '../../operation';
import { valueAt } from '../../../shared/fields/describe';
import { scheduleInWords } from './scheduleInWords';
import { checkNewTemplate, templateRecord } from './templateRecord';

export const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create invoice template',
	description: 'Create a template from a document or from JSON content',
	activity: 'creating a template',
	...assumedRequest('createTemplatePath', 'templates [I]'),
	path: {},
	sentence: (_form, request) => {
		const schedule = scheduleInWords(valueAt(request?.body, 'scheduler'));
		return `Create a template[ "{name}"][ from {document}]${schedule && `: ${schedule}`}`;
	},
	record: templateRecord,
	check: checkNewTemplate,
	whereToLook: 'Look at the templates in the service',
});
