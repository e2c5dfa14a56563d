/** Accounting documents one at a time: create, get, update. Specification, sections 2.1 and 4; published-facts, section 6. */
import { z } from 'zod';

import { type Answer, invalid, json, notFound } from '../../http/answers';
import type { Call, Operations } from '../../http/operations';
import type { Parser } from '../../http/parsing';
import type { Int64 } from '../fields';
import { type DocumentInput, documentInput, type DocumentRecord } from './contract';
import { type Origin, recordFrom } from './record';
import { errorsOf, type Known } from './rules';
import type { Store } from './store';

export type DocumentOptions = {
	/** State of a new document that names none. */
	newState: string;
	/** What a PUT does with the fields that it leaves out. */
	absentFields: 'removed' | 'kept';
	createdStatus: 200 | 201;
};

const PROCESSED = 1;
export const isProcessed = (document: DocumentRecord): boolean =>
	document.processingState === PROCESSED;

const nothing = z.strictObject({});

/** Fields of a record that only the service writes: what a PUT that keeps absent fields must not send to itself. */
const GET_ONLY_FIELDS = Object.entries(documentInput.shape)
	.filter(([, field]) => field.safeParse(undefined).success && !field.safeParse(null).success)
	.map(([name]) => name);

export class AccountingDocuments {
	/** Keys of what requests created, in order of creation. */
	readonly created: number[] = [];

	constructor(
		private readonly store: Store,
		private readonly known: Known,
		private readonly options: DocumentOptions,
		private readonly parser: Parser,
	) {}

	/** Key of the document that a path names. Throws a Refusal. */
	keyOf(params: Call['params']): number {
		const id = this.parser.id('accountingDocumentId', params.accountingDocumentId);
		const key = this.store.findById(id);
		if (key === undefined) throw notFound(`accounting document has the id ${id}`);
		return key;
	}

	/** Creates a document that keeps to the rules and returns its key. Throws a Refusal. */
	create(input: DocumentInput): number {
		this.judge(input);
		const key = this.store.insert(recordFrom(input, this.origin()));
		this.created.push(key);
		return key;
	}

	operations(): Operations<'getDocument' | 'createDocument' | 'updateDocument' | 'byToken'> {
		const path = '/v2/accountingdocuments';
		return {
			getDocument: {
				method: 'GET',
				path: `${path}/:accountingDocumentId`,
				basis: 'facts 6.2 [I]',
				isWrite: false,
				carries: 'nothing',
				answer: (call) => {
					const key = this.keyOf(call.params);
					this.parser.query(nothing, call.query);
					return this.answer(key);
				},
			},
			createDocument: {
				method: 'POST',
				path,
				basis: 'facts 6.1 [D]',
				isWrite: true,
				carries: 'json',
				answer: (call) => {
					this.parser.query(nothing, call.query);
					const key = this.create(this.parser.body(documentInput, call.body));
					return this.answer(key, this.options.createdStatus);
				},
			},
			updateDocument: {
				method: 'PUT',
				path: `${path}/:accountingDocumentId`,
				basis: 'facts 6.2 [D, address]',
				isWrite: true,
				carries: 'json',
				answer: (call) => {
					const key = this.keyOf(call.params);
					this.parser.query(nothing, call.query);
					this.update(key, this.parser.body(documentInput, this.replacement(key, call.body)));
					return this.answer(key);
				},
			},
			byToken: {
				method: 'GET',
				path: `${path}/tokens/:token`,
				basis: 'specification 4 [S]',
				isWrite: false,
				carries: 'nothing',
				answer: (call) => {
					this.parser.query(nothing, call.query);
					const key = this.store.findByToken(call.params.token ?? '');
					if (key === undefined) throw notFound('accounting document has this permalink token');
					return this.answer(key);
				},
			},
		};
	}

	private answer(key: number, status = 200): Answer {
		return json(status, this.store.text(key, false));
	}

	private update(key: number, input: DocumentInput): void {
		const current = this.store.document(key);
		this.judge(input, current);
		this.store.write(key, recordFrom(input, this.origin(), current));
	}

	/** What a PUT is to put in place of a document. */
	private replacement(key: number, body: unknown): unknown {
		if (this.options.absentFields === 'removed') return body;
		if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
		const { payments, lineItems, ...current } = this.store.document(key);
		const kept = Object.entries({
			...current,
			payments: { paid: payments?.paid },
			lineItems: lineItems?.map(({ id: _id, ...line }) => line),
		}).filter(([name]) => !GET_ONLY_FIELDS.includes(name));
		return { ...Object.fromEntries(kept), ...body };
	}

	private judge(input: DocumentInput, current?: DocumentRecord): void {
		const errors = errorsOf(input, this.known, current);
		if (errors.length > 0) throw invalid(errors);
	}

	private origin(): Origin {
		const { store, known, options } = this;
		return {
			known,
			seed: store.records.seed,
			salt: store.version,
			newState: options.newState,
			numberOf: (id: Int64) => {
				const key = store.findById(id);
				return key === undefined ? null : (store.document(key).accountingDocumentNo ?? null);
			},
		};
	}
}
