/** Accounting documents one at a time: create, get, update (docs/api/requests.md#one-document). */
import { type Answer, invalid, json, notFound, record, Refusal } from '../../http/answers';
import type { Call, Operations } from '../../http/operations';
import { type DocumentInput, documentInput, type DocumentRecord } from './contract';
import { pdfOf } from './pdf';
import { type Origin, recordFrom } from './record';
import { errorsOf, type Known } from './rules';
import type { Store } from './store';

const PROCESSED = 1;

/** Refuses changes of a processed document (docs/api/resources.md#states). Throws a Refusal. */
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
	) {}

	/** Key of the document that a path names. Throws a Refusal. */
	keyOf(call: Call): number {
		const id = call.id('accountingDocumentId');
		const key = this.store.findById(id);
		if (key === undefined) throw notFound(`accounting document has the id ${id}`);
		return key;
	}

	/** Creates a document and returns its key. Throws a Refusal if it breaks a rule. */
	create(input: DocumentInput): number {
		this.judge(input);
		return this.store.insert(recordFrom(input, this.origin()));
	}

	operations(): Operations<
		| 'getDocument'
		| 'createDocument'
		| 'updateDocument'
		| 'byToken'
		| 'documentPdf'
		| 'listLineItems'
	> {
		const path = '/v2/accountingdocuments';
		return {
			getDocument: {
				kind: 'read',
				method: 'GET',
				path: `${path}/:accountingDocumentId`,
				basis: 'one-document [I]',
				answer: (call) => this.answer(this.keyOf(call)),
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
					this.update(key, call.record(documentInput));
					return this.answer(key);
				},
			},
			listLineItems: {
				kind: 'read',
				method: 'GET',
				path: `${path}/:accountingDocumentId/lineitems`,
				basis: 'one-document [D, address]',
				answer: (call) => record(this.store.document(this.keyOf(call)).lineItems ?? []),
			},
			documentPdf: {
				kind: 'read',
				method: 'GET',
				path: `${path}/:accountingDocumentId/pdf`,
				basis: 'one-document [I]',
				answer: (call) => ({
					status: 200,
					headers: { 'content-type': 'application/pdf' },
					body: pdfOf(this.store.document(this.keyOf(call))),
				}),
			},
			byToken: {
				kind: 'read',
				method: 'GET',
				path: `${path}/tokens/:token`,
				basis: 'one-document [S]',
				answer: (call) => {
					const key = this.store.findByToken(call.variable('token'));
					if (key === undefined) throw notFound('accounting document has this permalink token');
					return this.answer(key);
				},
			},
		};
	}

	private answer(key: number): Answer {
		return json(200, this.store.text(key, false));
	}

	private update(key: number, input: DocumentInput): void {
		const current = this.store.document(key);
		this.judge(input, current);
		this.store.write(key, recordFrom(input, this.origin(), current));
	}

	private judge(input: DocumentInput, current?: DocumentRecord): void {
		const errors = errorsOf(input, this.known, current);
		if (errors.length > 0) throw invalid(errors);
	}

	private origin(): Origin {
		const { store, known } = this;
		return {
			known,
			seed: store.records.seed,
			salt: store.version,
			numberOf: (id) => store.numberOf(id),
		};
	}
}
