import { create as creation } from '../../kinds/create';
import { assumedRequest } from '../../operation';
import { checkNewTemplate, templateRecord } from './templateRecord';

export const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create invoice template',
	description: 'Create a template from a document or from JSON content',
	activity: 'creating a template',
	...assumedRequest('createTemplatePath', 'templates [I]'),
	path: {},
	sentence: 'Create a template[ "{name}"][ from {document}]',
	record: templateRecord,
	check: checkNewTemplate,
	whereToLook: 'Look at the templates in the service',
});
