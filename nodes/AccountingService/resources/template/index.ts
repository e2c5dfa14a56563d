import { readRecord, withExpectedId } from '../../../shared/client/envelope';
import { assumedRoutes } from '../../../shared/client/settings';
import type { ServiceFields } from '../../../shared/fields/describe';
import { create as creation } from '../../kinds/create';
import { currentFrom, idField } from '../../kinds/declared';
import { oneRecord } from '../../kinds/oneRecord';
import { remove } from '../../kinds/remove';
import { replace } from '../../kinds/replace';
import type { Resource } from '../../operation';
import {
	checkNewTemplate,
	checkScheduler,
	checkTemplate,
	schedulerFields,
	schedulerRecord,
	templateFields,
	templateRecord,
} from './fields';

/** The service has no list of templates (docs/api/requests.md#templates), so there is no picker. */
const templateId = idField(
	'templateId',
	'Template ID',
	'The ID of the template, the last part of its URL in the service',
	'e.g. 701',
);

const getTemplate = { route: 'GET /v2/templates/{templateId}', basis: 'templates [S]' } as const;

const read = (answer: unknown, { templateId }: Record<string, string>, what: string) =>
	withExpectedId(readRecord(answer, what, templateFields), templateId, what);

const currentTemplate = currentFrom(getTemplate, read);

/** Nested or flat, as in {@link templateRecord}; empty if the template has none. */
const currentScheduler = currentFrom(getTemplate, (answer, ids, what) => {
	const template = read(answer, ids, what);
	const { scheduler } = template;
	if (typeof scheduler === 'object' && scheduler !== null) return { ...scheduler };
	const flat = Object.entries(template).filter(([name]) => Object.hasOwn(schedulerFields, name));
	return Object.fromEntries(flat);
});

const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create invoice template',
	description: 'Create a template from a document or from JSON content',
	doing: 'creating a template',
	request: assumedRoutes.createTemplatePath,
	basis: 'templates [I]',
	assumption: 'The path; can be changed in the credential (Path of Create Template)',
	path: {},
	record: templateRecord,
	check: checkNewTemplate,
	whereToLook: 'Look at the templates in the service',
});

const get = oneRecord({
	name: 'Get',
	value: 'get',
	action: 'Get invoice template',
	description: 'Fetch a template, the definition that generates documents on a schedule',
	doing: 'fetching template {templateId}',
	request: 'GET /v2/templates/{templateId}',
	basis: 'templates [S]',
	path: { templateId },
	record: templateRecord,
	id: 'templateId',
});

const removeScheduler = remove({
	name: 'Remove Scheduler',
	value: 'removeScheduler',
	action: 'Remove scheduler of invoice template',
	description: 'Stop a template from generating documents',
	doing: 'removing the scheduler of template {templateId}',
	request: assumedRoutes.removeSchedulerPath,
	basis: 'templates [I]',
	assumption: 'The path; can be changed in the credential (Path of Remove Scheduler)',
	path: { templateId },
	id: 'templateId',
});

const setScheduler = replace({
	name: 'Set Scheduler',
	value: 'setScheduler',
	action: 'Set scheduler of invoice template',
	description: 'Set when and how often a template generates documents',
	doing: 'setting the scheduler of template {templateId}',
	request: 'PUT /v2/templates/{templateId}/scheduler',
	basis: 'templates [D]',
	path: { templateId },
	record: schedulerRecord,
	check: checkScheduler,
	current: currentScheduler,
	isWhole: true,
});

/** The document only matters when the template is created (docs/api/resources.md#template). */
const fields: ServiceFields = {
	...templateFields,
	accountingDocumentId: { ...templateFields.accountingDocumentId, getOnly: true },
};

const update = replace({
	name: 'Update',
	value: 'update',
	action: 'Update invoice template',
	description: 'Change the name, the content or the scheduler of a template',
	doing: 'updating template {templateId}',
	request: 'PUT /v2/templates/{templateId}',
	basis: 'templates [D, address]',
	path: { templateId },
	record: { ...templateRecord, fields },
	id: 'templateId',
	check: checkTemplate,
	current: currentTemplate,
});

export const template: Resource = {
	option: {
		name: 'Template',
		value: 'template',
		description: 'Definitions that generate accounting documents on a schedule',
	},
	operations: [create, get, removeScheduler, setScheduler, update],
	defaultOperation: 'get',
};
