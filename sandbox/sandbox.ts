/** The parts of one running sandbox, put together. */
import { Records } from './generated/records';
import { Faults } from './http/faults';
import { Journal } from './http/journal';
import type { Operation, OperationName } from './http/operations';
import { Parser } from './http/parsing';
import { Tokens } from './http/tokens';
import { listOperations } from './lists/operations';
import { Pages } from './lists/pages';
import { Queries } from './lists/queries';
import type { SandboxOptions } from './options';
import { AccountingDocuments } from './resources/accountingDocuments';
import { Store } from './resources/accountingDocuments/store';
import { Bulk } from './resources/bulk';
import { Contacts } from './resources/contacts';
import { Sequences } from './resources/sequences';
import { Templates } from './resources/templates';

const FIRST_TEMPLATE_ID = 701n;

export class Sandbox {
	readonly journal = new Journal();
	readonly faults = new Faults();
	readonly tokens: Tokens;
	readonly store: Store;
	readonly queries: Queries;
	readonly documents: AccountingDocuments;
	readonly templates: Templates;
	readonly operations: Record<OperationName, Operation>;

	constructor(readonly options: SandboxOptions) {
		const { seed, documents, idBase, orderBy, appSecret } = options;
		this.journal.addSecret(appSecret);
		this.tokens = new Tokens(options, (secret) => this.journal.addSecret(secret));
		const parser = new Parser(options);
		this.store = new Store(new Records(seed, documents, idBase), documents);
		this.queries = new Queries(this.store, orderBy);
		const known = {
			contacts: new Contacts(this.store.records.contacts),
			sequences: new Sequences(),
			hasDocument: (id: number | bigint) => this.store.findById(id) !== undefined,
		};
		this.documents = new AccountingDocuments(this.store, known, options, parser);
		// Follows the ids of the documents when those lie beyond 2^53.
		const firstTemplateId = idBase > BigInt(Number.MAX_SAFE_INTEGER) ? idBase : FIRST_TEMPLATE_ID;
		this.templates = new Templates(firstTemplateId, parser);
		this.operations = {
			...this.tokens.operations(),
			...listOperations(new Pages(this.store, this.queries, options), parser, options),
			...this.documents.operations(),
			...new Bulk(this.store, parser).operations(),
			...this.templates.operations(),
		};
	}
}
