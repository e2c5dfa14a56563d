import type { ServiceRecord } from '../../shared/client/envelope';
import { textFrom } from '../../shared/client/json';
import { type Decimal, decimalsOf } from '../../shared/decimal';
import { contactName } from '../../shared/documents/contactFields';
import { type Side, sideOf } from '../../shared/documents/choices';
import { settlementOf, paymentOf } from '../../shared/documents/paymentStatus';
import { trimmed } from '../../shared/fields/values';
import { compareIds } from '../../shared/lists/ids';

/** What the rule needs of a document, so that the records themselves can be dropped. */
export interface MatchDocument {
	/** As the service sent it. */
	id: string | number;
	/** Its place in the list. */
	place: number;
	type: number;
	side: Side;
	/** What a payment calls it: the external number of a received document, whose own number its supplier does not know. */
	number: string;
	accountingDocumentNo: string | null;
	variableSymbol: string;
	contactName: string | null;
	currency: string;
	/** Rounded to the decimals of the currency, as the service computes with doubles. Undefined without a total. */
	total?: Decimal;
	/** The same. 0 if the service says that it is paid. */
	due?: Decimal;
	/** Also once a payment of this run pays it. */
	isPaid: boolean;
	/** The item of that payment, the last one if several pay it together. */
	paidBy?: number;
	/** Its amounts may still change. */
	isDraft: boolean;
}

const codeOf = (value: unknown) => {
	const text = textFrom(value);
	return /^\d+$/.test(text) ? Number(text) : Number.NaN;
};

/** @returns undefined if the record has neither direction */
export function documentFrom(record: ServiceRecord, place: number): MatchDocument | undefined {
	const side = sideOf(record.direction);
	if (side === undefined) return undefined;
	const currency = trimmed(textFrom(record.currency)).toUpperCase();
	const decimals = decimalsOf(currency, []);
	const { total, due, isPaid } = settlementOf(paymentOf(record));
	return {
		id: record.id ?? '',
		place,
		type: codeOf(record.type),
		side,
		number: trimmed(textFrom(side === 'issued' ? record.accountingDocumentNo : record.externalNo)),
		accountingDocumentNo: textFrom(record.accountingDocumentNo) || null,
		variableSymbol: trimmed(textFrom(record.variableSymbol)),
		contactName: contactName(record.contact),
		currency,
		total: total?.rounded(decimals),
		due: due?.rounded(decimals),
		isPaid,
		isDraft: trimmed(textFrom(record.state)).toLowerCase() === 'draft',
	};
}

/** The newest first: by ID, which rises with creation, else by place in the list. */
export function byNewest(a: MatchDocument, b: MatchDocument): number {
	return compareIds(textFrom(b.id), textFrom(a.id)) || a.place - b.place;
}

/** Equal amounts of a currency have equal texts. */
export const amountKey = (currency: string, amount: Decimal): string =>
	`${currency} ${amount.toString()}`;

/** The newest of many documents, at most as many as a person looks at. */
export class Newest {
	static readonly max = 5;

	readonly documents: MatchDocument[] = [];

	add(document: MatchDocument): void {
		const { documents } = this;
		const after = documents.findIndex((other) => byNewest(document, other) < 0);
		documents.splice(after < 0 ? documents.length : after, 0, document);
		documents.length = Math.min(documents.length, Newest.max);
	}
}
