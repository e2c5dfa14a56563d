import type { ServiceRecord } from '../../shared/client/envelope';
import type { ServiceError } from '../../shared/client/errors';
import { idOf } from '../../shared/lists/ids';
import type { Draft } from '../document/drafts';
import { IncompleteDocuments } from '../document/incompleteDocuments';
import type { KnownDocuments } from './knownDocuments';
import { untilDeadline } from './locks';
import type { Kept } from './processMemory';
import { keyName } from './unique';
import type { Unique } from '../document/key';

/**
 * How long a list may lag behind (docs/api/behaviours.md#healthy-services). Another accounting service was seen to take
 * 7.1 s, while the record by its ID was current.
 */
export const listLagSeconds = 60;

/** A document that was created with a key. */
export interface Creation {
	draft: Draft;
	unique: Unique;
	/** Undefined if the document could not be identified. */
	record?: ServiceRecord;
	/** IDs of documents that may be it. */
	candidates?: string;
	/** In terms of performance.now(). */
	at: number;
}

/**
 * All that an execution remembers of the documents that it creates. What {@link unseen} returns outlives it in
 * processMemory.ts.
 */
export class ExecutionMemory {
	/** The item that wrote each document, by ID: a later item may have the same key. */
	readonly items = new Map<string, number>();

	/** Drafts that were sent, but whose document is unknown. The node must not send an equal item. */
	readonly lost: Draft[] = [];

	/** Drafts whose request was cancelled after it was sent. Their keys stay locked. */
	readonly cancelled: Draft[] = [];

	/** Documents that were created with a key. Unique By must find them. */
	readonly creations: Creation[] = [];

	/** IDs of created documents that the list has shown: their keys are free. */
	readonly listed = new Set<string>();

	/** Fields for which Unique By is known to find a created document. */
	readonly proven = new Set<string>();

	/** Set once Unique By does not find a created document. The node then sends nothing more. */
	problem?: ServiceError;

	/** For hints at the end. */
	readonly incomplete = new IncompleteDocuments();

	/** @param known the newest documents, and those that the execution wrote */
	constructor(readonly known: KnownDocuments) {}

	/** For the locks of the keys: documents that another execution could not see yet. */
	unseen(): Kept[] {
		const created = this.creations
			.filter(({ record }) => record === undefined || !this.listed.has(idOf(record)))
			.map(({ draft, unique, record, at }) => ({
				name: keyName(draft.call, unique),
				until: at + listLagSeconds * 1000,
				organization: draft.call.client.connection.organization,
				...(record && { id: idOf(record) }),
			}));
		const sent = this.cancelled.flatMap(({ call, unique }) =>
			unique ? [{ name: keyName(call, unique), until: untilDeadline(call) }] : [],
		);
		return [...created, ...sent];
	}
}
