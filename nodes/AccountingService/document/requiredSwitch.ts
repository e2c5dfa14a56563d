import { isBlank, refuseEmpty } from '../../shared/fields/values';
import type { OperationCall } from '../operation';

/**
 * A switch that changes money. An expression that gives nothing does not count as off.
 * @throws ServiceError (badInput) if it is empty
 */
export function requiredSwitch(
	{ form, host, itemIndex }: OperationCall,
	name: string,
	label: string,
): boolean {
	const isShown = form.entered[name] !== undefined;
	if (isShown && isBlank(host.getNodeParameter(name, itemIndex, null))) refuseEmpty(name, label);
	return form.get(name) === true;
}
