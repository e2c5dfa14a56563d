import type { IDataObject } from 'n8n-workflow';

import { parseJsonExactly } from '../../shared/client/json';
import { Decimal } from '../../shared/decimal';
import type { OutputFields } from '../../shared/fields/describe';
import { type MatchDocument, Newest } from './document';
import type { Money } from './payment';
import { reasonInWords } from './reason';
import type { ResultKind, Row, MatchVerdict } from './rows';

type Value = string | number | null;

/** A document that a person may look at. */
interface Candidate extends IDataObject {
	id: Value;
	accountingDocumentNo: Value;
	contactName: string | null;
	currency: string;
	amountDue: Value;
}

/** An item of the output. It always has all fields. */
export interface MatchResult extends IDataObject {
	result: ResultKind;
	/** One sentence for a person. */
	reason: string;
	/** The document to mark as paid. */
	id: Value;
	/** The documents that the payment pays together. */
	ids: Value[];
	accountingDocumentNo: Value;
	contactName: string | null;
	/** Of the payment. */
	currency: string | null;
	/** Of the payment, without a sign. */
	amount: Value;
	money: Money | null;
	amountDue: Value;
	/** Amount less due: below 0 if the payment is too low. */
	difference: Value;
	candidates: Candidate[];
}

export const resultFields: OutputFields = {
	result: 'text',
	reason: 'text',
	id: 'id',
	ids: 'texts',
	accountingDocumentNo: 'text',
	contactName: 'text',
	currency: 'text',
	amount: 'amount',
	money: 'text',
	amountDue: 'amount',
	difference: 'amount',
	candidates: 'rows',
};

const exactNumber = (amount: Decimal) => parseJsonExactly(amount.toString()) as number | string;

/** @param reason why its cells are unclear, without a period */
export const unclearResult = (reason: string): MatchResult => ({
	result: 'unclear',
	reason: `${reason}.`,
	...{ id: null, ids: [], accountingDocumentNo: null, contactName: null },
	...{ currency: null, amount: null, money: null, amountDue: null, difference: null },
	candidates: [],
});

/** @throws TypeError for a row without a verdict */
export function resultOf(row: Row): MatchResult {
	const { verdict, payment } = row;
	if (!verdict) throw new TypeError('The row has no verdict');
	const { result, documents, other } = verdict;
	const [document] = documents;
	const isOne = documents.length === 1;
	const isMarked = result === 'matched' || (result === 'matchedTogether' && !other);
	const due = dueOf(payment.currency, documents);
	return {
		result,
		reason: reasonInWords(row, verdict),
		id: isMarked ? document.id : null,
		ids: result === 'severalDocuments' ? documents.map(({ id }) => id) : [],
		accountingDocumentNo: isOne ? document.accountingDocumentNo : null,
		contactName: isOne ? document.contactName : null,
		currency: payment.currency,
		amount: exactNumber(payment.amount),
		money: payment.money,
		amountDue: due ? exactNumber(due) : null,
		difference: due ? exactNumber(payment.amount.minus(due)) : null,
		candidates: candidatesOf(row, verdict).map(candidateOf),
	};
}

/** What is due for the documents together. Undefined if it is not one sum in the currency of the payment. */
function dueOf(currency: string, documents: MatchDocument[]): Decimal | undefined {
	if (documents.length === 0) return undefined;
	let sum = Decimal.zero;
	for (const document of documents) {
		if (!document.due || document.currency !== currency) return undefined;
		sum = sum.plus(document.due);
	}
	return sum;
}

/** The named ones. If the row names none, those with that due. */
function candidatesOf(row: Row, { result }: MatchVerdict): readonly MatchDocument[] {
	if (result === 'noKey' || result === 'notFound') return row.scope.withDue(row.payment);
	const newest = new Newest();
	for (const document of new Set(row.named.flatMap((list) => list.documents))) newest.add(document);
	return newest.documents;
}

const candidateOf = ({ id, accountingDocumentNo, contactName, currency, due }: MatchDocument) => ({
	...{ id, accountingDocumentNo, contactName, currency },
	amountDue: due ? exactNumber(due) : null,
});
