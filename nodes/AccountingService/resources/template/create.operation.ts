import { assumedRoutes } from '../../../shared/client/settings';
import { create as creation } from '../../kinds/create';
import { checkNewTemplate, templateRecord } from './templateRecord';

export const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create invoice template',
	description: 'Create a template from a document or from JSON content',
	activity: 'creating a template',
	request: assumedRoutes.createTemplatePath,
	basis: 'templates [I]',
	assumption: 'The path; can be changed in the credential (Path of Create Template)',
	path: {},
	sentence: 'Create a template[ "{name}"][ from {document}]',
	record: templateRecord,
	check: checkNewTemplate,
	whereToLook: 'Look at the templates in the service',
});
