import type { IDataObject } from 'n8n-workflow';

/**
 * Refuses a body that the service would refuse by its stated rules (contract of writes, 4).
 * @throws ServiceError (badInput) that names the field and the rule
 */
export type BodyCheck = (body: IDataObject) => void;

export function checkedBody(body: IDataObject, check?: BodyCheck): IDataObject {
	check?.(body);
	return body;
}
