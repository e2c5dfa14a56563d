import type { ServiceRecord } from '../../shared/client/envelope';
import type { Result, ServiceError } from '../../shared/client/errors';
import type { Draft } from '../document/drafts';
import { IncompleteDocuments } from '../document/incompleteDocuments';
import type { KnownDocuments } from './knownDocuments';
import { unseenAfter } from './existing';
import type { Unseen } from './memories';
import { keyName, keysToHold } from './unique';
import type { Unique } from '../document/key';

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
	readonly lost: Draft[] = [];

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
		const names = new Set(keysToHold(draft).map((key) => keyName(call, key)));
		const { record } = made.failure ? {} : made.value;
		const left = made.failure ? made : { value: record && { id: record.id } };
		this.unseen.push(...unseenAfter(call, [...names], left));
		if (unique && !made.failure) {
			this.creations.push({ ...made.value, draft, unique });
		}
	}
}
