import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../shared/client/envelope';
import { optionally, refuseInput, type ServiceError } from '../../../shared/client/errors';
import { amountText, Decimal } from '../../../shared/decimal';
import { creditNote, sideOf } from '../../../shared/documents/choices';
import { isPaid, paymentOf, settlementOf } from '../../../shared/documents/paymentStatus';
import { nameOfDocument } from '../../../shared/documents/documentRecord';
import { choices } from '../../../shared/fields/describe';
import { formField } from '../../../shared/fields/formField';
import { collection, type Form } from '../../../shared/fields/readForm';
import { idOf } from '../../../shared/lists/ids';
import { inWords, isBlank, namesIn, someInWords } from '../../../shared/fields/values';
import type { Precondition } from '../../kinds/declared';
import { checkedDocument, readDocument } from '../../once/readDocument';
import type { ItemPreview, OperationCall } from '../../operation';
import { documentInWords } from '../../sentence';
import { createsAnother, documentIdsOf, hintSameAmount } from './orders';

/** How many documents the node reads before it orders their payment. */
const maxChecked = 50;

/** What is ordered only if Allow says so, by value: label, description, and the reason in messages. */
const exceptions = {
	creditNotes: ['Received Credit Notes', 'Credit notes, which the supplier pays', 'a credit note'],
	issued: ['Issued Documents', 'Documents that customers pay', 'issued'],
	paid: ['Paid Documents', 'Documents that are marked as paid, or paid in full', 'paid'],
	unchecked: [
		'Unchecked Documents',
		`More than ${maxChecked} documents, or documents that the node cannot read`,
		'',
	],
} as const;

type Exception = keyof typeof exceptions;

export const allow = formField(
	'allow',
	choices(
		'Allow',
		Object.fromEntries(
			Object.entries(exceptions).map(([value, [label, words]]) => [value, [label, words]]),
		),
		'Documents to order although the node would otherwise refuse them',
	),
);

/** @throws ServiceError (badInput) for an unknown choice */
function allowedIn(form: Form): Set<string> {
	const chosen = namesIn(collection(form, 'options').allow);
	const unknown = chosen.find((name) => !Object.hasOwn(exceptions, name));
	if (unknown === undefined) return new Set(chosen);
	return refuseInput(
		'allow',
		`Allow has the unknown choice "${unknown.slice(0, 40)}"`,
		`Use ${inWords(Object.keys(exceptions))}.`,
	);
}

const exceptionLabel = (exception: Exception) => exceptions[exception][0];

/** Why a document should not be paid; undefined if it can be. */
function reasonAgainst(document: ServiceRecord, allowed: Set<string>): Exception | undefined {
	const isIssued = sideOf(document.direction) === 'issued';
	const reasons: Array<[Exception, boolean]> = [
		['issued', isIssued],
		['creditNotes', !isIssued && document.type === creditNote],
		['paid', isPaid(paymentOf(document))],
	];
	return reasons.find(([reason, applies]) => applies && !allowed.has(reason))?.[0];
}

/** The rule for the list to pick from. @param options on the form; what an expression allows is unknown there */
export function paymentRefusal(
	document: ServiceRecord,
	{ allow: allowed }: IDataObject,
): string | undefined {
	const reason = reasonAgainst(document, new Set(namesIn(allowed)));
	return reason && exceptions[reason][2];
}

/**
 * Reads the documents, and refuses those that nobody wants to pay. An order of an amount has none. The amount of an order
 * of documents is up to the service, so the order that was made is compared with what is due.
 */
export const checkDocuments: Precondition = async (call, filled, body, similar) => {
	const ids = documentIdsOf(body);
	const allowed = allowedIn(call.form);
	if (call.preview) call.preview.words.payment = amountText(body.amount, undefined);
	if (ids.length === 0) {
		if (!createsAnother(call)) await hintSameAmount(call, filled, body, similar);
		return undefined;
	}
	if (ids.length > maxChecked) {
		if (call.preview) call.preview.words.payment = `${ids.length} documents`;
		if (!allowed.has('unchecked')) refuseMany(ids.length);
		return undefined;
	}
	const refused: Array<[name: string, reason: Exception]> = [];
	const documents: Array<ServiceRecord | undefined> = [];
	for (const id of ids) {
		const document = await documentToPay(call, id, allowed.has('unchecked'));
		documents.push(document);
		const reason = document && reasonAgainst(document, allowed);
		if (reason) refused.push([nameOfDocument(document, id), reason]);
	}
	if (refused.length > 0) refuseDocuments(refused);
	const due = dueTogether(documents);
	if (call.preview) describePayment(call.preview, ids, due);
	return (made) => hintOtherAmount(call, due, made);
};

/** What is due for the documents. Undefined if one of them is unknown, has no amount or another currency. */
function dueTogether(documents: Array<ServiceRecord | undefined>) {
	const currency = documents[0]?.currency;
	let [amount, isPartly] = [Decimal.zero, false];
	for (const document of documents) {
		const { total, due } = settlementOf(paymentOf(document ?? {}));
		if (!document || !due || document.currency !== currency) return undefined;
		amount = amount.plus(due);
		isPartly ||= total?.equals(due) === false;
	}
	return { amount, currency, isPartly };
}

const inMoney = (amount: Decimal, currency: unknown) =>
	`${amountText(amount.toString(), currency)} ${String(currency ?? '')}`.trim();

function hintOtherAmount(
	call: OperationCall,
	due: ReturnType<typeof dueTogether>,
	made: ServiceRecord,
): void {
	const amount = Decimal.from(made.amount);
	if (!due || !amount || isBlank(made.currency)) return;
	if (amount.equals(due.amount) && made.currency === due.currency) return;
	call.hint(
		`Payment Order ID ${idOf(made)} has the amount ${inMoney(amount, made.currency)}, but ${inMoney(due.amount, due.currency)} is due for its documents. Check it in the service before the bank pays it.`,
		'otherAmount',
	);
}

/** For a preview: "6,125.31 CZK for 2 documents: F-17 (Example Ltd, 1,210.00 CZK) and …" */
function describePayment(
	preview: ItemPreview,
	ids: string[],
	due: ReturnType<typeof dueTogether>,
): void {
	const { documents, words, details } = preview;
	const names = ids.map((id) => documentInWords(id, documents.get(id)));
	const many = ids.length === 1 ? '' : `${ids.length} documents: `;
	const amount = due ? `${inMoney(due.amount, due.currency)} for ` : '';
	words.payment = `${amount}${many}${someInWords(names, 5)}`;
	if (due?.isPartly) details.remark ??= ordersMore;
	if (ids.length > 1) details.documents = names;
	else [preview.about] = ids;
}

/** The request has no amount (docs/api/resources.md#payment-order). */
const ordersMore = 'The service decides whether it orders the amount due or the total.';

/** @returns undefined for a document that cannot be read, if that is allowed */
async function documentToPay(
	call: OperationCall,
	id: string,
	mayBeUnread: boolean,
): Promise<ServiceRecord | undefined> {
	if (mayBeUnread) return await checkedDocument(call, id, 'the payment order');
	const read = await optionally(async () => await readDocument(call, id));
	if (read.failure) throw explained(read.failure);
	return read.value;
}

function explained(failure: ServiceError): ServiceError {
	const number =
		failure.kind === 'notFound'
			? 'If this is a document number, use the ID of the document, or pick it. '
			: '';
	return failure.addAdvice(
		`${number}The node checks each document before it orders the payment. To order it without this check, add ${exceptionLabel('unchecked')} in Options > Allow.`,
	);
}

function refuseMany(count: number): never {
	return refuseInput(
		'accountingDocuments',
		`The payment order has ${count} documents, but the node checks at most ${maxChecked}`,
		`Use several payment orders. To create this one without the check, add ${exceptionLabel('unchecked')} in Options > Allow.`,
	);
}

function refuseDocuments(refused: Array<[name: string, reason: Exception]>): never {
	const names = refused.map(([name, reason]) => `${name} (${exceptions[reason][2]})`);
	const labels = [...new Set(refused.map(([, reason]) => exceptionLabel(reason)))];
	const [documents, them] =
		refused.length === 1 ? ['This document needs', 'it'] : ['These documents need', 'them'];
	return refuseInput(
		'accountingDocuments',
		`${documents} no payment: ${someInWords(names)}`,
		`Remove ${them}. To pay ${them} anyway, add ${inWords(labels)} in Options > Allow.`,
	);
}
