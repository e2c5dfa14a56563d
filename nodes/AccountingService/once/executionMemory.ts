import type { ServiceRecord } from '../../shared/client/envelope';
import type { Result, ServiceError } from '../../shared/client/errors';
import { idOf } from '../../shared/lists/ids';
import type { Draft } from '../document/drafts';
import { IncompleteDocuments } from '../document/incompleteDocuments';
import type { KnownDocuments } from './knownDocuments';
import { unseenAfter } from './existing';
import type { Unseen } from './memories';
import { allKeysOf, keyName } from './unique';
import type { Key, Unique } from '../document/key';

/** The outcome of a creation. */
export interface Made {
	/** Undefined if the service confirmed the creation, but the document could not be identified. */
	record?: ServiceRecord;
	/** IDs of documents that may be the created one. */
	candidates?: string;
}

/** A document that was created with a key. */
export interface Creation extends Made {
	draft: Draft;
	unique: Unique;
}

/**
 * All that an execution remembers of the documents that it creates. {@link unseen} outlives it in memories.ts.
 */
export class ExecutionMemory {
	/** The item that wrote each document, by ID: a later item may have the same key. */
	readonly items = new Map<string, number>();

	/** Drafts that were sent, but whose document is unknown. The node must not send an equal item. */
	lost: Draft[] = [];

	/** What the next execution with these keys must know. */
	readonly unseen: Unseen[] = [];

	/** Drafts with a key, whether their document was created or existed. */
	readonly keyed: Draft[] = [];

	/** Documents that were created with a key. Unique By must find them. */
	readonly creations: Creation[] = [];

	/** Fields for which Unique By is known to find a created document. */
	readonly proven = new Set<string>();

	/** Set once Unique By does not find a created document. The node then sends nothing more. */
	problem?: ServiceError;

	/** For hints at the end. */
	readonly incomplete = new IncompleteDocuments();

	/** @param known the newest documents, and those that the execution wrote */
	constructor(readonly known: KnownDocuments) {}

	/** After a creation. */
	note(draft: Draft, made: Result<Made>): void {
		const { call, unique } = draft;
		const isLost = made.failure ? made.failure.kind === 'outcomeUnknown' : !made.value.record;
		if (isLost) this.lost.push(draft);
		const { record } = made.failure ? {} : made.value;
		const left = made.failure ? made : { value: record && { id: record.id } };
		// Lists show what is older by now. A long execution would otherwise keep all of it.
		while (this.unseen[0]?.until <= performance.now()) this.unseen.shift();
		const names = new Map(allKeysOf(draft).map((key) => [keyName(call, key), key]));
		for (const one of unseenAfter(call, [...names.keys()], left)) {
			const key = names.get(one.name);
			this.unseen.push(one.record || !key ? one : { ...one, behind: this.behind(one, key, draft) });
		}
		if (unique && !made.failure) {
			this.creations.push({ ...made.value, draft, unique });
		}
	}

	/** What may look like the document of a request whose outcome is unknown. */
	private behind({ name }: Unseen, { field, value }: Key, { body }: Draft): Unseen['behind'] {
		const known = this.known.withKey({ field, value }, body).map(idOf);
		const lost = this.unseen.filter((one) => one.name === name && !one.record).length;
		return { known, lost };
	}
}
