import type { Resource } from '../../operation';
import { create } from './create.operation';
import { getAll } from './getAll.operation';

export const paymentOrder: Resource = {
	option: {
		name: 'Payment Order',
		value: 'paymentOrder',
		description: 'Orders for a bank to pay accounting documents',
	},
	operations: [create, getAll],
	defaultOperation: 'getAll',
};
