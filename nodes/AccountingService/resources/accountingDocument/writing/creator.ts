import type { ServiceRecord } from '../../../../shared/client/envelope';
import { refuseInput, ServiceError, tried } from '../../../../shared/client/errors';
import { listed } from '../../../../shared/fields/differences';
import { compareIds, idOf } from '../../../../shared/lists/ids';
import { changeDocument } from './changing';
import { differencesOf } from './documentDifferences';
import type { Draft } from './drafts';
import type { NewestDocuments } from './newest';
import { createDocument } from './sending';
import { lookAgain } from './settle';
import { hasKey, isSameKind, supplierOf, type Unique } from './unique';

/** How late a replica shows what was created a moment ago. */
const replicaSeconds = 2;

/** What became of a draft. */
export interface Written {
	/** Undefined if the service said that it is done, but nothing shows the document. */
	record?: ServiceRecord;
	/** It was there already. */
	existed: boolean;
}

/** Makes each document once, whatever becomes of the answers (contract of writes, section 3). */
export class Creator {
	/** Sent, and neither found nor certainly refused. */
	private readonly lost: Draft[] = [];

	/** Fields by which a document that was created here is found again. */
	private readonly proven = new Set<string>();

	/** Set once a document that was created here is not found again: nothing further is sent. */
	private stopped?: ServiceError;

	constructor(private readonly newest: NewestDocuments) {}

	/** @throws ServiceError of every kind; outcomeUnknown if it may or may not be there */
	async write(draft: Draft): Promise<Written> {
		if (this.stopped) throw this.stopped;
		const { unique } = draft;
		if (unique === undefined) return { record: await this.create(draft), existed: false };
		const found = this.existing(draft, unique);
		if (found.length === 0) found.push(...(await this.foundSince(draft, unique)));
		if (found.length > 0) return await this.meet(draft, unique, found);
		const record = await this.create(draft);
		if (!this.proven.has(unique.field)) await this.prove(draft, unique, record);
		return { record, existed: false };
	}

	private async create(draft: Draft): Promise<ServiceRecord | undefined> {
		const made = await tried(async () => await createDocument(draft, this.newest));
		if (!made.failure) return made.value;
		if (made.failure.kind === 'outcomeUnknown') this.lost.push(draft);
		throw made.failure;
	}

	/** Documents with the key. @throws ServiceError (badInput) if it does not show whether they are the same supplier's */
	private existing({ body }: Draft, unique: Unique): ServiceRecord[] {
		const found = this.newest.find((record) => hasKey(record, unique, body));
		const of = (supplier: string) => found.filter((one) => supplierOf(one, body) === supplier);
		const [same, unclear] = [of('same'), of('unclear')];
		if (same.length > 0 || unclear.length === 0) return same;
		return refuseInput(
			'contact',
			`The Contact does not show whether document ${unclear.map(idOf).join(', ')} with the ${unique.name} is of the same supplier`,
			'Nothing was created or changed. Enter an identifier in Contact that the document has too, such as the Company Number. If they have several in common, all of them must agree.',
		);
	}

	/**
	 * Looks once more for the document of an earlier item with the same key.
	 * @throws ServiceError (outcomeUnknown) if it was sent and is not found
	 */
	private async foundSince(draft: Draft, unique: Unique): Promise<ServiceRecord[]> {
		const { call, body } = draft;
		const earlier = this.lost.find(
			(one) =>
				one.unique?.field === unique.field &&
				one.unique.value === unique.value &&
				isSameKind(one.body as ServiceRecord, body) &&
				supplierOf(one.body as ServiceRecord, body) !== 'other',
		);
		if (!earlier) return [];
		const looked = await tried(async () => await this.newest.appeared(call.client));
		const appeared = looked.failure ? [] : looked.value;
		for (const record of appeared) if (hasKey(record, unique, body)) this.newest.add(record);
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
	private async meet(
		draft: Draft,
		{ field, name, ifExists }: Unique,
		found: ServiceRecord[],
	): Promise<Written> {
		const { call, body } = draft;
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
		const record = found.reduce((one, other) =>
			compareIds(idOf(other), idOf(one)) > 0 ? other : one,
		);
		if (found.length > 1) {
			call.hint(`Several documents with the ${name} exist (ID ${ids}). The newest is returned.`);
		}
		if (ifExists === 'update') {
			const changed = await changeDocument(call, idOf(record), body);
			this.newest.add(changed);
			return { record: changed, existed: true };
		}
		this.hintDifferent(draft, name, record);
		return { record, existed: true };
	}

	/** An item that wanted something else is not done by a document that has the same key only. */
	private hintDifferent({ call, body, inputs }: Draft, name: string, record: ServiceRecord): void {
		const other = differencesOf(body, record);
		if (other.length === 0) return;
		call.hint(
			`Item ${inputs[0]}: the existing document with the ${name} (ID ${idOf(record)}) was returned unchanged. It differs from the item in: ${listed(other, 'in the item', 'in the document')}.`,
		);
	}

	/**
	 * Shows by the first document created with a key that the next execution will find it: at the head of the list, with
	 * the key. Otherwise nothing further is sent.
	 */
	private async prove({ call, body }: Draft, unique: Unique, made?: ServiceRecord): Promise<void> {
		const { field, name } = unique;
		const which = made ? `Document ${idOf(made)}` : 'A document';
		const [atHead] = made
			? await lookAgain(
					call,
					`looking for document ${idOf(made)}`,
					async () => await this.newest.atHead(call.client, made),
					replicaSeconds,
				)
			: [];
		if (atHead && hasKey(atHead, unique, body)) {
			this.proven.add(field);
			return;
		}
		const [why, todo] = atHead
			? [
					`${which} was created, but the service does not show its ${name}, so Unique By cannot find it`,
					`Choose another field in Unique By.`,
				]
			: [
					`${which} was created with the ${name}, but is not at the head of the list of documents, and Unique By finds documents only within Look Back`,
					`Increase Look Back until it covers all documents, or choose Nothing in Unique By.`,
				];
		call.hint(`${why}. Another run may create it again. ${todo}`);
		this.stopped = new ServiceError('incomplete', why, {
			description: `This item was not sent: Unique By cannot tell whether its document exists. ${todo}`,
			// Nor does a further try (Retry On Fail) send it.
			effect: 'open',
		});
	}
}
