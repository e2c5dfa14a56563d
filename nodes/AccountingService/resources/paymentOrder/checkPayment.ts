import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { Decimal } from '../../../shared/decimal';
import { documentIdsOf } from './orders';

/**
 * A payment order requires documents, each once, or an amount (docs/api/resources.md#payment-order).
 * @throws ServiceError (badInput)
 */
export function checkPayment(body: IDataObject): void {
	const ids = documentIdsOf(body);
	const twice = ids.find((id, index) => ids.indexOf(id) !== index);
	if (twice !== undefined) {
		refuseInput(
			'accountingDocuments',
			`Document IDs contains ${twice} twice`,
			'Enter each document once. Otherwise it would be paid twice.',
		);
	}
	if (body.amount === undefined && ids.length === 0) {
		refuseInput(
			'amount',
			'Documents, Document IDs and Order Amount are empty',
			'Pick documents, enter their IDs, or enter an amount.',
		);
	}
	const amount = Decimal.from(body.amount);
	if (amount && amount.sign <= 0) {
		refuseInput(
			'amount',
			`Order Amount must be above 0, but is ${amount.toString()}`,
			'Enter the amount to pay.',
		);
	}
}
