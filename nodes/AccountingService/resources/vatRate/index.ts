import type { Resource } from '../../operation';
import { getAll } from './getAll.operation';

export const vatRate: Resource = {
	option: {
		name: 'VAT Rate',
		value: 'vatRate',
		description: 'The VAT rates that lines of documents can have',
	},
	operations: [getAll],
	defaultOperation: 'getAll',
};
