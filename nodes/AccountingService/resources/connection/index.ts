import type { Resource } from '../../operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';

export const connection: Resource = {
	option: {
		name: 'Document Connection',
		value: 'connection',
		description: 'Amounts that one document takes from another, such as an invoice from an advance',
	},
	operations: [getAll, update],
	defaultOperation: 'getAll',
};
