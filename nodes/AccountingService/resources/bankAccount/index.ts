import type { Resource } from '../../operation';
import { getAll } from './getAll.operation';

export const bankAccount: Resource = {
	option: {
		name: 'Bank Account',
		value: 'bankAccount',
		description: 'The bank accounts of your organization',
	},
	operations: [getAll],
	defaultOperation: 'getAll',
};
