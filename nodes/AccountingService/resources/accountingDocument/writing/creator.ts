import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../../shared/client/envelope';
import { refuseInput, ServiceError, tried } from '../../../../shared/client/errors';
import { stringifyExactly } from '../../../../shared/client/exactJson';
import { parseJsonExactly } from '../../../../shared/client/json';
import { writtenReader } from '../../../../shared/client/written';
import { listed } from '../../../../shared/fields/differences';
import { compareIds, idOf } from '../../../../shared/lists/ids';
import { documentFields } from '../fields';
import { changeDocument, readDocument } from './changing';
import { differencesOf } from './documentDifferences';
import type { Draft } from './drafts';
import { refuseHiddenKey } from './keyShown';
import type { NewestDocuments } from './newest';
import { isRefusalInside, lookAgain } from './settle';
import type { UniqueKey } from './unique';

/** What became of a draft. */
export interface Written {
	/** Undefined where the service said that it is done, but nothing shows the document. */
	record?: ServiceRecord;
	/** It was there already. */
	existed: boolean;
}

export const createRequest = {
	route: 'POST /v2/accountingdocuments',
	basis: 'facts 6.1 [D]',
} as const;

const creating = 'creating an accounting document';

const whereToLook =
	'The node has looked for it among the newest documents and has not found it for certain. Look in the service';

/** Makes each document once, whatever becomes of the answers (contract of writes, section 3). */
export class Creator {
	/** Sent, and neither found nor certainly refused. */
	private readonly lost: Draft[] = [];

	/** Fields known to be shown by the list, where documents have them. */
	private readonly shown = new Set<string>();

	constructor(private readonly newest: NewestDocuments) {}

	/** @throws ServiceError of every kind; outcomeUnknown where it may or may not be there */
	async write(draft: Draft): Promise<Written> {
		const { key, ifExists, isMeant } = draft.intent;
		if (key === undefined || ifExists === 'create') return await this.create(draft);
		const found = this.newest.find(isMeant);
		if (found.length > 0) return await this.meet(draft, key.name, found);
		this.refuseDoubt(draft, key.name);
		await this.refuseHidden(draft, key);
		return await this.create(draft);
	}

	/** Asked once for each field. */
	private async refuseHidden({ call }: Draft, key: UniqueKey): Promise<void> {
		if (this.shown.has(key.field)) return;
		await refuseHiddenKey(call, key, this.newest.listed ?? []);
		this.shown.add(key.field);
	}

	/** A document with the same key is there. */
	private async meet(draft: Draft, key: string, found: ServiceRecord[]): Promise<Written> {
		const { call, intent, body } = draft;
		const ids = found.map(idOf).join(', ');
		const refuse = (message: string, todo: string) =>
			refuseInput(intent.key?.field ?? 'uniqueBy', message, todo);
		if (intent.ifExists === 'fail') {
			refuse(
				`A document with the ${key} exists already (ID ${ids})`,
				'Nothing was created. Use another value, or choose in If It Exists what to do.',
			);
		}
		if (found.length > 1 && intent.ifExists === 'update') {
			refuse(
				`Several documents with the ${key} exist (ID ${ids})`,
				'It is not clear which one to update. Update the one that you mean by its ID.',
			);
		}
		const newest = found.reduce((one, other) =>
			compareIds(idOf(other), idOf(one)) > 0 ? other : one,
		);
		if (found.length > 1) {
			call.hint(`Several documents with the ${key} exist (ID ${ids}). The newest was handed on.`);
		}
		if (intent.ifExists === 'return') {
			this.hintOther(draft, key, newest);
			return { record: newest, existed: true };
		}
		if (idOf(newest) === '') throw withoutId(key);
		const record = await changeDocument(call, idOf(newest), body);
		this.newest.add(record);
		return { record, existed: true };
	}

	/** An item that wanted something else is not done by a document that has the same key only. */
	private hintOther({ call, given, inputs }: Draft, key: string, record: ServiceRecord): void {
		// A list may leave fields out, which says nothing of their values.
		const isShown = (name: string) => name === 'explicitNo' || record[name] !== undefined;
		const shown = Object.entries(given).filter(([name]) => isShown(name));
		const other = differencesOf(Object.fromEntries(shown), record);
		if (other.length === 0) return;
		call.hint(
			`Item ${inputs[0]}: the document with the ${key} (ID ${idOf(record)}) was handed on as it is, but the item says otherwise: ${listed(other, 'in the item', 'in the document')}.`,
		);
	}

	private async create(draft: Draft): Promise<Written> {
		const { call, body } = draft;
		const sent = await tried(
			async () =>
				await call.client.request({
					method: 'POST',
					path: '/v2/accountingdocuments',
					body,
					what: creating,
					whereToLook,
					read: writtenReader({ what: creating, fields: documentFields }),
				}),
		);
		if (sent.failure) {
			return await this.recover(draft, await this.openOutcome(draft, sent.failure));
		}
		// An empty 2xx is success (contract of writes, 3), but the next node needs the document, and "done" without an ID
		// says no more.
		if (!sent.value || idOf(sent.value) === '') return await this.recover(draft);
		return this.made(draft, await this.inFull(draft, sent.value));
	}

	/** The document, read by its ID where the answer shows nothing of it but that. */
	private async inFull({ call, given }: Draft, answer: ServiceRecord): Promise<ServiceRecord> {
		if (Object.keys(given).some((name) => answer[name] !== undefined)) return answer;
		const read = await tried(async () => await readDocument(call, idOf(answer)));
		// It is made; where it cannot be read its ID is what there is.
		return read.failure ? answer : read.value;
	}

	/** @throws ServiceError the failure where it is certain that nothing was done */
	private async openOutcome({ call, intent }: Draft, failure: ServiceError): Promise<ServiceError> {
		if (failure.kind === 'outcomeUnknown') return failure;
		if (!isRefusalInside(failure)) throw failure;
		const looked = await tried(async () => await this.newest.appeared(call.client));
		const isSeen = this.newest.listed !== undefined && !looked.failure;
		if (isSeen && !looked.value.some(intent.isMeant)) throw failure;
		return failure.outcomeUnknown(createRequest.route, creating, whereToLook);
	}

	/** @param failure why the outcome is open; undefined where the service said that it was done */
	private async recover(draft: Draft, failure?: ServiceError): Promise<Written> {
		const { call, intent, given } = draft;
		const found = await lookAgain(call, creating, async () =>
			(await this.newest.appeared(call.client)).filter(intent.isMeant),
		);
		// It could also be the document of an earlier item whose answer was lost.
		const isOnlyOne = found.length === 1 && !this.lost.some((one) => one.intent.isMeant(found[0]));
		if (isOnlyOne) {
			if (failure) {
				call.hint(
					`No clear answer came while ${creating}. It was made all the same, once: its ID is ${idOf(found[0])}.`,
				);
			}
			return this.made(draft, found[0]);
		}
		if (failure) {
			this.lost.push(draft);
			const ids = found.map(idOf).join(', ');
			throw found.length === 0
				? failure
				: failure.but({
						description: `It may be one of the documents ${ids}. ${failure.description}`,
					});
		}
		call.hint(
			`The service said that a document was created, but not which one, and it does not show among the newest ones.`,
		);
		this.newest.add(asRecord(given));
		return { existed: false };
	}

	private made(draft: Draft, record: ServiceRecord): Written {
		this.newest.add(record);
		const differences = differencesOf(draft.given, record);
		if (differences.length > 0) {
			draft.call.hint(
				`Document ${idOf(record)} came back otherwise than it was sent: ${listed(differences)}.`,
			);
		}
		return { record, existed: false };
	}

	/** @throws ServiceError (outcomeUnknown) where an earlier item with the same key was sent and not found */
	private refuseDoubt({ intent }: Draft, key: string): void {
		const earlier = this.lost.find(({ body }) => intent.isMeant(asRecord(body)));
		if (!earlier) return;
		throw new ServiceError(
			'outcomeUnknown',
			`It is not known whether a document with the ${key} exists`,
			{
				description: `Item ${earlier.inputs[0]} has sent one and got no clear answer, so this one was not sent. Look in the service before you run it again.`,
				effect: 'none',
			},
		);
	}
}

/** An earlier item has made it, and the service said that it is done without showing which one it is. */
const withoutId = (key: string) =>
	new ServiceError('incomplete', `The document with the ${key} cannot be updated yet`, {
		description:
			'An earlier item of this execution has created it, but the service has not told its ID. Nothing was sent for this item: run it again.',
		effect: 'none',
	});

/** What was sent, as if it had come back. */
function asRecord(body: IDataObject): ServiceRecord {
	const record = parseJsonExactly(stringifyExactly(body)) as ServiceRecord;
	return body.explicitNo === undefined
		? record
		: { ...record, accountingDocumentNo: String(body.explicitNo) };
}
