import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { ExactNumber } from '../../../shared/client/json';

/**
 * A payment order requires documents, each once, or an amount (docs/api/resources.md#payment-order).
 * @throws ServiceError (badInput)
 */
export function checkPayment(body: IDataObject): void {
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
