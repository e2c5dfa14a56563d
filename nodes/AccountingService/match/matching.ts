import { toResult } from '../../shared/client/errors';
import type { ServiceRecord } from '../../shared/client/envelope';
import { documentFrom, type MatchDocument } from './document';
import type { NamedDocuments } from './named';
import { type Payment, type PaymentCells, readPayment } from './payment';
import { type MatchResult, resultOf, unclearResult } from './result';
import { type Row, newRow } from './rows';
import { explainRest, findRepeated, findReturned, matchEach, matchTogether } from './rules';
import { Scope } from './scope';

interface PaymentItem {
	/** Its index. */
	item: number;
	/** @throws ServiceError (badInput) for a value that the field cannot have */
	cells(): PaymentCells;
}

/**
 * Which payment pays which document, for the payments and documents of one company. First it gets the payments, then the
 * documents one by one, of which it keeps only those that may matter.
 */
export class Matching {
	private readonly rows: Row[] = [];

	private readonly scopes: Scope[] = [];

	private readonly namedBy = new Map<MatchDocument, NamedDocuments[]>();

	private documents = 0;

	private constructor(
		payments: Array<[item: number, Payment]>,
		private readonly unclear: Array<[item: number, MatchResult]>,
	) {
		const groups = new Map<string, Array<[item: number, Payment]>>();
		for (const [item, payment] of payments) {
			const key = [payment.money, ...[...payment.types].sort()].join();
			const group = groups.get(key) ?? [];
			groups.set(key, group);
			group.push([item, payment]);
		}
		for (const group of groups.values()) {
			const scope = new Scope(group.map(([, payment]) => payment));
			this.scopes.push(scope);
			for (const [item, payment] of group) this.rows.push(newRow(item, payment, scope));
		}
		this.rows.sort((a, b) => a.item - b.item);
	}

	/** @param items in their order. One with an unclear cell takes no part. */
	static async of(items: PaymentItem[]): Promise<Matching> {
		const payments: Array<[item: number, Payment]> = [];
		const unclear: Array<[item: number, MatchResult]> = [];
		for (const { item, cells } of items) {
			const read = await toResult(async () => readPayment(cells()));
			if (read.failure) unclear.push([item, unclearResult(read.failure.message)]);
			else payments.push([item, read.value]);
		}
		return new Matching(payments, unclear);
	}

	/** Whether a row needs the documents. */
	get needsDocuments(): boolean {
		return this.rows.length > 0;
	}

	/** Whether a payment names the document, so that it must be as it is now. */
	names(record: ServiceRecord): boolean {
		const document = documentFrom(record, this.documents);
		return document !== undefined && this.scopes.some((scope) => scope.names(document));
	}

	add(record: ServiceRecord): void {
		const document = documentFrom(record, this.documents++);
		const lists = document ? this.scopes.flatMap((scope) => scope.add(document)) : [];
		if (document && !document.isPaid && lists.length > 0) this.namedBy.set(document, lists);
	}

	/** Decides about all rows. After the last document. */
	results(): Map<number, MatchResult> {
		const { rows } = this;
		for (const row of rows) row.named = row.scope.namedBy(row.payment);
		const rest = () => rows.filter(({ verdict }) => !verdict);
		const pay = (document: MatchDocument, { item }: Row) => {
			document.isPaid = true;
			document.paidBy = item;
			for (const list of this.namedBy.get(document) ?? []) list.settle(document);
		};
		findRepeated(rows);
		findReturned(rest());
		matchEach(rest(), pay);
		const byDocument = matchTogether(rest(), pay);
		explainRest(rest(), byDocument);
		const results = rows.map((row): [number, MatchResult] => [row.item, resultOf(row)]);
		return new Map([...this.unclear, ...results]);
	}
}
