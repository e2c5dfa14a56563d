import type { IDataObject } from 'n8n-workflow';

import type { Parser } from '../../shared/client/answer';
import type { ServiceCall } from '../../shared/client/client';
import { writtenReader, type ServiceRecord } from '../../shared/client/envelope';
import { type ServiceError, tried } from '../../shared/client/errors';
import { parseToSend } from '../../shared/client/json';
import type { ServiceFields } from '../../shared/fields/describe';
import { type Difference, listed } from '../../shared/fields/differences';
import type { OperationCall } from '../operation';
import { retryIfUnchanged } from './retryIfUnchanged';
import { confirmWrite, isRefusalInside, type Patience } from './unknownOutcome';

/** A record with its new values. */
export interface Replacement {
	/** The PUT. It is idempotent, unless it may also create another record. */
	request: Pick<ServiceCall, 'method' | 'path' | 'ids' | 'query' | 'what' | 'whereToLook'>;
	body: IDataObject;
	mayCreate?: boolean;
	/** Known fields of the record in the response. */
	fields: ServiceFields;
	/** Its ID, if the response shows it. */
	id?: string;
	/** "document" */
	one: string;
	/** Reads the record, if the service has a request for it. */
	read?: (parser?: Parser) => Promise<ServiceRecord>;
	/** Compares what was sent with the record as it was read. */
	differencesTo: (record: ServiceRecord) => Difference[];
	/** The record from which the body was made, and its fields. A retry then never undoes the change of someone else. */
	before?: { record: ServiceRecord; fields: ServiceFields };
	patience?: Patience;
}

/**
 * Replaces a record by one PUT. If its outcome is unknown, the record is read and compared.
 * @returns the record of the response, undefined if that has none; or the record that was read
 * @throws ServiceError of every kind
 */
export async function replaceRecord(
	call: OperationCall,
	replacement: Replacement,
): Promise<{ record?: ServiceRecord; isRead: boolean }> {
	const { request, body, before, read, fields, id } = replacement;
	const { what } = request;
	const readAgain = read && (async () => await read(parseToSend));
	const sending: ServiceCall<ServiceRecord | undefined> = {
		...request,
		body,
		read: writtenReader({ what, fields, id }),
		whyNotAgain: before && readAgain && retryIfUnchanged(before.fields, before.record, readAgain),
	};
	if (replacement.mayCreate !== true) sending.repeatable = true;
	const sent = await tried(async () => await call.client.request(sending));
	if (!sent.failure) return { record: sent.value, isRead: false };
	const record = await confirmedChange(call, replacement, sent.failure);
	call.hint(
		`The service did not confirm ${what}. Read afterwards, the ${replacement.one} has what was sent.`,
	);
	return { record, isRead: true };
}

/** @throws ServiceError the failure, unless the record has all values that were sent */
async function confirmedChange(
	call: OperationCall,
	{ request, read, differencesTo, patience, one }: Replacement,
	failure: ServiceError,
): Promise<ServiceRecord> {
	if (!read) throw failure;
	const { method, path, what, whereToLook = 'Look at the record' } = request;
	let different: Difference[] | undefined;
	const look = async () => {
		different = undefined;
		const record = await read();
		different = differencesTo(record);
		return different.length === 0 ? record : undefined;
	};
	const doubt = () =>
		different
			? `Read afterwards, the ${one} has other values: ${listed(different)}.`
			: `The node could not read the ${one} afterwards.`;
	const reading = { what, look, doubt, patience };
	if (!isRefusalInside(failure)) return await confirmWrite(call, failure, reading);
	const now = await tried(look);
	if (!now.failure && now.value === undefined) throw failure;
	const open = failure.outcomeUnknown(`${method} ${path}`, what, whereToLook);
	return now.failure ? await confirmWrite(call, open, reading) : (now.value as ServiceRecord);
}
