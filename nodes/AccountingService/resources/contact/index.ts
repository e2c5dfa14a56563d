import type { Resource } from '../../operation';
import { search } from './search.operation';

export const contact: Resource = {
	option: {
		name: 'Contact',
		value: 'contact',
		description: 'Customers and suppliers',
	},
	operations: [search],
	defaultOperation: 'search',
};
