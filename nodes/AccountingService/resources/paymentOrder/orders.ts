import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../shared/client/envelope';
import { optionally, refuseInput } from '../../../shared/client/errors';
import { ExactNumber, textFrom } from '../../../shared/client/json';
import { pageSizeLimits } from '../../../shared/client/settings';
import { nameOfDocument } from '../../../shared/documents/documentRecord';
import { Decimal } from '../../../shared/decimal';
import { pagesOf } from '../../../shared/documents/sources';
import { choice, valueAt } from '../../../shared/fields/describe';
import { differences } from '../../../shared/fields/differences';
import { readOptions } from '../../../shared/fields/options';
import { someInWords } from '../../../shared/fields/values';
import { idOf } from '../../../shared/lists/ids';
import { Listing, type PageSource } from '../../../shared/lists/listing';
import type { Similar } from '../../kinds/create';
import type { Existing } from '../../kinds/existing';
import type { FilledRequest } from '../../kinds/declared';
import { rowAtStart } from '../../inputRows';
import type { Unseen } from '../../once/memories';
import type { ListedKey } from '../../once/otherLists';
import type { DeclaredRequest, OperationCall } from '../../operation';
import { failedOrder, paymentOrderRecord } from './paymentOrderRecord';
import { formField } from '../../../shared/fields/formField';

export const ordersRequest = {
	route: 'GET /v2/bankaccounts/{bankAccountId}/paymentorders',
	basis: 'payment-orders [D]',
} as const satisfies DeclaredRequest;

const targetOf = ({ client }: OperationCall, { ids: { bankAccountId } }: FilledRequest) =>
	client.target(ordersRequest.route, { bankAccountId });

function ordersOf(call: OperationCall, filled: FilledRequest): PageSource {
	const activity = `listing the payment orders of bank account ${filled.ids.bankAccountId}`;
	const request = { ...targetOf(call, filled), activity };
	const nouns = paymentOrderRecord;
	return pagesOf(call.client, { ...request, listName: 'paymentOrders', nouns, parameters: {} });
}

/** The documents that a payment order pays, or is to pay. */
function documentsOf({ accountingDocuments: documents }: ServiceRecord | IDataObject): unknown[] {
	return Array.isArray(documents) ? documents : [];
}

function documentIdOf(document: unknown): string {
	const id = valueAt(document, 'accountingDocumentId');
	// An ID of the form has its digits.
	return id instanceof ExactNumber ? id.digits : idOf({ id } as ServiceRecord);
}

export const documentIdsOf = (order: ServiceRecord | IDataObject): string[] =>
	documentsOf(order).map(documentIdOf);

/** Whether an order that failed no longer counts, so that its documents can be ordered again. */
const isAlive = ({ processingState }: ServiceRecord | IDataObject) =>
	processingState !== failedOrder;

export const createsAnother = ({ form }: OperationCall) => form.get('ifOrderExists') === 'another';

/**
 * Only documents identify a payment order. Two payments of the same amount on one day may be meant, so an order of an
 * amount is never the same.
 */
export const existingOrders: Existing = {
	request: ordersRequest,
	property: formField(
		'ifOrderExists',
		choice(
			'If It Exists',
			{
				another: [
					'Create Another',
					'Create the payment order anyway. The documents may be paid twice.',
				],
				skip: ['Skip', 'Return the existing payment order'],
			},
			'What to do if the bank account already has a payment order for the same documents',
			{ usual: 'skip', decides: true },
		),
	),
	keysOf: (order) => (isAlive(order) ? documentIdsOf(order) : []),
	similarKeysOf({ amount, dueDate }) {
		const sum = Decimal.from(amount);
		return sum ? [`amount ${sum.toString()} on ${textFrom(dueDate)}`] : [];
	},
	async *batches(call, filled) {
		yield* new Listing(ordersOf(call, filled), readOptions({})).batches();
		yield call.client.preview?.listed(targetOf(call, filled).path, []) ?? [];
	},
	isAnotherWanted: createsAnother,
	refusePart,
	refuseElsewhere,
};

/** @param id idOfPreviewed if an earlier row of a preview would create it, or the service did not show it */
function orderInWords(id: string): string {
	const [, ofRow] = /^\(record (.+)\)$/.exec(id) ?? [];
	return ofRow ? `payment order ${ofRow}` : `Payment Order ID ${id}`;
}

function refusePart(ordered: Map<string, ServiceRecord>): never {
	const names = [...ordered].map(([id, order]) => {
		const document = documentsOf(order).find((one) => documentIdOf(one) === id);
		return `${nameOfDocument(document, id)} (${orderInWords(idOf(order))})`;
	});
	return refuseInput(
		'accountingDocuments',
		`Some of the documents already have a payment order: ${someInWords(names)}`,
		'Remove them from Documents or Document IDs. To order them again, set If It Exists to Create Another.',
	);
}

/** To return that order instead would hide that the row names another bank account. */
function refuseElsewhere(
	ordered: Array<[document: string, order: ListedKey]>,
	there: ServiceRecord[],
): never {
	const names = ordered.map(
		([id, order]) =>
			`Document ID ${id} (${orderInWords(order.id)}, bank account ${order.ids.bankAccountId})`,
	);
	const documents = someInWords(names);
	if (there.length > 0) {
		const own = someInWords(there.map((order) => orderInWords(idOf(order))));
		return refuseInput(
			'accountingDocuments',
			`The bank account already has a payment order (${own}), and another bank account has, or may have, one for these documents: ${documents}`,
			'Look at both in the service, and make sure that the bank pays only one.',
		);
	}
	return refuseInput(
		'accountingDocuments',
		`Another bank account has, or may have, a payment order for these documents: ${documents}`,
		'Order each document from one bank account. To order it again, set If It Exists to Create Another.',
	);
}

/** Orders with the values that were sent, among the first of the list. */
export const sameOrders: Similar = {
	request: ordersRequest,
	async find(call, filled, body) {
		const { records: listed } = await ordersOf(call, filled).fetch(0, pageSizeLimits.maximum);
		const { path } = targetOf(call, filled);
		const records = call.client.preview?.listed(path, listed) ?? listed;
		const { fields } = paymentOrderRecord;
		return records.filter((one) => isAlive(one) && differences(fields, body, one).length === 0);
	},
};

/** Names the orders of the same amount on the same day, which may be the same payment. @throws ServiceError (cancelled) */
export async function hintSameAmount(
	call: OperationCall,
	filled: FilledRequest,
	{ amount, dueDate }: IDataObject,
	similar: Unseen[],
): Promise<void> {
	const read = await optionally(
		async () => await sameOrders.find(call, filled, { amount, dueDate }),
	);
	const row = rowAtStart(call.itemIndex);
	if (read.failure) {
		call.hint(
			`${row}: the node could not read the payment orders of the bank account, so this payment may be ordered twice. Look at them in the service. ${read.failure.message}.`,
		);
		return;
	}
	const made = similar.flatMap(({ record }) => (record && isAlive(record) ? [record] : []));
	const ids = new Set([...read.value, ...made].map(idOf));
	const isLost = similar.some(({ record }) => !record);
	if (ids.size === 0 && !isLost) return;
	const [has, which] =
		ids.size === 0
			? ['may have', 'the service did not confirm it']
			: ['already has', someInWords([...ids].map(orderInWords))];
	call.hint(
		`${row}: the bank account ${has} a payment order of the same amount on the same day (${which}). Check that they are two payments.`,
		'samePayment',
	);
}
