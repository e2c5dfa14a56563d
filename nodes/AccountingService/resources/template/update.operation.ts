import type { ServiceFields } from '../../../shared/fields/describe';
import { membersOf } from '../../../shared/fields/readForm';
import { replace } from '../../kinds/replace';
import { currentTemplate } from './current';
import {
	checkContent,
	checkTemplate,
	templateFields,
	templateRecord,
	templateId,
} from './templateRecord';

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
	route: 'PUT /v2/templates/{templateId}',
	basis: 'templates [D, address]',
	path: { templateId },
	sentence: 'Update template {templateId}[ "{name}"][: {changes}]',
	record: { ...templateRecord, fields: updatedFields },
	id: 'templateId',
	prepare({ call, body }) {
		// Not the line items that the template has.
		checkContent(membersOf(call.form, 'updateFields'));
		checkTemplate(body);
	},
	current: currentTemplate,
	mayBeFlat: 'scheduler',
});
