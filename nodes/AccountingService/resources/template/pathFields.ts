import { idField } from '../../kinds/declared';

/** Templates cannot be listed (docs/api/requests.md#templates), so there is nothing to pick from. */
export const templateId = idField(
	'templateId',
	'Template ID',
	'The number of the template. The web address of the template in the service ends with it.',
	'e.g. 701',
);
