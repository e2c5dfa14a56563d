import { Decimal } from '../../shared/decimal';
import { amountKey, type MatchDocument } from './document';
import type { NamedDocuments } from './named';
import type { Payment } from './payment';
import type { Scope } from './scope';

/** What `result` says (docs/reference/match-payments.md). */
export type ResultKind =
	| 'matched'
	| 'matchedTogether'
	| 'severalDocuments'
	| 'differentAmount'
	| 'alreadyPaid'
	| 'ambiguous'
	| 'otherCurrency'
	| 'notFound'
	| 'noKey'
	| 'repeated'
	| 'returned'
	| 'unclear';

/** A row with clear cells, while the rules decide about it. */
export interface Row {
	/** The index of its item. */
	item: number;
	payment: Payment;
	scope: Scope;
	/** By `amountKey`. */
	amount: string;
	/** The documents that it names, in lists that may share some. */
	named: NamedDocuments[];
	verdict?: MatchVerdict;
}

export interface MatchVerdict {
	result: ResultKind;
	/** The documents that the row pays, alone or with others, or the only unpaid one that it names. */
	documents: MatchDocument[];
	/** The row that it concerns: an earlier one, the other way, or the one that says which document to mark. */
	other?: Row;
	/** All rows that name the document. */
	together?: Together;
}

export const verdict = (
	result: ResultKind,
	documents: MatchDocument[] = [],
	more: Pick<MatchVerdict, 'other' | 'together'> = {},
): MatchVerdict => ({ result, documents, ...more });

export const newRow = (item: number, payment: Payment, scope: Scope): Row => ({
	item,
	payment,
	scope,
	amount: amountKey(payment.currency, payment.amount),
	named: [],
});

/** The rows that name a document, and no other unpaid one. */
export class Together {
	readonly rows: Row[] = [];

	sum = Decimal.zero;

	private currency?: string;

	/** Whether the sum is one of equal currencies. */
	isOneCurrency = true;

	private different?: boolean;

	add(row: Row): void {
		const { amount, currency } = row.payment;
		this.currency ??= currency;
		this.isOneCurrency &&= this.currency === currency;
		this.rows.push(row);
		this.sum = this.sum.plus(amount);
	}

	/** Without IDs, two equal amounts may be one payment that is in two files. Computed once, after the last row. */
	get areSurelyDifferent(): boolean {
		return (this.different ??= this.haveOtherIds());
	}

	private haveOtherIds(): boolean {
		const amounts = new Map<string, Set<string>>();
		for (const { amount, payment } of this.rows) {
			const ids = amounts.get(amount);
			if (ids === undefined) amounts.set(amount, new Set([payment.id]));
			else if (payment.id === '' || ids.has('') || ids.has(payment.id)) return false;
			else ids.add(payment.id);
		}
		return true;
	}
}

/** The unpaid documents that a row names, each once. */
export const unpaidIn = (row: Row) => eachOnce(row, ({ unpaid }) => unpaid);

/** The same of documents that other rows pay. */
export const settledIn = (row: Row) => eachOnce(row, ({ settled = [] }) => settled);

function* eachOnce(
	{ named }: Row,
	documentsOf: (list: NamedDocuments) => Iterable<MatchDocument>,
): Generator<MatchDocument> {
	if (named.length === 1) return yield* documentsOf(named[0]);
	const seen = new Set<MatchDocument>();
	for (const list of named) {
		for (const document of documentsOf(list)) {
			if (!seen.has(document)) yield document;
			seen.add(document);
		}
	}
}

/** Whether a paid document may be what the row paid: it may be that payment again. */
export const isInDoubt = ({ named, amount, payment }: Row): boolean =>
	!payment.reusedSymbols && named.some((list) => list.hasPaid(amount));
