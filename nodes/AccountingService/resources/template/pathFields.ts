import { idField } from '../../kinds/declared';

/** The service has no list of templates (docs/api/requests.md#templates), so there is no picker. */
export const templateId = idField(
	'templateId',
	'Template ID',
	'The ID of the template, the last part of its URL in the service',
	'e.g. 701',
);
