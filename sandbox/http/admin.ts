/** The sandbox's steering wheel, for tests: it reads and writes past the service. adminRoutes.ts has it over HTTP. */
import { z } from 'zod';

import { filters, type GivenFilters } from '../lists/parameters';
import type { Totals } from '../lists/queries';
import {
	type AccountingDocument,
	type DocumentFields,
	documentFields,
} from '../resources/accountingDocuments/contract';
import type { Sandbox } from '../sandbox';
import { notFound } from './answers';
import { plain } from './exactJson';
import type { GivenFault } from './faults';
import type { JournalReport } from './journal';

/** An id as tests have it: a number, digits, or a bigint. */
export type GivenId = number | string | bigint;

export const creation = z.strictObject({
	count: z.int().min(1).max(100_000).default(1),
	fields: documentFields.default({}),
	outOfOrder: z.boolean().default(false),
});
export type Creation = z.input<typeof creation>;

export class Admin {
	constructor(private readonly sandbox: Sandbox) {}

	journal(): JournalReport {
		return this.sandbox.journal.report();
	}

	clearJournal(): void {
		this.sandbox.journal.clear();
	}

	/** Arms faults; earlier ones strike first. Throws on a fault that the contract does not know. */
	addFault(...faults: GivenFault[]): void {
		for (const one of faults) this.sandbox.faults.add(one);
	}

	clearFaults(): void {
		this.sandbox.faults.clear();
	}

	/** Creates documents at the newest end, or with `outOfOrder` just below it. Returns them, ids rising. */
	createDocuments(given: Creation = {}): AccountingDocument[] {
		const { count, fields, outOfOrder } = creation.parse(given);
		return this.sandbox.store.create(count, fields, outOfOrder).map((key) => this.read(key));
	}

	/** Lays fields over a document and returns it. Throws a Refusal (404) when there is none with that id. */
	changeDocument(id: GivenId, fields: DocumentFields): AccountingDocument {
		const key = this.keyOf(id);
		this.sandbox.store.change(key, documentFields.parse(fields));
		return this.read(key);
	}

	/** Sets amountPaid to the total and payments.paid to true. */
	payDocument(id: GivenId): AccountingDocument {
		const key = this.keyOf(id);
		this.sandbox.store.pay(key);
		return this.read(key);
	}

	deleteDocument(id: GivenId): void {
		this.sandbox.store.remove(this.keyOf(id));
	}

	/** The document as it is now. */
	document(id: GivenId): AccountingDocument {
		return this.read(this.keyOf(id));
	}

	/** The document at a position of the whole, counted from 0 at the lowest id. */
	documentAt(position: number): AccountingDocument {
		return this.read(this.sandbox.store.keyAt(position));
	}

	/** What requests created and nobody deleted since, in order of creation. */
	createdDocuments(): AccountingDocument[] {
		const { created } = this.sandbox.documents;
		return created.filter((key) => this.sandbox.store.has(key)).map((key) => this.read(key));
	}

	count(): number {
		return this.sandbox.store.count;
	}

	templateIds(): string[] {
		return this.sandbox.templates.ids();
	}

	/** Every token issued so far expires now. */
	expireTokens(): void {
		this.sandbox.tokens.expireAll();
	}

	/** Number of documents and exact sums of `total` per currency; filters as in a search, in canonical names. */
	totals(given: GivenFilters = {}): Totals {
		return this.sandbox.queries.totals(filters.parse(given));
	}

	private keyOf(id: GivenId): number {
		const key = this.sandbox.store.findById(String(id));
		if (key === undefined) throw notFound(`accounting document has the id ${id}`);
		return key;
	}

	private read(key: number): AccountingDocument {
		return plain(this.sandbox.store.document(key));
	}
}
