import { create as creation } from '../../kinds/create';
import { readRequest } from '../../once/readDocument';
import { documentPath } from '../../once/locks';
import { assumedRequest } from '../../operation';
import { bankAccountId } from '../bankAccount/bankAccountRecord';
import { checkPayment } from './checkPayment';
import { allow, checkDocuments } from './documents';
import { documentIdsOf, existingOrders, sameOrders } from './orders';
import { paymentOrderRecord } from './paymentOrderRecord';

export const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create payment order for invoices',
	description: 'Create a payment order for accounting documents, or for an amount',
	activity: 'creating a payment order of bank account {bankAccountId}',
	...assumedRequest('createPaymentOrderPath', 'payment-orders [I]'),
	path: { bankAccountId },
	sentence:
		'Order the payment of {payment} from bank account {bankAccountId}[, to be paid on {dueDate}]',
	record: paymentOrderRecord,
	check: checkPayment,
	existing: existingOrders,
	similar: sameOrders,
	precondition: { request: readRequest, check: checkDocuments },
	several: (body, { bankAccountId: account }, created) =>
		documentIdsOf(body).length === 0
			? undefined
			: `{count} payment orders of bank account ${account} ${created}, one per input item. To pay all documents with one order, put an Aggregate node before this one, and enter its list of IDs in Document IDs.`,
	lockedBy: (body) => documentIdsOf(body).map(documentPath),
	advanced: [allow],
	whereToLook: 'Look at the payment orders of the bank account',
});
