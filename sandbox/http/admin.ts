/**
 * The sandbox's steering wheel: the same functions from code and, as JSON without a token, under /_sandbox/.
 * None of this belongs to the service.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import type { AccountingDocument, Int64 } from '../types';
import { parseOrRefuse, Refusal } from './answers';
import { type DocumentFields, documentFields, filters, type GivenFilters } from '../contract';
import { fault, type GivenFault } from './faults';
import type { JournalReport } from './journal';
import type { Totals } from '../lists/queries';
import type { Sandbox } from '../sandbox';
import { templateIds } from '../resources/templates';

const creation = z.strictObject({
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
		return this.sandbox.store
			.create(count, fields, outOfOrder)
			.map((key) => this.sandbox.store.document(key));
	}

	/** Lays fields over a document and returns it. Throws a Refusal (404) when there is none with that id. */
	changeDocument(id: Int64, fields: DocumentFields): AccountingDocument {
		const key = this.keyOf(id);
		this.sandbox.store.change(key, documentFields.parse(fields));
		return this.sandbox.store.document(key);
	}

	/** Sets amountPaid to the total and payments.paid to true. */
	payDocument(id: Int64): AccountingDocument {
		const key = this.keyOf(id);
		this.sandbox.store.pay(key);
		return this.sandbox.store.document(key);
	}

	deleteDocument(id: Int64): void {
		this.sandbox.store.remove(this.keyOf(id));
	}

	/** The document as it is now. */
	document(id: Int64): AccountingDocument {
		return this.sandbox.store.document(this.keyOf(id));
	}

	/** The document at a position of the whole, counted from 0 at the lowest id. */
	documentAt(position: number): AccountingDocument {
		return this.sandbox.store.document(this.sandbox.store.keyAt(position));
	}

	count(): number {
		return this.sandbox.store.count;
	}

	templateIds(): string[] {
		return templateIds(this.sandbox.firstTemplateId).map(String);
	}

	/** Every token issued so far expires now. */
	expireTokens(): void {
		this.sandbox.tokens.expireAll();
	}

	/** Number of documents and exact sums of `total` per currency; filters as in a search, in canonical names. */
	totals(given: GivenFilters = {}): Totals {
		return this.sandbox.queries.totals(filters.parse(given));
	}

	private keyOf(id: Int64): number {
		const key = this.sandbox.store.findById(id);
		if (key === undefined)
			throw new Refusal(404, 'not_found', `No accounting document has the id ${id}`);
		return key;
	}
}

export function addAdminRoutes(server: FastifyInstance, admin: Admin): void {
	const idOf = (params: unknown): string => (params as { id: string }).id;
	const done = { done: true };
	server.get('/_sandbox/journal', () => admin.journal());
	server.delete('/_sandbox/journal', () => (admin.clearJournal(), done));
	server.post('/_sandbox/faults', (request) => {
		const given = parseOrRefuse(z.union([fault, z.array(fault)]), request.body);
		admin.addFault(...(Array.isArray(given) ? given : [given]));
		return done;
	});
	server.delete('/_sandbox/faults', () => (admin.clearFaults(), done));
	server.post('/_sandbox/documents', (request) =>
		admin.createDocuments(parseOrRefuse(creation, request.body ?? {})),
	);
	server.get('/_sandbox/documents/:id', (request) => admin.document(idOf(request.params)));
	server.patch('/_sandbox/documents/:id', (request) =>
		admin.changeDocument(idOf(request.params), parseOrRefuse(documentFields, request.body)),
	);
	server.post('/_sandbox/documents/:id/pay', (request) => admin.payDocument(idOf(request.params)));
	server.delete(
		'/_sandbox/documents/:id',
		(request) => (admin.deleteDocument(idOf(request.params)), done),
	);
	server.post('/_sandbox/tokens/expire', () => (admin.expireTokens(), done));
	server.get('/_sandbox/totals', (request) => {
		parseOrRefuse(filters, request.query);
		return admin.totals(request.query as GivenFilters);
	});
}
