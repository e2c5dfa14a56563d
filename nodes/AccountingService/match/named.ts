import { amountKey, type MatchDocument, Newest } from './document';

/**
 * The documents that one symbol or one message names. Of the paid ones, it keeps only the newest and the totals that a
 * payment has: a permanent symbol may have thousands.
 */
export class NamedDocuments {
	private readonly newest = new Newest();

	/** Neither paid in the service nor by a payment of this run. */
	readonly unpaid = new Set<MatchDocument>();

	/** Paid by payments of this run. */
	settled?: MatchDocument[];

	private paidTotals?: Set<string>;

	/** @param amounts of all payments, by `amountKey` */
	constructor(private readonly amounts: ReadonlySet<string>) {}

	add(document: MatchDocument): void {
		this.newest.add(document);
		if (document.isPaid) this.keepTotal(document);
		else this.unpaid.add(document);
	}

	/** Paid and unpaid ones, at most five. */
	get documents(): readonly MatchDocument[] {
		return this.newest.documents;
	}

	/** A payment pays an unpaid document. */
	settle(document: MatchDocument): void {
		if (!this.unpaid.delete(document)) return;
		(this.settled ??= []).push(document);
		this.keepTotal(document);
	}

	/** Whether a paid document has exactly this total. @param amount by `amountKey` */
	hasPaid(amount: string): boolean {
		return this.paidTotals?.has(amount) === true;
	}

	private keepTotal({ currency, total }: MatchDocument): void {
		const key = total && amountKey(currency, total);
		if (key !== undefined && this.amounts.has(key)) (this.paidTotals ??= new Set()).add(key);
	}
}
