/**
 * Operations that the specification only names (docs/api/requests.md#no-published-path), under paths of the sandbox's
 * own. The paths follow from the seed and are told to tests only, so that a client which reaches them was given them.
 */
import { random } from '../generated/random';
import type { Operation } from '../http/operations';
import type { SmallLists } from '../lists/smallLists';
import type { AccountingDocuments } from '../resources/accountingDocuments';
import type { Store } from '../resources/accountingDocuments/store';
import { contactOperations, PrivateContacts } from './contacts';
import { documentOperations, SentThings } from './documents';
import { fileOperations } from './files';
import { listOperations, Movements } from './lists';

/** What a user's own documentation would say of an operation. */
export type CatalogueEntry = {
	name: string;
	method: Operation['method'];
	/** Below /v2, without a slash before it. Variables stand in braces. */
	path: string;
	/** Name of the list in the envelope of a paged one. */
	records?: string;
	/** What its body carries. */
	carries?: Operation['carries'];
	/** Name of the field that holds the file of a form. */
	field?: string;
};

/** One operation of the catalogue with what a test must know to use it. */
export type Private = { operation: Operation; records?: string; field?: string };
export type Privates = Record<string, Private>;

/** Makes words that nobody can know: equal for equal seeds. */
export type Coin = (word: string) => string;

const coinOf =
	(seed: number): Coin =>
	(word) =>
		`${word}-${random(seed, word.length * 31 + word.charCodeAt(0), 95)
			.toString(36)
			.slice(0, 4)}`;

export class Catalogue {
	readonly movements: Movements;
	readonly contacts = new PrivateContacts();
	readonly sent = new SentThings();
	private readonly privates: Privates;

	constructor(
		store: Store,
		documents: AccountingDocuments,
		lists: SmallLists,
		options: { seed: number; catalogueRecords: number },
	) {
		const coin = coinOf(options.seed);
		this.movements = new Movements(options.catalogueRecords);
		this.privates = {
			...contactOperations(this.contacts, lists, coin),
			...listOperations(this.movements, lists, coin),
			...fileOperations(store, documents, coin),
			...documentOperations(this.sent, store, documents, coin),
		};
	}

	get operations(): Operation[] {
		return Object.values(this.privates).map(({ operation }) => operation);
	}

	entries(): CatalogueEntry[] {
		return Object.entries(this.privates).map(([name, { operation, records, field }]) => ({
			name,
			method: operation.method,
			path: operation.path.replace('/v2/', '').replace(/:(\w+)/g, '{$1}'),
			records,
			field,
			carries: operation.carries,
		}));
	}
}
