/** Accounting documents one at a time: create, get, update (docs/api/requests.md#one-document). */
import { type Answer, invalid, json, notFound, record, Refusal } from '../../http/answers';
import type { Call, Operations } from '../../http/operations';
import type { Replica } from '../../lists/replica';
import { type DocumentInput, documentInput, type DocumentRecord, postable } from './contract';
import { type Origin, recordFrom } from './record';
import { errorsOf, type Known } from './rules';
import type { Store } from './store';

export type DocumentOptions = {
	/** State of a new document that names none. */
	newState: string;
	/** What a PUT does with the fields that it leaves out. */
	absentFields: 'removed' | 'kept';
};

const PROCESSED = 1;

/** For what a processed document refuses (docs/api/resources.md#states). Throws a Refusal. */
export function mustNotBeProcessed({
	processingState,
}: Pick<DocumentRecord, 'processingState'>): void {
	if (processingState !== PROCESSED) return;
	throw new Refusal(400, 'document_processed', 'The accounting document is processed already');
}

export class AccountingDocuments {
	constructor(
		private readonly store: Store,
		private readonly known: Known,
		private readonly options: DocumentOptions,
		private readonly replica: Replica,
	) {}

	/** Key of the document that a path names. Throws a Refusal. */
	keyOf(call: Call, store: Store = this.store): number {
		const id =
			this.store.ids === 'guids'
				? call.variable('accountingDocumentId')
				: call.id('accountingDocumentId');
		const key = store.findById(id);
		if (key === undefined) throw notFound(`accounting document has the id ${id}`);
		return key;
	}

	/** Creates a document that keeps to the rules and returns its key. Throws a Refusal. */
	create(input: DocumentInput): number {
		this.judge(input);
		return this.store.insert(recordFrom(input, this.origin()));
	}

	operations(): Operations<
		'getDocument' | 'createDocument' | 'updateDocument' | 'byToken' | 'listLineItems'
	> {
		const path = '/v2/accountingdocuments';
		return {
			getDocument: {
				kind: 'read',
				method: 'GET',
				path: `${path}/:accountingDocumentId`,
				basis: 'one-document [I]',
				answer: (call) => {
					const { store } = this.replica.readBy(call);
					return this.answer(this.keyOf(call, store), store);
				},
			},
			createDocument: {
				kind: 'creates',
				method: 'POST',
				path,
				basis: 'one-document [D]',
				carries: 'json',
				answer: (call) => this.answer(this.create(call.record(documentInput))),
			},
			updateDocument: {
				kind: 'replaces',
				method: 'PUT',
				path: `${path}/:accountingDocumentId`,
				basis: 'one-document [D, address]',
				carries: 'json',
				answer: (call) => {
					const key = this.keyOf(call);
					this.update(key, call.record(documentInput, this.replacement(key, call.body)));
					return this.answer(key);
				},
			},
			listLineItems: {
				kind: 'read',
				method: 'GET',
				path: `${path}/:accountingDocumentId/lineitems`,
				basis: 'one-document [D, address]',
				answer: (call) => {
					const { store } = this.replica.readBy(call);
					return record(store.document(this.keyOf(call, store)).lineItems ?? []);
				},
			},
			byToken: {
				kind: 'read',
				method: 'GET',
				path: `${path}/tokens/:token`,
				basis: 'one-document [S]',
				answer: (call) => {
					const { store } = this.replica.readBy(call);
					const key = store.findByToken(call.variable('token'));
					if (key === undefined) throw notFound('accounting document has this permalink token');
					return this.answer(key, store);
				},
			},
		};
	}

	private answer(key: number, store: Store = this.store): Answer {
		return json(200, store.text(key, false));
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
		return { ...postable(this.store.document(key)), ...body };
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
			numberOf: (id) => store.numberOf(id),
		};
	}
}
