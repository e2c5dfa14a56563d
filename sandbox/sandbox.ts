/** The parts of one running sandbox, put together. */
import { Faults } from './http/faults';
import { Journal } from './http/journal';
import type { SandboxOptions } from './options';
import { Pages } from './lists/pages';
import { Queries } from './lists/queries';
import { Records } from './generated/records';
import { Store } from './resources/accountingDocuments/store';
import { Tokens } from './http/tokens';

const FIRST_TEMPLATE_ID = 701n;

export class Sandbox {
	readonly journal = new Journal();
	readonly faults = new Faults();
	readonly tokens: Tokens;
	readonly store: Store;
	readonly queries: Queries;
	readonly pages: Pages;
	/** Follows the ids of the documents when those lie beyond 2^53. */
	readonly firstTemplateId: bigint;

	constructor(readonly options: SandboxOptions) {
		const { seed, documents, idBase, orderBy, appSecret } = options;
		this.journal.addSecret(appSecret);
		this.tokens = new Tokens(options, (secret) => this.journal.addSecret(secret));
		this.store = new Store(new Records(seed, documents, idBase), documents);
		this.queries = new Queries(this.store, orderBy);
		this.pages = new Pages(this.store, this.queries, options);
		this.firstTemplateId = idBase > BigInt(Number.MAX_SAFE_INTEGER) ? idBase : FIRST_TEMPLATE_ID;
	}
}
