import type { IDataObject } from 'n8n-workflow';

import { writtenReader, type ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, ServiceError, tried } from '../../shared/client/errors';
import { documentFields } from '../../shared/documents/fields';
import { listed } from '../../shared/fields/differences';
import { compareIds, idOf } from '../../shared/lists/ids';
import { changeDocument, differencesOf, readDocument } from './change';
import type { Draft } from './drafts';
import { isRefusalInside, lookAgain, type KnownDocuments } from './recover';
import { hasKey, mayBeSame, ofSameSupplier, type Unique } from './unique';

export const createRequest = {
	route: 'POST /v2/accountingdocuments',
	basis: 'one-document [D]',
} as const;

const creating = 'creating an accounting document';

const whereToLook =
	'The node has looked for it among the newest documents and has not found it for certain. Look in the service';

/** How late a replica shows what was created a moment ago. */
const replicaSeconds = 2;

/** What became of a draft. */
export interface Written {
	/** Undefined if the service said that it is done, but nothing shows the document for certain. */
	record?: ServiceRecord;
	/** IDs of documents that may be it. */
	candidates?: string;
	/** It was there already. */
	existed: boolean;
}

/** Makes each document once, whatever becomes of the answers. */
export class Creator {
	/** Sent, and neither found nor certainly refused. */
	private readonly lost: Draft[] = [];

	/** Fields by which a document that was created here is found again. */
	private readonly proven = new Set<string>();

	/** Set once a document that was created here is not found again: nothing further is sent. */
	private stopped?: ServiceError;

	constructor(private readonly known: KnownDocuments) {}

	/** @throws ServiceError of every kind; outcomeUnknown if it may or may not be there */
	async write(draft: Draft): Promise<Written> {
		if (this.stopped) throw this.stopped;
		const { unique } = draft;
		if (unique) {
			const found = this.existing(draft, unique);
			if (found.length === 0) found.push(...(await this.foundSince(draft, unique)));
			if (found.length > 0) return await this.meet(draft, unique, found);
		}
		const made = await tried(async () => await this.create(draft));
		if (made.failure?.kind === 'outcomeUnknown') this.lost.push(draft);
		if (made.failure) throw made.failure;
		if (unique && !this.proven.has(unique.field)) await this.prove(draft, unique, made.value);
		return made.value;
	}

	/** Documents with the key. @throws ServiceError (badInput) as {@link ofSameSupplier} */
	private existing({ body }: Draft, unique: Unique): ServiceRecord[] {
		const found = this.known.find((record) => hasKey(record, unique, body));
		return ofSameSupplier(found, unique, body);
	}

	/**
	 * Looks once more for the document of an earlier item with the same key.
	 * @throws ServiceError (outcomeUnknown) if it was sent and is not found
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
			`It is not known whether a document with the ${unique.name} exists`,
			{
				description: `Item ${earlier.inputs[0]} has sent one and got no clear answer, so this one was not sent. Look in the service before you run it again.`,
				effect: 'none',
			},
		);
	}

	/** Documents with the same key are there. */
	private async meet(draft: Draft, unique: Unique, found: ServiceRecord[]): Promise<Written> {
		const { call, body, inputs } = draft;
		const { field, name, ifExists } = unique;
		const ids = found.map(idOf).join(', ');
		if (ifExists === 'fail') {
			refuseInput(
				field,
				`A document with the ${name} exists already (ID ${ids})`,
				'Nothing was created. Use another value, or choose in If It Exists what to do.',
			);
		}
		if (found.length > 1 && ifExists === 'update') {
			refuseInput(
				field,
				`Several documents with the ${name} exist (ID ${ids})`,
				'It is not clear which one to update. Update the one that you mean by its ID.',
			);
		}
		const record = found.reduce((a, b) => (compareIds(idOf(b), idOf(a)) > 0 ? b : a));
		if (ifExists === 'update') {
			const changed = await changeDocument(call, idOf(record), body);
			this.known.add(changed);
			return { record: changed, existed: true };
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
	 * Shows by the first document created with a key that the next execution will find it: at the head of the list, with
	 * the key. Otherwise nothing further is sent.
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
		const atHead =
			made &&
			(await lookAgain(
				call,
				`looking for document ${idOf(made)}`,
				async () => await this.known.atHead(call.client, made),
				replicaSeconds,
			));
		if (atHead && hasKey(atHead, unique, body)) {
			this.proven.add(field);
			return;
		}
		const [why, todo] = atHead
			? [
					`${which} was created, but the service does not show its ${name}, so Unique By cannot find it`,
					'Choose another field in Unique By.',
				]
			: [
					`${which} was created with the ${name}, but is not at the head of the list of documents, and Unique By finds documents only within Look Back`,
					'Increase Advanced > Look Back until it covers all documents, or remove Unique By.',
				];
		call.hint(`${why}. Another run may create it again. ${todo}`);
		this.stopped = new ServiceError('incomplete', why, {
			description: `This item was not sent: Unique By cannot tell whether its document exists. ${todo}`,
			// Nor does a further try (Retry On Fail) send it.
			effect: 'open',
		});
	}

	/** Sends a document, once, and finds it if the answer does not show it. */
	private async create(draft: Draft): Promise<Written> {
		const { call, body } = draft;
		const read = writtenReader({ what: creating, fields: documentFields });
		const path = '/v2/accountingdocuments';
		const request = { path, body, what: creating, whereToLook, read } as const;
		const sent = await tried(async () => await call.client.request({ method: 'POST', ...request }));
		if (sent.failure) return await this.recover(draft, await this.openOutcome(draft, sent.failure));
		const record = sent.value;
		// An empty 2xx is success, but the next node needs the document, and "done" without an ID says no more.
		if (!record || idOf(record) === '' || this.known.has(record)) return await this.recover(draft);
		const showsMore = Object.keys(body).some((name) => record[name] !== undefined);
		if (showsMore) return this.made(draft, record);
		const whole = await tried(async () => await readDocument(call, idOf(record)));
		return this.made(draft, whole.failure ? record : whole.value);
	}

	/** @throws ServiceError the failure if it is certain that nothing was done */
	private async openOutcome(draft: Draft, failure: ServiceError): Promise<ServiceError> {
		if (failure.kind === 'outcomeUnknown') return failure;
		if (!isRefusalInside(failure)) throw failure;
		const looked = await tried(async () => await this.known.appeared(draft.call.client));
		const seen = looked.failure ? undefined : looked.value;
		if (seen && ![...seen.created, ...seen.unclear].some(likely(draft))) throw failure;
		return failure.outcomeUnknown(createRequest.route, creating, whereToLook);
	}

	/**
	 * Looks for a document that was sent. Others may create documents meanwhile, so it is only one that has everything
	 * that was sent, lines and amounts included, and that certainly was not there before.
	 * @param failure why the outcome is open; undefined if the service said that it was done
	 */
	private async recover(draft: Draft, failure?: ServiceError): Promise<Written> {
		const { call, body } = draft;
		let similar: ServiceRecord[] = [];
		const found = await lookAgain(call, creating, async () => {
			const { created = [], unclear = [] } = (await this.known.appeared(call.client)) ?? {};
			similar = [...created, ...unclear].filter(likely(draft));
			const [one, ...others] = similar.filter(fits(body));
			return others.length === 0 && created.includes(one) ? one : undefined;
		});
		const without = `The service did not confirm ${creating}.`;
		if (found && failure) {
			call.hint(
				`${without} The document was created all the same, once: its ID is ${idOf(found)}.`,
			);
		}
		if (found) return this.made(draft, found);
		const candidates = similar.slice(0, 10).map(idOf).join(', ');
		const maybe = candidates && `It may be one of the documents ${candidates}.`;
		if (failure) throw candidates ? failure.and(maybe) : failure;
		call.hint(
			`The service confirmed that a document was created, but returned no ID, and the newest documents do not show it for certain. ${maybe}`,
		);
		return { candidates, existed: false };
	}

	private made({ body, call }: Draft, record: ServiceRecord): Written {
		this.known.add(record);
		const found = differencesOf(body, record);
		if (found.length > 0) {
			call.hint(`Document ${idOf(record)} came back otherwise than it was sent: ${listed(found)}.`);
		}
		return { record, existed: false };
	}
}

/** Whether a record has everything that was sent. */
const fits = (body: IDataObject) => (record: ServiceRecord) =>
	differencesOf(body, record).length === 0;

/** Whether a record may be what became of a draft: with a key, even if the service changed something else. */
const likely = ({ body, unique }: Draft) =>
	unique ? (record: ServiceRecord) => hasKey(record, unique, body) : fits(body);
