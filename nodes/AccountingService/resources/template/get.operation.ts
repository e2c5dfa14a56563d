import { simplify, singleOptions } from '../../../form/fields';
import { positiveId } from '../../../form/values';
import { templateById } from '../../../service/documents';
import { templateShape } from '../../../shape/simplify';
import type { Operation } from '../operation';

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
			description: 'The number of the template, as its address in the service shows it',
		},
		simplify,
		singleOptions,
	],
	async run({ form, client }) {
		const id = positiveId(form.get('templateId'), 'templateId', 'Template ID');
		const shape = templateShape(form.get('simplify') !== false);
		return [shape(await templateById(client, id))];
	},
};
