import { simplify, singleOptions } from '../../../shared/fields/fields';
import { positiveId } from '../../../shared/fields/values';
import { templateById } from '../accountingDocument/documents';
import { simplifyTemplate, templateShape } from '../../kinds/simplify';
import type { Operation } from '../../operation';
import { recordForAgent } from '../../kinds/forAgent';

/** GET /v2/templates/{templateId} (specification section 4). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a template',
		description: 'Fetch a template, the definition that generates documents on a schedule',
	},
	fields: [
		{
			displayName: 'Template ID',
			name: 'templateId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 701',
			description:
				'The number of the template. The web address of the template in the service ends with it.',
		},
		simplify,
		singleOptions,
	],
	async run({ form, client, forAgent }) {
		const id = positiveId(form.get('templateId'), 'templateId', 'Template ID');
		const shape = templateShape(form.get('simplify') !== false);
		const record = await templateById(client, id);
		return [forAgent ? recordForAgent(record, shape, simplifyTemplate) : shape(record)];
	},
};
