import { oneRecord } from '../../kinds/oneRecord';
import { templateId, templateRecord, templateRequest } from './templateRecord';

export const get = oneRecord({
	name: 'Get',
	value: 'get',
	action: 'Get invoice template',
	description:
		'Fetch a template for recurring documents. To see its line items and recipients, set Output to Raw.',
	activity: 'fetching template {templateId}',
	...templateRequest,
	path: { templateId },
	record: templateRecord,
	id: 'templateId',
});
