import { list } from '../../kinds/list';
import { bankAccountId } from '../bankAccount/bankAccountRecord';
import { ordersRequest } from './orders';
import { paymentOrderRecord } from './paymentOrderRecord';

export const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many payment orders',
	description: 'List the payment orders of a bank account',
	activity: 'listing the payment orders of bank account {bankAccountId}',
	...ordersRequest,
	path: { bankAccountId },
	record: paymentOrderRecord,
	listName: 'paymentOrders',
	paged: true,
});
