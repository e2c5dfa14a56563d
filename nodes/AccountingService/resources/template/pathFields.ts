import { idField } from '../../kinds/declared';

/** The service has no list of templates (docs/api/requests.md#templates), so there is no picker. */
export const templateId = idField(
	'templateId',
	'Template ID',
	'The ID of the template',
	'e.g. 701',
	'Open the template in the service. The ID is the number at the end of the web address.',
);
