import type { IDataObject } from 'n8n-workflow';

import { readJson, type Parser, type RawAnswer } from '../../../../shared/client/answer';
import { assumedRoutes } from '../../../../shared/client/settings';
import {
	ofRecord,
	readRecord,
	writtenReader,
	type ServiceRecord,
} from '../../../../shared/client/envelope';
import { tried, type ServiceError } from '../../../../shared/client/errors';
import { parseToSend } from '../../../../shared/client/json';
import { fillPath, splitRoute } from '../../../../shared/client/route';
import { type Difference, listed, sentBackWith } from '../../../../shared/fields/differences';
import { routeOf } from '../../../kinds/declared';
import { whileUnchanged } from '../../../kinds/whileUnchanged';
import type { DeclaredRequest, OperationCall } from '../../../operation';
import { documentFields } from '../../../../shared/documents/fields';
import { differencesOf } from './documentDifferences';
import { checkRules } from './preconditions';
import { isRefusalInside, lookAgain } from './settle';

export const readRequest: DeclaredRequest = {
	route: assumedRoutes.documentPath,
	basis: 'operations 1 [I]',
	assumption: 'The path; can be changed in the credential (Path of Get Document)',
};

export const replaceRequest: DeclaredRequest = {
	route: 'PUT /v2/accountingdocuments/{accountingDocumentId}',
	basis: 'facts 6.2 [D, address]',
};

/** @param parser {@link parseToSend} for a document that is sent back */
export async function readDocument(
	{ client }: OperationCall,
	id: string,
	parser?: Parser,
): Promise<ServiceRecord> {
	const { method, path } = splitRoute(routeOf(client, assumedRoutes.documentPath));
	const what = `fetching accounting document ${id}`;
	const ids = { accountingDocumentId: id };
	const read = (answer: RawAnswer) => readJson(answer, what, parser);
	const answer = await client.request({ method, path: fillPath(path, ids), ids, what, read });
	return ofRecord(readRecord(answer, what, documentFields), id, what);
}

/**
 * Changes some fields of a document: reads it, takes out what is GET only, and sends the whole back, since nothing
 * published says that a PUT keeps what is absent (contract of writes, 7).
 * @param changes checked, with the names of the service
 */
export async function changeDocument(
	call: OperationCall,
	id: string,
	changes: IDataObject,
): Promise<ServiceRecord> {
	const before = await readDocument(call, id, parseToSend);
	const body = changedBody(before, changes);
	checkRules(body, changes);
	const after = await replaceDocument(call, id, body, before);
	hintMovedMeanwhile(call, id, before, after);
	return after;
}

/** Fields that the service computes from others: sent back as they were, they would contradict what changes. */
const computedFrom: Record<string, string[]> = {
	total: ['lineItems', 'vatRecap', 'roundingType', 'vatRecapCalculationMode', 'vatCountryType'],
	totalVatExcl: [
		'lineItems',
		'vatRecap',
		'roundingType',
		'vatRecapCalculationMode',
		'vatCountryType',
	],
	vatRecap: ['lineItems', 'vatRecapCalculationMode', 'vatCountryType'],
};

/** The record with the changes in it, as it is sent. Of a group only the fields that are given change. */
export function changedBody(before: ServiceRecord, changes: IDataObject): IDataObject {
	const kept = { ...before };
	for (const [name, sources] of Object.entries(computedFrom)) {
		if (sources.some((source) => changes[source] !== undefined)) delete kept[name];
	}
	// One number replaces the other (specification 2.1, explicitNo).
	if (changes.sequenceId != null) delete kept.explicitNo;
	if (changes.explicitNo != null) delete kept.sequenceId;
	// Another contact comes with its own properties.
	if ((changes.contact as IDataObject | null | undefined)?.contactId != null) delete kept.contact;
	return sentBackWith(documentFields, kept, changes);
}

/**
 * Puts a whole body in place of a document. After an open outcome the document is read and compared.
 * @param before as it was read, where the body was made of it: nobody else's change since then is undone
 */
export async function replaceDocument(
	call: OperationCall,
	id: string,
	body: IDataObject,
	before?: ServiceRecord,
): Promise<ServiceRecord> {
	const { method, path } = splitRoute(replaceRequest.route);
	const what = `updating accounting document ${id}`;
	const ids = { accountingDocumentId: id };
	const filled = fillPath(path, ids);
	// The whole document goes out: sent twice, it has the same effect.
	const request = {
		...{ method, path: filled, ids, body, what, whereToLook },
		repeatable: true,
	} as const;
	const whyNotAgain =
		before &&
		whileUnchanged(
			documentFields,
			before,
			body,
			async () => await readDocument(call, id, parseToSend),
		);
	const openOutcome = async (failure: ServiceError): Promise<ServiceError> => {
		if (failure.kind === 'outcomeUnknown') return failure;
		if (!isRefusalInside(failure)) throw failure;
		const found = await tried(async () => await readDocument(call, id));
		if (!found.failure && differencesOf(body, found.value).length > 0) throw failure;
		return failure.outcomeUnknown(`${method} ${filled}`, what, whereToLook);
	};
	const read = writtenReader({ what, fields: documentFields, id });
	const sending = { ...request, whyNotAgain, read };
	const sent = await tried(async () => await call.client.request(sending));
	if (sent.failure) {
		const open = await openOutcome(sent.failure);
		return await settled(call, id, body, what, open);
	}
	if (sent.value === undefined) return await readDocument(call, id);
	const differences = differencesOf(body, sent.value);
	if (differences.length > 0) {
		call.hint(`Document ${id} came back otherwise than it was sent: ${listed(differences)}.`);
	}
	return sent.value;
}

const whereToLook = 'Look at the document in the service';

/** @throws failure unless the document becomes what was sent */
async function settled(
	call: OperationCall,
	id: string,
	body: IDataObject,
	what: string,
	failure: ServiceError,
): Promise<ServiceRecord> {
	let different: Difference[] | undefined;
	const [found] = await lookAgain(call, what, async () => {
		const record = await readDocument(call, id);
		different = differencesOf(body, record);
		return different.length === 0 ? [record] : [];
	});
	if (found === undefined) {
		const seen = different && listed(different);
		throw failure.and(
			seen === undefined
				? 'Since then it could not be read.'
				: `Read since then, it was not as it was sent: ${seen}.`,
		);
	}
	call.hint(`No clear answer came while ${what}. Read afterwards, the document is as it was sent.`);
	return found;
}

/** What only others than the sender of a PUT can have changed. */
const ofOthers = ['processingState', 'processingMessage', 'amountPaid', 'amountDrawn'];

/** Says what changed between the reading of a document and the answer to its replacement. */
export function hintMovedMeanwhile(
	call: OperationCall,
	id: string,
	before: ServiceRecord,
	after: ServiceRecord,
): void {
	const text = (value: unknown) => JSON.stringify(value ?? null);
	const moved = ofOthers
		.filter((name) => text(before[name]) !== text(after[name]))
		.map((name) => documentFields[name].label);
	if (moved.length === 0) return;
	call.hint(
		`Document ${id} changed between the reading and the answer (${moved.join(', ')}). What you did not change was sent as it had been read.`,
	);
}
