/** The parts of one running sandbox: of its first organization, and of those that were added. */
import { Records } from './generated/records';
import { Faults } from './http/faults';
import { Journal } from './http/journal';
import type { Operations } from './http/operations';
import { Parser } from './http/parsing';
import { Tokens } from './http/tokens';
import { listOperations } from './lists/operations';
import { Queries } from './lists/queries';
import { Pages } from './lists/pages';
import { SmallLists } from './lists/smallLists';
import type { SandboxOptions } from './options';
import { AccountingDocuments } from './resources/accountingDocuments';
import { ContactAssignment } from './resources/accountingDocuments/assignContact';
import { Store } from './resources/accountingDocuments/store';
import { VatRecaps } from './resources/accountingDocuments/updateVatRecap';
import { BankAccounts } from './resources/bankAccounts';
import { BankStatements } from './resources/bankStatements';
import { Bulk } from './resources/bulk';
import { Clock } from './resources/clock';
import { Connections } from './resources/connections';
import { Contacts } from './resources/contacts';
import type { Int64 } from './resources/fields';
import { PaymentOrders } from './resources/paymentOrders';
import { Reminders } from './resources/reminders';
import { Scans } from './resources/scans';
import { schedulerOperations } from './resources/schedulers';
import { Sequences } from './resources/sequences';
import { Tasks } from './resources/tasks';
import { Templates } from './resources/templates';
import { Uploads } from './resources/uploads';
import { vatRateOperations } from './resources/vatRates';

const FIRST_TEMPLATE_ID = 701n;

/** No document of an organization has an ID of another one. */
const IDS_PER_ORGANIZATION = 10_000_000n;

/** What all organizations have together. */
type Common = Pick<Sandbox, 'journal' | 'faults' | 'tokens'>;

function commonOf(options: SandboxOptions): Common {
	const journal = new Journal();
	const tokens = new Tokens(options, (secret) => journal.addSecret(secret));
	return { journal, faults: new Faults(), tokens };
}

export class Sandbox {
	readonly journal: Journal;
	readonly faults: Faults;
	readonly parser: Parser;
	readonly tokens: Tokens;
	readonly store: Store;
	readonly queries: Queries;
	readonly contacts: Contacts;
	readonly contactAssignment: ContactAssignment;
	readonly reminders: Reminders;
	readonly connections: Connections;
	readonly templates: Templates;
	readonly paymentOrders: PaymentOrders;
	readonly bankStatements: BankStatements;
	readonly uploads = new Uploads();
	readonly scans: Scans;
	readonly tasks: Tasks;
	readonly operations: Operations;
	/** The added organizations, by the App ID of their application. */
	private readonly added = new Map<string, Sandbox>();

	constructor(
		readonly options: SandboxOptions,
		common = commonOf(options),
	) {
		const { seed, documents: count, idBase } = options;
		const store = new Store(new Records(seed, count, idBase), count);
		const parser = new Parser(options);
		const clock = new Clock();
		const lists = new SmallLists(parser, options);
		this.store = store;
		this.parser = parser;
		this.journal = common.journal;
		this.faults = common.faults;
		this.tokens = common.tokens;
		this.queries = new Queries(store, options);
		const pages = new Pages(store, this.queries, options);
		this.contacts = new Contacts(store.records.contacts);
		const known = {
			contacts: this.contacts,
			sequences: new Sequences(),
			hasDocument: (id: Int64) => store.findById(id) !== undefined,
		};
		const documents = new AccountingDocuments(store, known);
		this.contactAssignment = new ContactAssignment(documents, store, this.contacts);
		this.reminders = new Reminders(documents);
		this.connections = new Connections(documents, store);
		// Follows the IDs of the documents if those are beyond 2^53.
		const firstTemplateId = idBase > BigInt(Number.MAX_SAFE_INTEGER) ? idBase : FIRST_TEMPLATE_ID;
		this.templates = new Templates(firstTemplateId, store);
		const accounts = new BankAccounts(lists);
		this.paymentOrders = new PaymentOrders(accounts, store, lists, clock);
		this.bankStatements = new BankStatements(accounts, clock);
		this.scans = new Scans(documents, store, this.uploads);
		this.tasks = new Tasks(store, this.uploads, clock);
		this.operations = {
			...this.tokens.operations(),
			...listOperations(pages, parser, options),
			...documents.operations(),
			...new Bulk(store).operations(),
			...this.contacts.operations(lists),
			...this.contactAssignment.operations(),
			...new VatRecaps(documents, store).operations(),
			...this.scans.operations(),
			...this.connections.operations(),
			...this.reminders.operations(),
			...this.templates.operations(),
			...schedulerOperations(this.templates),
			...vatRateOperations(),
			...accounts.operations(),
			...this.paymentOrders.operations(),
			...this.bankStatements.operations(),
			...this.uploads.operations(),
			...this.tasks.operations(),
		};
	}

	/** Adds an organization that has no documents yet, with one application. */
	addOrganization(appId: string, appSecret: string): Sandbox {
		this.tokens.register(appId, appSecret);
		const number = this.added.size + 1;
		const seed = this.options.seed + number;
		const idBase = this.options.idBase + BigInt(number) * IDS_PER_ORGANIZATION;
		const organization = new Sandbox({ ...this.options, documents: 0, seed, idBase }, this);
		this.added.set(appId, organization);
		return organization;
	}

	/** The organization of an application. */
	organizationOf(appId: string | undefined): Sandbox {
		return this.added.get(appId ?? '') ?? this;
	}
}
