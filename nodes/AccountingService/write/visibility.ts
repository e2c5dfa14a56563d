import type { ServiceRecord } from '../../shared/client/envelope';
import { ServiceError, tried } from '../../shared/client/errors';
import { idOf } from '../../shared/lists/ids';
import type { OperationCall } from '../operation';
import type { Draft } from './drafts';
import type { KnownDocuments } from './knownDocuments';
import { hasKey, type Unique } from './unique';
import { lookAgain } from './unknownOutcome';

/** How long a replica may lag behind. */
const replicaSeconds = 2;

/**
 * Checks that the list shows created documents where Unique By searches. Otherwise another run would create them again.
 * The first document is checked at once, so that the node can stop. At the end, one look shows whether all
 * are there.
 */
export class Visibility {
	/** Fields for which Unique By is known to find a created document. */
	private readonly proven = new Set<string>();

	private readonly created: string[] = [];

	/** Set once Unique By does not find a created document. The node then sends nothing more. */
	problem?: ServiceError;

	constructor(private readonly known: KnownDocuments) {}

	/**
	 * Checks the first document that was created with a field.
	 * @param created the document, or the IDs of documents that may be it
	 */
	async checkFirst(
		{ call, body }: Draft,
		unique: Unique,
		{ record: made, candidates }: { record?: ServiceRecord; candidates?: string },
	): Promise<void> {
		if (made) this.created.push(idOf(made));
		const { field } = unique;
		if (this.proven.has(field)) return;
		const seen = made && (await look(call, async () => await this.known.atHead(call.client, made)));
		if (seen?.found && hasKey(seen.found, unique, body)) {
			this.proven.add(field);
			return;
		}
		const which = made
			? `Document ${idOf(made)}`
			: `A document${candidates ? ` (it may be one of ${candidates})` : ''}`;
		const [why, todo] = this.problemOf(which, unique, seen);
		call.hint(`${why}. Another run may create a duplicate. ${todo}`);
		this.problem = new ServiceError('incomplete', why, {
			description: `The node did not send this item, because Unique By cannot tell whether its document exists. ${todo}`,
			// Retry On Fail must not send it either.
			effect: 'open',
		});
	}

	/** Names the created documents that the list does not show. They are done, so this is no error. */
	async checkAll(call: OperationCall): Promise<void> {
		// The only one was checked.
		if (this.problem || this.created.length < 2) return;
		let late = this.created;
		const { failure } = await look(call, async () => {
			late = await this.known.notListed(call.client, this.created);
			return late.length === 0 || undefined;
		});
		if (late.length === 0) return;
		const ids = `${late.slice(0, 10).join(', ')}${late.length > 10 ? ` and ${late.length - 10} more` : ''}`;
		call.hint(
			failure
				? `The node could not check that Unique By finds the created documents: ${failure.message}. Another run may create duplicates. ${lookFirst}`
				: `The list does not show these created documents yet: ID ${ids}. Unique By cannot find them, so another run may create duplicates. ${waitFirst}`,
		);
	}

	private problemOf(
		which: string,
		{ name }: Unique,
		{ found, failure }: Partial<Seen<ServiceRecord>> = {},
	): [why: string, todo: string] {
		if (found) {
			const why = `${which} was created, but the service does not show its ${name}, so Unique By cannot find it`;
			return [why, 'Choose another field in Unique By.'];
		}
		if (failure) {
			const why = `${which} was created, but the node could not check that Unique By finds it: ${failure.message}`;
			return [why, lookFirst];
		}
		return [
			`${which} was created with the ${name}, but is not among the first documents of the list, where Unique By searches`,
			this.known.isWholeList
				? `The service may list new documents late. ${waitFirst} Or remove Unique By.`
				: 'Increase Advanced > Look Back until it covers all documents, or remove Unique By.',
		];
	}
}

const lookFirst = 'Look in the service before you run this again.';
const waitFirst = 'Wait until the service lists them before you run the workflow again.';

interface Seen<T> {
	found?: T;
	/** Of the last look. */
	failure?: ServiceError;
}

/** Looks until a replica may have caught up. */
async function look<T>(call: OperationCall, read: () => Promise<T | undefined>): Promise<Seen<T>> {
	let failure: ServiceError | undefined;
	const readOnce = async () => {
		const seen = await tried(read);
		({ failure } = seen);
		return seen.failure ? undefined : seen.value;
	};
	const doing = 'checking that Unique By finds the created document';
	const found = await lookAgain(call, doing, readOnce, { seconds: replicaSeconds });
	return { found, failure };
}
