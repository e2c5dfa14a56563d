import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { ExactNumber } from '../../../shared/client/json';
import { assumedRoutes } from '../../../shared/client/settings';
import { create as creation } from '../../kinds/create';
import { list } from '../../kinds/list';
import type { Resource } from '../../operation';
import { bankAccountId } from '../bankAccount/fields';
import { paymentOrderRecord } from './fields';

/**
 * A payment order requires documents, each once, or an amount (docs/api/resources.md#payment-order).
 * @throws ServiceError (badInput)
 */
function checkPayment(body: IDataObject): void {
	const documents = (body.accountingDocuments ?? []) as IDataObject[];
	const ids = documents.map(({ accountingDocumentId: id }: Record<string, unknown>) =>
		id instanceof ExactNumber ? id.digits : String(id),
	);
	const twice = ids.find((id, index) => ids.indexOf(id) !== index);
	if (twice !== undefined) {
		refuseInput(
			'accountingDocuments',
			`Document IDs contains ${twice} twice`,
			'Enter each document once. Otherwise it would be paid twice.',
		);
	}
	if (body.amount === undefined && ids.length === 0) {
		refuseInput('amount', 'Document IDs and Amount are both empty', 'Enter one of them.');
	}
}

const create = creation({
	name: 'Create',
	value: 'create',
	action: 'Create payment order for invoices',
	description: 'Create a payment order for accounting documents, or for an amount',
	doing: 'creating a payment order of bank account {bankAccountId}',
	request: assumedRoutes.createPaymentOrderPath,
	basis: 'payment-orders [I]',
	assumption: 'The path; can be changed in the credential (Path of Create Payment Order)',
	path: { bankAccountId },
	record: paymentOrderRecord,
	check: checkPayment,
	whereToLook: 'Look at the payment orders of the bank account',
});

const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many payment orders',
	description: 'List the payment orders of a bank account',
	doing: 'listing the payment orders of bank account {bankAccountId}',
	request: 'GET /v2/bankaccounts/{bankAccountId}/paymentorders',
	basis: 'payment-orders [D]',
	path: { bankAccountId },
	record: paymentOrderRecord,
	listName: 'paymentOrders',
	paged: true,
});

export const paymentOrder: Resource = {
	option: {
		name: 'Payment Order',
		value: 'paymentOrder',
		description: 'Orders for a bank to pay accounting documents',
	},
	operations: [create, getAll],
	defaultOperation: 'getAll',
};
