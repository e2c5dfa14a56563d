import type { IDataObject } from 'n8n-workflow';

import { writtenReader, type ServiceRecord } from '../../../../shared/client/envelope';
import { tried, type ServiceError } from '../../../../shared/client/errors';
import { listed } from '../../../../shared/fields/differences';
import { idOf } from '../../../../shared/lists/ids';
import { documentFields } from '../../../../shared/documents/fields';
import { readDocument } from './changing';
import { differencesOf } from './documentDifferences';
import type { Draft } from './drafts';
import type { NewestDocuments } from './newest';
import { isRefusalInside, lookAgain } from './settle';
import { hasKey } from './unique';

export const createRequest = {
	route: 'POST /v2/accountingdocuments',
	basis: 'facts 6.1 [D]',
} as const;

const creating = 'creating an accounting document';

const whereToLook =
	'The node has looked for it among the newest documents and has not found it for certain. Look in the service';

/**
 * Sends a document, once, and finds it if the answer does not show it (contract of writes, section 3).
 * @returns undefined if the service said that it is done, but nothing shows the document
 * @throws ServiceError of every kind; outcomeUnknown if it may or may not be there
 */
export async function createDocument(
	draft: Draft,
	newest: NewestDocuments,
): Promise<ServiceRecord | undefined> {
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
		return await recover(draft, newest, await openOutcome(draft, newest, sent.failure));
	}
	// An empty 2xx is success (contract of writes, 3), but the next node needs the document, and "done" without an ID
	// says no more.
	if (!sent.value || idOf(sent.value) === '' || newest.knows(sent.value)) {
		return await recover(draft, newest);
	}
	return made(draft, newest, await inFull(draft, sent.value));
}

/** The document, read by its ID if the answer shows nothing of it but that. */
async function inFull({ call, body }: Draft, answer: ServiceRecord): Promise<ServiceRecord> {
	if (Object.keys(body).some((name) => answer[name] !== undefined)) return answer;
	const read = await tried(async () => await readDocument(call, idOf(answer)));
	// It is made; if it cannot be read its ID is what there is.
	return read.failure ? answer : read.value;
}

/** @throws ServiceError the failure if it is certain that nothing was done */
async function openOutcome(
	draft: Draft,
	newest: NewestDocuments,
	failure: ServiceError,
): Promise<ServiceError> {
	if (failure.kind === 'outcomeUnknown') return failure;
	if (!isRefusalInside(failure)) throw failure;
	const looked = await tried(async () => await newest.appeared(draft.call.client));
	const isSeen = newest.listed !== undefined && !looked.failure;
	if (isSeen && !looked.value.some(likely(draft))) throw failure;
	return failure.outcomeUnknown(createRequest.route, creating, whereToLook);
}

/**
 * Looks for a document that was sent. Everybody may create documents beside it, so it is only one that has everything
 * that was sent, lines and amounts included.
 * @param failure why the outcome is open; undefined if the service said that it was done
 */
async function recover(
	draft: Draft,
	newest: NewestDocuments,
	failure?: ServiceError,
): Promise<ServiceRecord | undefined> {
	const { call, body } = draft;
	let similar: ServiceRecord[] = [];
	const found = await lookAgain(call, creating, async () => {
		similar = (await newest.appeared(call.client)).filter(likely(draft));
		return similar.filter(fits(body));
	});
	if (found.length === 1) {
		if (failure) {
			call.hint(
				`No clear answer came while ${creating}. The document was created all the same, once: its ID is ${idOf(found[0])}.`,
			);
		}
		return made(draft, newest, found[0]);
	}
	if (failure) {
		const ids = similar.slice(0, 10).map(idOf).join(', ');
		throw similar.length === 0
			? failure
			: failure.but({
					description: `It may be one of the documents ${ids}. ${failure.description}`,
				});
	}
	call.hint(
		'The service confirmed that a document was created, but returned no ID, and the document is not among the newest ones.',
	);
	return undefined;
}

function made(draft: Draft, newest: NewestDocuments, record: ServiceRecord): ServiceRecord {
	newest.add(record);
	const differences = differencesOf(draft.body, record);
	if (differences.length > 0) {
		draft.call.hint(
			`Document ${idOf(record)} came back otherwise than it was sent: ${listed(differences)}.`,
		);
	}
	return record;
}

/** Whether a record has everything that was sent. */
const fits =
	(body: IDataObject) =>
	(record: ServiceRecord): boolean =>
		differencesOf(body, record).length === 0;

/** Whether a record may be what became of a draft: with a key, even if the service changed something else. */
const likely = ({ body, unique }: Draft) =>
	unique ? (record: ServiceRecord) => hasKey(record, unique, body) : fits(body);
