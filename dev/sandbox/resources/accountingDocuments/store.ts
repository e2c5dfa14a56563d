/**
 * The current documents: the generated ones, plus what was created, changed and deleted.
 * Memory grows with the number of changes, never with the number of documents.
 */
import { toTenThousandths } from '../../decimal';
import { generatedText } from '../../generated/documentText';
import { keyOfToken, tokenOf } from '../../generated/permalink';
import type { Records, View } from '../../generated/records';
import { parseExactly, printExactly } from '../../http/exactJson';
import type { Int64 } from '../fields';
import type { DocumentFields, DocumentRecord } from './contract';
import { Positions } from './positions';
import { containsText, difference, viewOf } from './views';

/** A record as a request wrote it; the ID follows from its key, and the list-only field is computed. */
export type WrittenDocument = Omit<DocumentRecord, 'id' | 'connectableAmount'>;

export class Store {
	/** Rises with every change; caches of derived data compare it. */
	version = 0;
	private readonly positions: Positions;
	/** Records that replace generated ones. */
	private readonly written = new Map<number, WrittenDocument>();
	/** Changed fields of a generated or written record. */
	private readonly changes = new Map<number, DocumentFields>();
	/** Keys by permalink tokens that do not follow from the key. */
	private readonly keyByToken = new Map<string, number>();
	private readonly insertedKeys = new Set<number>();
	/** Cache of {@link document}, until a document changes. */
	private readonly made = new Map<number, DocumentRecord>();
	/** The same of {@link text}: a page mostly has the documents of an earlier one. */
	private readonly printed = new Map<number, string>();

	constructor(
		readonly records: Records,
		documents: number,
	) {
		this.positions = new Positions(documents);
	}

	get count(): number {
		return this.positions.count;
	}

	/** Key of the document at a position, counted from 0 in rising order of IDs. */
	keyAt(position: number): number {
		return this.positions.keyAt(position);
	}

	/** Every key in rising order of IDs. */
	forEachKey(visit: (key: number) => void): void {
		this.positions.forEachKey(visit);
	}

	has(key: number): boolean {
		return this.positions.has(key);
	}

	/** Key of the existing document with that ID, or undefined. */
	findById(id: Int64 | string): number | undefined {
		const key = this.records.keyOf(id);
		return key !== undefined && this.has(key) ? key : undefined;
	}

	/** Key of the existing document with that permalink token, or undefined. */
	findByToken(token: string): number | undefined {
		const key = this.keyByToken.get(token) ?? keyOfToken(this.records.seed, token);
		if (key === undefined || !this.has(key)) return undefined;
		return this.isAsGenerated(key) || this.document(key).permalinkToken === token ? key : undefined;
	}

	/** The number of the document with that ID; null if there is none. */
	numberOf(id: Int64): string | null {
		const key = this.findById(id);
		return key === undefined ? null : (this.document(key).accountingDocumentNo ?? null);
	}

	/** Keys of inserted documents that still exist, in order of insertion. */
	inserted(): number[] {
		return [...this.insertedKeys];
	}

	isInserted(key: number): boolean {
		return this.insertedKeys.has(key);
	}

	/** The document's JSON text, with all digits of IDs. */
	text(key: number, withConnectable: boolean): string {
		if (this.isAsGenerated(key)) return generatedText(this.records, key, withConnectable);
		if (withConnectable) return printExactly(this.document(key, true));
		const text = this.printed.get(key) ?? printExactly(this.document(key));
		this.printed.set(key, text);
		return text;
	}

	/** The document as an object. */
	document(key: number, withConnectable = false): DocumentRecord {
		const known = this.made.get(key) ?? this.make(key);
		if (!this.isAsGenerated(key)) this.made.set(key, known);
		const document = { ...known };
		if (withConnectable)
			document.connectableAmount = difference(document.total ?? 0, document.amountDrawn ?? 0);
		return document;
	}

	private make(key: number): DocumentRecord {
		const base = this.base(key);
		const fields = this.changes.get(key);
		const document = { ...base, ...fields };
		if (fields?.payments != null) document.payments = { ...base.payments, ...fields.payments };
		if (fields?.contact != null) document.contact = { ...base.contact, ...fields.contact };
		return document;
	}

	/** The data for a search. */
	snapshot(key: number): View {
		if (this.isAsGenerated(key)) return this.records.head(key);
		return viewOf(this.document(key));
	}

	containsText(key: number, needle: string): boolean {
		if (this.isAsGenerated(key)) return this.records.containsText(this.records.head(key), needle);
		return containsText(this.document(key), needle);
	}

	/**
	 * Adds generated documents and returns their keys, rising. They get the highest IDs; with `outOfOrder` each gets
	 * an ID lower than that of the newest document. Throws if none is free.
	 */
	create(count: number, fields: DocumentFields = {}, outOfOrder = false): number[] {
		this.check(fields);
		const keys = Array.from({ length: count }, () =>
			outOfOrder ? this.positions.addOutOfOrder() : this.positions.addNewest(),
		);
		for (const key of keys) {
			if (Object.keys(fields).length > 0) this.changes.set(key, fields);
			this.keepToken(key, fields.permalinkToken);
			this.version++;
		}
		return keys.sort((a, b) => a - b);
	}

	/** Adds a document with the highest ID and returns its key. Without a permalink token it gets one. */
	insert(document: WrittenDocument): number {
		this.check(document);
		const key = this.positions.addNewest();
		this.insertedKeys.add(key);
		this.write(key, document);
		return key;
	}

	/** Replaces a record; without a permalink token, it gets that of its key. */
	write(key: number, document: WrittenDocument): void {
		this.check(document);
		const permalinkToken = document.permalinkToken ?? tokenOf(this.records.seed, key);
		this.changes.delete(key);
		this.forget(key);
		this.written.set(key, { ...document, permalinkToken });
		this.keepToken(key, permalinkToken);
		this.version++;
	}

	/** Changes fields of a document; `payments` and `contact` are merged, everything else is replaced. */
	change(key: number, fields: DocumentFields): void {
		this.check(fields);
		const before = this.changes.get(key) ?? {};
		const merged = { ...before, ...fields };
		if (before.payments && fields.payments)
			merged.payments = { ...before.payments, ...fields.payments };
		if (before.contact && fields.contact) merged.contact = { ...before.contact, ...fields.contact };
		this.changes.set(key, merged);
		this.forget(key);
		this.keepToken(key, fields.permalinkToken);
		this.version++;
	}

	/** Pairs payments of the full total with the document. */
	pay(key: number): void {
		this.change(key, { amountPaid: this.document(key).total ?? 0, payments: { paid: true } });
	}

	remove(key: number): void {
		this.positions.remove(key);
		this.changes.delete(key);
		this.forget(key);
		this.written.delete(key);
		this.insertedKeys.delete(key);
		this.version++;
	}

	private forget(key: number): void {
		this.made.delete(key);
		this.printed.delete(key);
	}

	private isAsGenerated(key: number): boolean {
		return !this.changes.has(key) && !this.written.has(key);
	}

	private base(key: number): DocumentRecord {
		const { records } = this;
		const written = this.written.get(key);
		return written === undefined
			? (parseExactly(generatedText(records, key, false)) as DocumentRecord)
			: { id: records.idOf(key), ...written };
	}

	private keepToken(key: number, token: string | null | undefined): void {
		if (token != null) this.keyByToken.set(token, key);
	}

	/** Without exact amounts, totals() would be useless. */
	private check(fields: DocumentFields): void {
		for (const amount of [fields.total, fields.amountDrawn])
			if (amount != null) toTenThousandths(amount);
	}
}
