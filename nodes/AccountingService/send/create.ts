import type { IDataObject } from 'n8n-workflow';

import type { ServiceCall } from '../../shared/client/client';
import { writtenReader, type ServiceRecord } from '../../shared/client/envelope';
import { optionally, refuseInput, ServiceError, toResult } from '../../shared/client/errors';
import {
	documentFields,
	documentRecord,
	nameOfDocument,
} from '../../shared/documents/documentRecord';
import type { PreparedRequest } from '../../shared/client/preview';
import { creditNote } from '../../shared/documents/choices';
import { compareIds, idOf } from '../../shared/lists/ids';
import { rowOf } from '../inputRows';
import type { DeclaredRequest, OperationCall } from '../operation';
import { newItemPreview } from '../preview';
import { newDocumentInWords } from '../document/newDocument';
import { documentInWords, namesOfDocuments } from '../sentence';
import { changeDocument, someFields } from './change';
import { differencesOf, nearestTo } from '../document/documentDifferences';
import { readDocument } from '../once/readDocument';
import { hintOtherValues, hintUnchanged } from './comparison';
import { describeSums } from './previewedDocument';
import { rememberCreation } from '../once/memories';
import type { Draft } from '../document/drafts';
import type { ExecutionMemory, Made } from '../once/executionMemory';
import { creating, LostDocument } from '../once/lostDocument';
import { documentPath } from '../once/locks';
import { copiesOf, hasKey, mayBeSame, ofSameSupplier } from '../once/unique';
import type { Unique } from '../document/key';
import { sendWrite } from '../once/unknownOutcome';
import { UniqueByCheck } from '../once/uniqueByCheck';

export const createRequest: DeclaredRequest = {
	route: 'POST /v2/accountingdocuments',
	basis: 'one-document [D]',
};

const searchedInVain = 'The node searched the newest documents, but could not identify it.';
const cannotSearch =
	'The node could not search for it, because it cannot read the list or the list is not sorted by ID.';

/** The outcome of a draft. */
interface Written extends Made {
	/** Whether the document existed before. */
	existed: boolean;
}

/** Creates each document once, even if responses are lost. */
export class Creator {
	private readonly check: UniqueByCheck;

	/** The input item of each document that this execution created, by ID. */
	private readonly rows = new Map<string, number>();

	constructor(private readonly memory: ExecutionMemory) {
		this.check = new UniqueByCheck(memory);
	}

	/** After all drafts. */
	async end(call: OperationCall): Promise<void> {
		await this.check.atEnd(call);
	}

	/** @throws ServiceError of every kind; outcomeUnknown if the document may or may not exist */
	async write(draft: Draft): Promise<Written> {
		const { unique } = draft;
		if (unique) {
			this.memory.keyed.push(draft);
			const found = this.existing(draft, unique);
			if (found.length === 0) found.push(...(await this.foundSince(draft, unique)));
			if (found.length > 0) return await this.meet(draft, unique, found);
		}
		if (unique) await this.check.beforeNext();
		const made = await toResult(async () => await this.create(draft));
		this.memory.note(draft, made);
		if (made.failure) throw made.failure;
		const { record } = made.value;
		if (record) this.rows.set(idOf(record), draft.inputs[0]);
		return made.value;
	}

	/**
	 * Before a credit note: searches again for lost ones of the same document, because this one may take no more than they
	 * leave.
	 * @throws ServiceError (outcomeUnknown) if they are not found
	 */
	async findLostCredits({ call, body, originalId }: Draft): Promise<void> {
		if (originalId === undefined) return;
		const lost = this.memory.lost.filter(
			(one) => one.originalId === originalId && isCredit(one) && isCredit({ body }),
		);
		if (lost.length === 0) return;
		const { created, unclear } = await this.createdSince(call);
		const found = [...created, ...unclear].filter((one) => hasKey(one, copiesOf(originalId), body));
		for (const one of found) this.memory.known.add(one);
		if (found.length < lost.length) throw mayExist('credit note of the same document', lost[0]);
		this.memory.lost = this.memory.lost.filter((one) => !lost.includes(one));
	}

	/** Nothing, if the list cannot be read. @throws ServiceError (cancelled) */
	private async createdSince({ client }: OperationCall) {
		const since = await optionally(async () => await this.memory.known.createdSince(client));
		return (!since.failure && since.value) || { created: [], unclear: [] };
	}

	/** Documents with the key. @throws ServiceError (badInput) as {@link ofSameSupplier} */
	private existing({ body }: Draft, unique: Unique): ServiceRecord[] {
		return ofSameSupplier(this.memory.known.withKey(unique, body), unique, body);
	}

	/**
	 * Searches again for the lost document of an earlier item with the same key.
	 * @throws ServiceError (outcomeUnknown) if it is not found
	 */
	private async foundSince(draft: Draft, unique: Unique): Promise<ServiceRecord[]> {
		const { call, body } = draft;
		const earlier = this.memory.lost.find((one) => mayBeSame(one, draft));
		if (!earlier) return [];
		const { created, unclear } = await this.createdSince(call);
		for (const one of [...created, ...unclear])
			if (hasKey(one, unique, body)) this.memory.known.add(one);
		const found = this.existing(draft, unique);
		if (found.length > 0) return found;
		throw mayExist(`document with the ${unique.name}`, earlier);
	}

	/** Applies If It Exists to the documents with the same key. */
	private async meet(draft: Draft, unique: Unique, found: ServiceRecord[]): Promise<Written> {
		const { call, body } = draft;
		const { field, name, ifExists } = unique;
		if (ifExists === 'update') return await this.update(draft, unique, found);
		if (ifExists === 'fail') {
			refuseInput(
				field,
				`A document with the ${name} already exists (${namesOfDocuments(found)})`,
				'Nothing was created. Use another value, or choose another option in If It Exists.',
			);
		}
		const nearest = nearestTo(body, found).documents;
		if (nearest.length > 1) {
			const known = namesOfDocuments(found);
			call.hint(
				`Several documents with the ${name} exist (${known}). The newest is returned.`,
				'severalExist',
			);
		}
		const record = nearest.reduce((a, b) => (compareIds(idOf(b), idOf(a)) > 0 ? b : a));
		if (call.preview) {
			call.preview.details.existed = true;
			call.preview.about = idOf(record);
			call.preview.documents.set(idOf(record), record);
			call.preview.whyNothing = `${documentInWords(idOf(record), record)} has the ${name} already`;
		}
		hintUnchanged(call, {
			id: idOf(record),
			label: nameOfDocument(record, idOf(record)),
			name: `document with the ${name}`,
			nouns: documentRecord,
			different: nearestTo(body, [record]).different,
			madeBy: this.rows.get(idOf(record)),
			ofRows: toCombine(draft),
		});
		return { record, existed: true };
	}

	private async update(
		draft: Draft,
		{ field, name }: Unique,
		[record, ...others]: ServiceRecord[],
	): Promise<Written> {
		const { call, body, inputs } = draft;
		const id = idOf(record);
		if (others.length > 0) {
			refuseInput(
				field,
				`Several documents with the ${name} exist (ID ${[id, ...others.map(idOf)].join(', ')})`,
				'The node cannot tell which one to update. Use the operation Update with the ID of the document.',
			);
		}
		const earlier = this.memory.items.get(id);
		if (earlier !== undefined) {
			const replaced = call.preview ? 'would replace' : 'replaced';
			call.hint(
				`Rows ${earlier + 1} and ${inputs[0] + 1} have the same ${name}, so the second one ${replaced} the values of the first.${toCombine(draft)}`,
				'sameKey',
			);
		}
		if (call.preview) {
			call.preview.details.existed = true;
			call.preview.about = id;
			call.preview.words.existing = documentInWords(id, record);
		}
		const { after } = await changeDocument(call, id, { content: someFields(body) });
		return this.written(draft, after, record);
	}

	/** Describes a prepared change, which later items see as done. */
	preview(draft: Draft, prepared: PreparedRequest): void {
		const { call, inputs, body } = draft;
		const { details, words } = call.preview ?? newItemPreview();
		if (prepared.method === 'PUT') {
			this.memory.items.set(call.preview?.about ?? '', inputs[0]);
			return;
		}
		details.existed = false;
		describeSums(call, body);
		words.newDocument = newDocumentInWords(draft);
		this.memory.incomplete.add(draft, undefined);
		const id = `(document of ${rowOf(inputs[0])})`;
		const record = { ...body, id };
		call.client.preview?.create(documentPath(id), record);
		this.memory.known.add(record);
		this.memory.items.set(id, inputs[0]);
		this.rows.set(id, inputs[0]);
	}

	/** Sends a document once. If the response does not contain it, searches for it. */
	private async create(draft: Draft): Promise<Written> {
		const { call, body } = draft;
		const searched = this.memory.known.canTellNew ? searchedInVain : cannotSearch;
		const lost = new LostDocument(draft, this.memory.known);
		const request: ServiceCall<ServiceRecord | undefined> = {
			...call.client.target(createRequest.route),
			body,
			activity: creating,
			whereToLook: `${searched} Look in the service`,
			read: writtenReader({ activity: creating, fields: documentFields }),
		};
		const sent = await sendWrite(call, request, this.memory.known.canTellNew ? lost : undefined);
		const { response } = sent;
		if (response && idOf(response) !== '' && !this.memory.known.has(response)) {
			return this.made(draft, await wholeDocument(call, body, response));
		}
		// An empty 2xx or one without an ID is a success, but the next node needs the document.
		const found = sent.found ?? (this.memory.known.canTellNew ? await lost.search() : undefined);
		if (found) return this.made(draft, found);
		call.hint(
			`The service confirmed that it created a document, but returned no ID. ${searched} ${lost.explainDoubt()}`,
		);
		return { candidates: lost.candidates, existed: false };
	}

	private made(draft: Draft, record: ServiceRecord): Written {
		const id = idOf(record);
		hintOtherValues(
			draft.call,
			differencesOf(draft.body, record),
			`creating document ${nameOfDocument(record, id)}`,
		);
		return this.written(draft, record);
	}

	/** @param before the document before it was updated */
	private written(
		{ call, inputs, body }: Draft,
		record: ServiceRecord,
		before?: ServiceRecord,
	): Written {
		// The response may leave out the key, and a later item may have the same one.
		this.memory.known.add({ ...(before ?? body), ...record });
		this.memory.items.set(idOf(record), inputs[0]);
		if (!before) rememberCreation(call.client, record);
		return { record, existed: before !== undefined };
	}
}

const toCombine = ({ canCombine }: Draft) =>
	canCombine ? ' To make one document from several rows, use Combine Items By.' : '';

const isCredit = ({ body }: Pick<Draft, 'body'>) => Number(body.type) === creditNote;

const mayExist = (what: string, { inputs }: Draft) =>
	new ServiceError('outcomeUnknown', `A ${what} may or may not exist`, {
		description: `The node could not find the one that it sent for ${rowOf(inputs[0])}, so it did not send this item. Look in the service before you run the workflow again.`,
		effect: 'none',
	});

/** The document with its values, if the response only has its ID. */
async function wholeDocument(
	call: OperationCall,
	body: IDataObject,
	record: ServiceRecord,
): Promise<ServiceRecord> {
	if (Object.keys(body).some((name) => record[name] !== undefined)) return record;
	const whole = await toResult(async () => await readDocument(call, idOf(record)));
	return whole.failure ? record : whole.value;
}
