import type { Resource } from '../../operation';
import { send } from './send.operation';

export const apiRequest: Resource = {
	option: {
		name: 'API Request',
		value: 'apiRequest',
		description: 'Any other request, by the path in the documentation of your service',
	},
	operations: [send],
	defaultOperation: 'send',
};
