/**
 * The documents as they are now: the generated ones, with what was created, changed and deleted laid over them.
 * Memory grows with the number of changes, never with the number of documents.
 */
import type { AccountingDocument, Int64 } from '../../types';
import { contactText } from '../../generated/contacts';
import type { DocumentFields } from '../../contract';
import { toTenThousandths } from '../../decimal';
import { documentText } from '../../generated/documentText';
import { keyOfToken } from '../../generated/permalink';
import { Positions } from './positions';
import type { Records, View } from '../../generated/records';

export class Store {
	/** Rises with every change; whoever keeps something derived from the documents compares it. */
	version = 0;
	private readonly positions: Positions;
	private readonly changes = new Map<number, DocumentFields>();

	constructor(
		readonly records: Records,
		documents: number,
	) {
		this.positions = new Positions(documents);
	}

	get count(): number {
		return this.positions.count;
	}

	/** Key of the document at a position, counted from 0 in rising order of ids. */
	keyAt(position: number): number {
		return this.positions.keyAt(position);
	}

	/** Every key in rising order of ids. */
	forEachKey(visit: (key: number) => void): void {
		this.positions.forEachKey(visit);
	}

	has(key: number): boolean {
		return this.positions.has(key);
	}

	/** Key of the existing document with that id, or undefined. */
	findById(id: Int64): number | undefined {
		const key = this.records.keyOf(id);
		return key !== undefined && this.has(key) ? key : undefined;
	}

	/** Key of the existing document with that permalink token, or undefined. */
	findByToken(token: string): number | undefined {
		for (const [key, fields] of this.changes) if (fields.permalinkToken === token) return key;
		const key = keyOfToken(this.records.seed, token);
		if (key === undefined || !this.has(key)) return undefined;
		return this.changes.get(key)?.permalinkToken === undefined ? key : undefined;
	}

	/** The document's JSON text, ids in full digits. */
	text(key: number, withConnectable: boolean): string {
		if (!this.changes.has(key))
			return documentText(this.records, this.records.head(key), withConnectable);
		const {
			id: _id,
			relatedAccountingDocumentId: related,
			...rest
		} = this.document(key, withConnectable);
		const relatedText = related == null ? '' : `"relatedAccountingDocumentId":${related},`;
		return `{"id":${this.records.idOf(key)},${relatedText}${JSON.stringify(rest).slice(1)}`;
	}

	/** The document as an object; ids beyond 2^53 are strings. */
	document(key: number, withConnectable = false): AccountingDocument {
		const { records } = this;
		const document = JSON.parse(
			documentText(records, records.head(key), withConnectable),
		) as AccountingDocument;
		document.id = records.idOf(key);
		if (document.relatedAccountingDocumentId != null)
			document.relatedAccountingDocumentId = records.idOf((key & ~1) - 2);
		const fields = this.changes.get(key);
		if (fields === undefined) return document;
		const merged = { ...document, ...fields };
		if (fields.payments != null) merged.payments = { ...document.payments, ...fields.payments };
		if (fields.contact != null) merged.contact = { ...document.contact, ...fields.contact };
		if (withConnectable)
			merged.connectableAmount =
				Number(toTenThousandths(merged.total ?? 0) - toTenThousandths(merged.amountDrawn ?? 0)) /
				10_000;
		return merged;
	}

	/** What a search looks at. */
	view(key: number): View {
		if (!this.changes.has(key)) return this.records.head(key);
		const document = this.document(key);
		return {
			type: document.type ?? -1,
			direction: document.direction ?? -1,
			paymentType: document.paymentType ?? -1,
			processingState: document.processingState ?? -1,
			state: document.state ?? '',
			currency: document.currency,
			variableSymbol: document.variableSymbol ?? '',
			orderNo: document.orderNo ?? null,
			externalNo: document.externalNo ?? null,
			issueDate: document.issueDate ?? '',
			total: Number(toTenThousandths(document.total ?? 0)),
		};
	}

	containsText(key: number, needle: string): boolean {
		if (!this.changes.has(key)) return this.records.containsText(this.records.head(key), needle);
		const { description, creditNoteDescription, lineItems, contact } = this.document(key);
		const texts = [
			description,
			creditNoteDescription,
			...(lineItems ?? []).map((line) => line.description),
		];
		return (
			texts.some((text) => text?.toLowerCase().includes(needle)) ||
			contactText(contact ?? {}).includes(needle)
		);
	}

	/**
	 * Adds documents and returns their keys, rising. They get the highest ids; with `outOfOrder` each gets an id
	 * lower than that of the newest document. Throws when there is no such place.
	 */
	create(count: number, fields: DocumentFields = {}, outOfOrder = false): number[] {
		this.check(fields);
		const keys = Array.from({ length: count }, () =>
			outOfOrder ? this.positions.addOutOfOrder() : this.positions.addNewest(),
		);
		if (Object.keys(fields).length > 0) for (const key of keys) this.changes.set(key, fields);
		this.version++;
		return keys.sort((a, b) => a - b);
	}

	/** Lays fields over a document; `payments` and `contact` are merged, everything else is replaced. */
	change(key: number, fields: DocumentFields): void {
		this.check(fields);
		const before = this.changes.get(key) ?? {};
		const merged = { ...before, ...fields };
		if (before.payments && fields.payments)
			merged.payments = { ...before.payments, ...fields.payments };
		if (before.contact && fields.contact) merged.contact = { ...before.contact, ...fields.contact };
		this.changes.set(key, merged);
		this.version++;
	}

	/** Pairs payments of the whole total with the document. */
	pay(key: number): void {
		this.change(key, { amountPaid: this.document(key).total ?? 0, payments: { paid: true } });
	}

	remove(key: number): void {
		this.positions.remove(key);
		this.changes.delete(key);
		this.version++;
	}

	/** An amount whose exact sum could not be told would make totals() useless. */
	private check(fields: DocumentFields): void {
		for (const amount of [fields.total, fields.amountDrawn])
			if (amount != null) toTenThousandths(amount);
	}
}
