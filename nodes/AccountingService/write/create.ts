import type { IDataObject } from 'n8n-workflow';

import { writtenReader, type ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, ServiceError, tried } from '../../shared/client/errors';
import { documentFields } from '../../shared/documents/fields';
import { listed } from '../../shared/fields/differences';
import { compareIds, idOf } from '../../shared/lists/ids';
import { changeDocument, differencesOf, hintOtherValues, readDocument } from './change';
import type { Draft } from './drafts';
import type { KnownDocuments } from './knownDocuments';
import { isRefusalInside, lookAgain, secondsToLook } from './unknownOutcome';
import { hasKey, mayBeSame, ofSameSupplier, type Unique } from './unique';

export const createRequest = {
	route: 'POST /v2/accountingdocuments',
	basis: 'one-document [D]',
} as const;

const creating = 'creating an accounting document';

const searchedInVain = 'The node searched the newest documents, but could not identify it.';
const cannotSearch =
	'The node could not search for it, because it cannot read the list or the list is not sorted by ID.';

/** How long a replica may lag behind. */
const replicaSeconds = 2;

/** The outcome of a draft. */
export interface Written {
	/** Undefined if the service confirmed the creation, but the document could not be identified. */
	record?: ServiceRecord;
	/** IDs of documents that may be the created one. */
	candidates?: string;
	/** Whether the document existed before. */
	existed: boolean;
}

/** Creates each document once, even if responses are lost. */
export class Creator {
	/** Drafts that were sent, but whose document is not known. */
	private readonly lost: Draft[] = [];

	/** Fields for which Unique By is known to find a created document. */
	private readonly proven = new Set<string>();

	/** The item that wrote each document, by ID. */
	private readonly items = new Map<string, number>();

	/** Set once Unique By does not find a created document. The node then sends nothing more. */
	private stopped?: ServiceError;

	constructor(private readonly known: KnownDocuments) {}

	private get searched(): string {
		return this.known.canTellNew ? searchedInVain : cannotSearch;
	}

	/** @throws ServiceError of every kind; outcomeUnknown if the document may or may not exist */
	async write(draft: Draft): Promise<Written> {
		if (this.stopped) throw this.stopped;
		const { unique } = draft;
		if (unique) {
			const found = this.existing(draft, unique);
			if (found.length === 0) found.push(...(await this.foundSince(draft, unique)));
			if (found.length > 0) return await this.meet(draft, unique, found);
		}
		const made = await tried(async () => await this.create(draft));
		const isLost = made.failure ? made.failure.kind === 'outcomeUnknown' : !made.value.record;
		if (isLost) this.lost.push(draft);
		if (made.failure) throw made.failure;
		if (unique && !this.proven.has(unique.field)) await this.prove(draft, unique, made.value);
		return made.value;
	}

	/** Documents with the key. @throws ServiceError (badInput) as {@link ofSameSupplier} */
	private existing({ body }: Draft, unique: Unique): ServiceRecord[] {
		return ofSameSupplier(this.known.withKey(unique, body), unique, body);
	}

	/**
	 * Searches again for the lost document of an earlier item with the same key.
	 * @throws ServiceError (outcomeUnknown) if it is not found
	 */
	private async foundSince(draft: Draft, unique: Unique): Promise<ServiceRecord[]> {
		const { call, body } = draft;
		const earlier = this.lost.find((one) => mayBeSame(one, draft));
		if (!earlier) return [];
		const looked = await tried(async () => await this.known.appeared(call.client));
		const { created = [], unclear = [] } = (!looked.failure && looked.value) || {};
		for (const one of [...created, ...unclear]) if (hasKey(one, unique, body)) this.known.add(one);
		const found = this.existing(draft, unique);
		if (found.length > 0) return found;
		throw new ServiceError(
			'outcomeUnknown',
			`A document with the ${unique.name} may or may not exist`,
			{
				description: `The node could not find the one that it sent for item ${earlier.inputs[0]}, so it did not send this item. Look in the service before you run the workflow again.`,
				effect: 'none',
			},
		);
	}

	/** Applies If It Exists to the documents with the same key. */
	private async meet(draft: Draft, unique: Unique, found: ServiceRecord[]): Promise<Written> {
		const { call, body, inputs } = draft;
		const { field, name, ifExists } = unique;
		const ids = found.map(idOf).join(', ');
		if (ifExists === 'fail') {
			refuseInput(
				field,
				`A document with the ${name} already exists (ID ${ids})`,
				'Nothing was created. Use another value, or choose another option in If It Exists.',
			);
		}
		if (found.length > 1 && ifExists === 'update') {
			refuseInput(
				field,
				`Several documents with the ${name} exist (ID ${ids})`,
				'The node cannot tell which one to update. Use the operation Update with the ID of the document.',
			);
		}
		const record = found.reduce((a, b) => (compareIds(idOf(b), idOf(a)) > 0 ? b : a));
		if (ifExists === 'update') {
			const earlier = this.items.get(idOf(record));
			if (earlier !== undefined) {
				call.hint(
					`Items ${earlier} and ${inputs[0]} have the same ${name}, so the second one replaced the values of the first. To make one document from several items, use Group By.`,
				);
			}
			const changed = await changeDocument(call, idOf(record), body);
			return this.written(draft, changed, record);
		}
		if (found.length > 1) {
			call.hint(`Several documents with the ${name} exist (ID ${ids}). The newest is returned.`);
		}
		const other = differencesOf(body, record);
		if (other.length > 0) {
			call.hint(
				`Item ${inputs[0]}: the existing document with the ${name} (ID ${idOf(record)}) was returned unchanged. It differs from the item in: ${listed(other, 'in the item', 'in the document')}.`,
			);
		}
		return { record, existed: true };
	}

	/**
	 * Checks for the first created document that the next execution will find it by its key at the head of the list. If not,
	 * the node sends nothing more.
	 */
	private async prove(
		{ call, body }: Draft,
		unique: Unique,
		{ record: made, candidates }: Written,
	): Promise<void> {
		const { field, name } = unique;
		const which = made
			? `Document ${idOf(made)}`
			: `A document${candidates ? ` (it may be one of ${candidates})` : ''}`;
		let failure: ServiceError | undefined;
		const look = async () => {
			const looked = await tried(async () => made && (await this.known.atHead(call.client, made)));
			({ failure } = looked);
			return looked.failure ? undefined : looked.value;
		};
		const doing = 'checking that Unique By finds the created document';
		const atHead = made && (await lookAgain(call, doing, look, { seconds: replicaSeconds }));
		if (atHead && hasKey(atHead, unique, body)) {
			this.proven.add(field);
			return;
		}
		const [why, todo] = atHead
			? [
					`${which} was created, but the service does not show its ${name}, so Unique By cannot find it`,
					'Choose another field in Unique By.',
				]
			: failure
				? [
						`${which} was created, but the node could not check that Unique By finds it: ${failure.message}`,
						'Look in the service before you run this again.',
					]
				: [
						`${which} was created with the ${name}, but is not among the first documents of the list, where Unique By searches`,
						this.known.isWholeList
							? 'The service may list new documents late. Wait until it lists this one before you run the workflow again, or remove Unique By.'
							: 'Increase Advanced > Look Back until it covers all documents, or remove Unique By.',
					];
		call.hint(`${why}. Another run may create a duplicate. ${todo}`);
		this.stopped = new ServiceError('incomplete', why, {
			description: `The node did not send this item, because Unique By cannot tell whether its document exists. ${todo}`,
			// Retry On Fail must not send it either.
			effect: 'open',
		});
	}

	/** Sends a document once. If the response does not contain it, searches for it. */
	private async create(draft: Draft): Promise<Written> {
		const { call, body } = draft;
		const read = writtenReader({ what: creating, fields: documentFields });
		const path = '/v2/accountingdocuments';
		const whereToLook = `${this.searched} Look in the service`;
		const request = { path, body, what: creating, whereToLook, read } as const;
		const sent = await tried(async () => await call.client.request({ method: 'POST', ...request }));
		if (sent.failure) return await this.recover(draft, await this.openOutcome(draft, sent.failure));
		const record = sent.value;
		// An empty 2xx or one without an ID is a success, but the next node needs the document.
		if (!record || idOf(record) === '' || this.known.has(record)) return await this.recover(draft);
		const showsMore = Object.keys(body).some((name) => record[name] !== undefined);
		if (showsMore) return this.made(draft, record);
		const whole = await tried(async () => await readDocument(call, idOf(record)));
		return this.made(draft, whole.failure ? record : whole.value);
	}

	/** @throws ServiceError the failure if nothing was created for certain */
	private async openOutcome(draft: Draft, failure: ServiceError): Promise<ServiceError> {
		if (failure.kind === 'outcomeUnknown') return failure;
		if (!isRefusalInside(failure)) throw failure;
		const looked = await tried(async () => await this.known.appeared(draft.call.client));
		const seen = looked.failure ? undefined : looked.value;
		if (seen && ![...seen.created, ...seen.unclear].some(likely(draft))) throw failure;
		return failure.outcomeUnknown(
			createRequest.route,
			creating,
			`${this.searched} Look in the service`,
		);
	}

	/**
	 * Searches for a document that was sent. Others may create documents at the same time, so it must be certainly new and
	 * have all values that were sent, including lines and amounts.
	 * @param failure the cause of the open outcome; undefined if the service confirmed the creation
	 */
	private async recover(draft: Draft, failure?: ServiceError): Promise<Written> {
		const { call, body } = draft;
		let similar: ServiceRecord[] = [];
		const look = async () => {
			const { created = [], unclear = [] } = (await this.known.appeared(call.client)) ?? {};
			similar = [...created, ...unclear].filter(likely(draft));
			const [one, ...others] = similar.filter(fits(body));
			return others.length === 0 && created.includes(one) ? one : undefined;
		};
		const found = this.known.canTellNew
			? await lookAgain(call, creating, look, { seconds: secondsToLook(call.form) })
			: undefined;
		const without = `The service did not confirm ${creating}.`;
		if (found && failure) {
			call.hint(`${without} The document was created once, with the ID ${idOf(found)}.`);
		}
		if (found) return this.made(draft, found);
		const candidates = similar.slice(0, 10).map(idOf).join(', ');
		const maybe = candidates && `It may be one of the documents ${candidates}.`;
		if (failure) throw candidates ? failure.addAdvice(maybe) : failure;
		call.hint(
			`The service confirmed that it created a document, but returned no ID. ${this.searched} ${maybe}`,
		);
		return { candidates, existed: false };
	}

	private made(draft: Draft, record: ServiceRecord): Written {
		hintOtherValues(draft.call, idOf(record), draft.body, record);
		return this.written(draft, record);
	}

	/** @param before the document before it was updated */
	private written({ inputs, body }: Draft, record: ServiceRecord, before?: ServiceRecord): Written {
		// The response may leave out the key, and a later item may have the same one.
		this.known.add({ ...(before ?? body), ...record });
		this.items.set(idOf(record), inputs[0]);
		return { record, existed: before !== undefined };
	}
}

/** Whether a record has all values that were sent. */
const fits = (body: IDataObject) => (record: ServiceRecord) =>
	differencesOf(body, record).length === 0;

/** Whether a record may be the created document. With a key, the service may have changed other values. */
const likely = ({ body, unique }: Draft) =>
	unique ? (record: ServiceRecord) => hasKey(record, unique, body) : fits(body);
