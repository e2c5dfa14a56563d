import type { ServiceFields } from '../../../shared/fields/describe';
import { replace } from '../../kinds/replace';
import { currentTemplate } from './current';
import { checkTemplate, templateFields, templateRecord, templateId } from './templateRecord';

/** The document only matters when the template is created (docs/api/resources.md#template). */
const updatedFields: ServiceFields = {
	...templateFields,
	accountingDocumentId: { ...templateFields.accountingDocumentId, getOnly: true },
};

export const update = replace({
	name: 'Update',
	value: 'update',
	action: 'Update invoice template',
	description: 'Change the name, the content or the scheduler of a template',
	activity: 'updating template {templateId}',
	request: 'PUT /v2/templates/{templateId}',
	basis: 'templates [D, address]',
	path: { templateId },
	sentence: 'Update template {templateId}[ "{name}"][: {changes}]',
	record: { ...templateRecord, fields: updatedFields },
	id: 'templateId',
	prepare: ({ body }) => checkTemplate(body),
	current: currentTemplate,
});
