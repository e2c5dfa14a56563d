import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../shared/client/envelope';
import { optionally, type ServiceError, toResult } from '../../../shared/client/errors';
import { pageSizeFor, pageSizeLimits } from '../../../shared/client/settings';
import { searchDocuments } from '../../../shared/documents/sources';
import { someInWords } from '../../../shared/fields/values';
import { idOf } from '../../../shared/lists/ids';
import type { OperationCall } from '../../operation';
import { newCreations, type Shows } from '../../once/memories';
import { readDocument } from '../../once/readDocument';
import { probeAgain, MissingTwice, probeTwice, probeUntilListed } from '../../once/unknownOutcome';

/** The change of one document, from one input item. */
export interface BulkChange {
	/** Sent unchanged. Documents with the same operation share a request. */
	operation: string;
	additionalData?: IDataObject;
	/** The output beside the ID. */
	result: IDataObject;
	/** The fields that it changes; undefined if it deletes the document. */
	left?: IDataObject;
	/** For a preview: what it cannot show. */
	remark?(): string | undefined | Promise<string | undefined>;
	/**
	 * Whether a document has the change, when read after a lost response.
	 * @param record undefined if it no longer exists
	 * @returns undefined if the document does not show it
	 */
	isDone(record: ServiceRecord | undefined): boolean | undefined;
	/** A failure of the item with more about its change. */
	explain?(failure: ServiceError): Promise<ServiceError>;
}

/** Whether a document shows the change of a request that was cancelled. */
export function effectOf({ isDone }: BulkChange): Shows {
	const missing = new MissingTwice();
	return async (call, name) => {
		const id = name.slice(name.lastIndexOf('/') + 1);
		const found = await toResult(async () => await readDocument(call, id));
		if (!found.failure) return isDone(found.value) === true;
		return missing.isSure(id, found.failure.kind === 'notFound' && isDone(undefined) === true);
	};
}

/**
 * Reads the records without a known result.
 * @returns sentences about those that do not show the change, by ID
 */
export async function doubtsAbout(
	ids: string[],
	call: OperationCall,
	{ isDone }: BulkChange,
	activity: string,
): Promise<Map<string, string>> {
	const doubts = new Map(ids.map((id) => [id, '']));
	const missing = new MissingTwice();
	const gone: string[] = [];
	/** @returns the failure to read it */
	const probeDocument = async (id: string) => {
		const found = await optionally(async () => await readDocument(call, id));
		const isMissing = found.failure?.kind === 'notFound' && isDone(undefined) === true;
		const isGone = missing.isSure(id, isMissing);
		if (isGone) gone.push(id);
		const hasChange = found.failure ? false : isDone(found.value);
		if (isGone || hasChange) doubts.delete(id);
		else doubts.set(id, doubtAbout(id, found.failure, hasChange));
		return found.failure;
	};
	const probe = async () => {
		let isDown = false;
		for (const id of [...doubts.keys()]) {
			// Each would cost all tries of a request, and the records stay locked meanwhile.
			if (isDown) doubts.set(id, unread(id));
			else isDown = (await probeDocument(id))?.isTransient === true;
		}
		return doubts.size === 0 || undefined;
	};
	await probeAgain(call, activity, probe, probeTwice);
	if (gone.length === 0) return doubts;
	let doubt: string | undefined;
	const probeList = async () => {
		doubt = await doubtAboutMissing(call, gone);
		return doubt === undefined || undefined;
	};
	await probeAgain(call, activity, probeList, probeUntilListed);
	if (doubt === undefined) return doubts;
	for (const id of gone) {
		doubts.set(
			id,
			`The node then read document ${id}, and the service did not find it. This is no proof, because ${doubt}.`,
		);
	}
	return doubts;
}

/**
 * Why a 404 does not prove that these documents are gone. An unknown path returns 404 too, so another document must be
 * readable by its ID, and none of these may be in the list.
 * @returns undefined if it proves it
 */
async function doubtAboutMissing(call: OperationCall, ids: string[]): Promise<string | undefined> {
	const count = pageSizeFor(pageSizeLimits.minimum + ids.length);
	const search = searchDocuments(call.client, {}, []);
	const newest = await toResult(async () => await search.fetch(0, count));
	if (newest.failure) return 'the node could not read the list';
	const fresh = newCreations(call.client).filter((id) => ids.includes(id));
	if (fresh.length > 0)
		return `n8n created document ${someInWords(fresh)} a moment ago, and the service may show new documents late`;
	const listed = newest.value.records.map(idOf).filter((id) => id !== '');
	if (listed.length === 0) return 'the list has no other document to compare with';
	const stillListed = listed.filter((id) => ids.includes(id));
	if (stillListed.length > 0) return `the list still shows ${someInWords(stillListed)}`;
	const other = await toResult(async () => await readDocument(call, listed[0]));
	if (!other.failure && idOf(other.value) === listed[0]) return undefined;
	return 'the service did not return another document by its ID either';
}

const unread = (id: string) => `The node could not read ${id} afterwards.`;

function doubtAbout(id: string, failure?: ServiceError, hasChange?: boolean): string {
	if (failure) return unread(id);
	return hasChange === undefined
		? `Reading ${id} afterwards does not show whether it has the change.`
		: `Document ${id} still exists, without the change.`;
}
