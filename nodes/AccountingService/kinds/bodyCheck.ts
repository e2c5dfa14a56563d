import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';

/**
 * Refuses a body that the service would refuse by its stated rules (contract of writes, 4), beyond what the
 * descriptions of its fields say.
 * @throws ServiceError (badInput) that names the field and the rule
 */
export type BodyCheck = (body: IDataObject) => void;

/** @throws ServiceError (badInput) for a body without anything in it, then the check's */
export function checkedBody(body: IDataObject, check?: BodyCheck): IDataObject {
	if (Object.keys(body).length === 0) {
		refuseInput('additionalFields', 'There is nothing to send', 'Fill in at least one field.');
	}
	check?.(body);
	return body;
}
