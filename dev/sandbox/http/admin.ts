/** Controls the sandbox in tests, bypassing the service. adminRoutes.ts offers it over HTTP. */
import { z } from 'zod';

import { filters, type GivenFilters } from '../lists/parameters';
import type { Totals } from '../lists/queries';
import {
	type AccountingDocument,
	type Contact,
	type DocumentFields,
	documentFields,
} from '../resources/accountingDocuments/contract';
import type { BankStatements } from '../resources/bankStatements';
import type { Connection } from '../resources/connections';
import type { PaymentOrder } from '../resources/paymentOrders';
import type { PaymentReminder } from '../resources/reminders';
import type { Task } from '../resources/tasks';
import type { Template } from '../resources/templates';
import type { StoredFile } from '../resources/uploads';
import type { Sandbox } from '../sandbox';
import { notFound } from './answers';
import { plain, type Plain } from './exactJson';
import type { GivenFault } from './faults';
import type { JournalReport } from './journal';

/** An ID in tests: a number, digits, or a bigint. */
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

	/** Adds faults; earlier ones strike first. Throws for an unknown fault. */
	addFault(...faults: GivenFault[]): void {
		for (const one of faults) {
			const { path } = one.match ?? {};
			if (path !== undefined && !Object.hasOwn(this.sandbox.operations, path)) {
				throw notFound(`operation is called ${path}`);
			}
			this.sandbox.faults.add(one);
		}
	}

	clearFaults(): void {
		this.sandbox.faults.clear();
	}

	/** Creates documents with the highest IDs, or with `outOfOrder` just below them. Returns them in rising order of IDs. */
	createDocuments(entered: Creation = {}): AccountingDocument[] {
		const { count, fields, outOfOrder } = creation.parse(entered);
		return this.sandbox.store.create(count, fields, outOfOrder).map((key) => this.read(key));
	}

	/** Changes fields of a document and returns it. Throws a Refusal (404) if there is none with that ID. */
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

	/** The document at a position among all, counted from 0 at the lowest ID. */
	documentAt(position: number): AccountingDocument {
		return this.read(this.sandbox.store.keyAt(position));
	}

	/** Existing documents that were created by requests, in order of creation. */
	createdDocuments(): AccountingDocument[] {
		return this.sandbox.store.inserted().map((key) => this.read(key));
	}

	/** Payment reminders of a document. */
	reminders(id: GivenId): Array<Plain<PaymentReminder>> {
		return plain(this.sandbox.reminders.of(this.keyOf(id)));
	}

	/** Adds a payment reminder to a document. */
	remind(id: GivenId, exceededDays: number, emailTemplateId = 31): Plain<PaymentReminder> {
		return plain(this.sandbox.reminders.add(this.keyOf(id), { exceededDays, emailTemplateId }));
	}

	/** Connections of a document. */
	connections(id: GivenId): Array<Plain<Connection>> {
		return plain(this.sandbox.connections.of(this.keyOf(id)));
	}

	/** Connects two documents: `by` takes an amount from `from`. */
	connect(from: GivenId, by: GivenId, amount: number): void {
		this.sandbox.connections.connect(this.keyOf(from), this.keyOf(by), amount);
	}

	/** Whether a received document has the bank accounts of its vendor. */
	hasVendorBankAccounts(id: GivenId): boolean {
		return this.sandbox.contactAssignment.hasVendorBankAccounts(this.keyOf(id));
	}

	/** Files and note of a document that was made from scans; undefined for any other. */
	scansOf(id: GivenId): { files: number[]; note: string | null } | undefined {
		return this.sandbox.scans.byDocument.get(this.keyOf(id));
	}

	contacts(): Array<Plain<Contact>> {
		return plain(this.sandbox.contacts.all);
	}

	template(id: GivenId): Plain<Template> {
		const found = this.sandbox.templates.find(String(id));
		if (found === undefined) throw notFound(`template has the id ${id}`);
		return plain(found);
	}

	/** Uploaded files, in order. */
	files(): StoredFile[] {
		return [...this.sandbox.uploads.all];
	}

	tasks(): Array<Plain<Task>> {
		return plain(this.sandbox.tasks.all);
	}

	/** Payment orders of a bank account, newest first. */
	paymentOrders(bankAccountId: number): Array<Plain<PaymentOrder>> {
		return plain([...this.sandbox.paymentOrders.of(bankAccountId)]);
	}

	/** Adds a payment order to a bank account. */
	order(bankAccountId: number, amount: number): Plain<PaymentOrder> {
		const account = { id: bankAccountId, currency: 'CZK' };
		return plain(this.sandbox.paymentOrders.add(account, { amount, dueDate: '2026-11-30' }));
	}

	/** The bank rejects a payment order, or prepares it. */
	processOrder(id: number, processingState: PaymentOrder['processingState']): void {
		const order = this.sandbox.paymentOrders.find(id);
		if (order === undefined) throw notFound(`payment order has the id ${id}`);
		order.processingState = processingState;
	}

	/** Uploaded bank statements with size and hash of their files, in order. */
	bankStatements(): BankStatements['all'] {
		return [...this.sandbox.bankStatements.all];
	}

	count(): number {
		return this.sandbox.store.count;
	}

	templateIds(): string[] {
		return this.sandbox.templates.ids();
	}

	/** Adds an organization that has no documents yet, with one application. Returns its controls. */
	addOrganization(appId: string, appSecret: string): Admin {
		return new Admin(this.sandbox.addOrganization(appId, appSecret));
	}

	/** Adds an application of this organization, or changes the secret of an existing one: its tokens expire. */
	register(appId: string, appSecret: string): void {
		this.sandbox.tokens.register(appId, appSecret);
	}

	/** Every token issued so far expires now. */
	expireTokens(): void {
		this.sandbox.tokens.expireAll();
	}

	/** Number of documents and exact sums of `total` per currency; filters as in a search, in canonical names. */
	totals(entered: GivenFilters = {}): Totals {
		return this.sandbox.queries.totals(filters.parse(entered));
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
