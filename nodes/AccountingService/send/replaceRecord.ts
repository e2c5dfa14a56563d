import type { IDataObject } from 'n8n-workflow';

import type { Parser } from '../../shared/client/answer';
import type { ServiceCall } from '../../shared/client/client';
import { pause } from '../../shared/client/deadline';
import { writtenReader, type ServiceRecord } from '../../shared/client/envelope';
import { optionally, refuseInput, type Result, toResult } from '../../shared/client/errors';
import { parseToSend } from '../../shared/client/json';
import { decoded } from '../../shared/client/route';
import type { ServiceFields } from '../../shared/fields/describe';
import { changedBetween, type Difference, listed } from '../../shared/fields/differences';
import { clearedBy } from '../../shared/fields/changesInWords';
import { someInWords } from '../../shared/fields/values';
import { leavesAsItIs } from '../../shared/fields/changeForm';
import { rowAtStart, rowOf } from '../inputRows';
import type { OperationCall } from '../operation';
import { withRecords } from '../once/locks';
import { rememberChange } from '../once/memories';
import { firstPauseMs } from '../once/waiting';
import { hintOtherValues } from './comparison';
import { describeReplaced, readForPreview } from './previewedDocument';
import { type OutcomeProbe, type ProbeLimits, sendWrite } from '../once/unknownOutcome';

/** A record with its new values. */
export interface Replacement {
	/** The PUT. It is idempotent, unless it may also create another record. */
	request: Pick<ServiceCall, 'method' | 'path' | 'ids' | 'query' | 'activity' | 'whereToLook'>;
	body: IDataObject;
	mayCreate?: boolean;
	/** Known fields of the record in the response. */
	fields: ServiceFields;
	/** Its ID, if the response shows it. */
	id?: string;
	/** "document" */
	one: string;
	/** The response has another record than `read`. */
	responseIsOtherRecord?: boolean;
	/** Reads the record, if the service has a request for it. Another execution may ask whether it shows the change. */
	read?: (call: OperationCall, parser?: Parser) => Promise<ServiceRecord>;
	/** Compares what was sent with the record. */
	differencesTo: (record: ServiceRecord) => Difference[];
	/** Known fields of the body, if they are not those of the record in the response. */
	bodyFields?: ServiceFields;
	/** The record that is replaced, if it was read for another purpose. */
	replaced?: ServiceRecord;
	/** The record from which the body was made. A retry then never undoes the change of someone else. */
	before?: ServiceRecord;
	/** After the change, with the record if it was shown. */
	remember?: (shown?: ServiceRecord) => void;
	/** The record without what the node never sends back, which is no loss. */
	sendable?: (record: ServiceRecord) => ServiceRecord;
	limits?: ProbeLimits;
}

/**
 * Whether an item changes anything. If its values are missing, a hint says so.
 * @throws ServiceError (badInput) if the form has no fields to update
 */
export function hasChanges(
	{ form, itemIndex, hint, preview }: OperationCall,
	changes: IDataObject,
) {
	if (Object.keys(changes).length > 0) return true;
	if (!leavesAsItIs(form, changes)) {
		refuseInput('updateFields', 'There is nothing to update', 'Add the fields to update.');
	}
	if (preview) preview.whyNothing = 'the row has no fields to update';
	const nothing = preview ? 'would send nothing' : 'sent nothing';
	const message = `${rowAtStart(itemIndex)} has no fields to update, so the node ${nothing} for it.`;
	hint(message, 'nothingToUpdate');
	return false;
}

/**
 * Changes an existing record. Every replacement comes through here: meanwhile, no other execution of this process changes
 * the record. If the outcome of the PUT is unknown, the record is read and compared.
 * @param paths of the records that change
 * @param prepare reads the record if its other values are to stay; returns undefined if it needs no change
 * @returns the record; undefined if it was not changed, or if neither the response nor a later read shows it
 * @throws ServiceError of every kind
 */
export async function changeRecord(
	call: OperationCall,
	paths: string[],
	prepare: () => Promise<Replacement | undefined>,
): Promise<ServiceRecord | undefined> {
	return await withRecords(call, paths, async (expect) => {
		const replacement = await prepare();
		if (!replacement) return undefined;
		const { read, differencesTo } = replacement;
		if (read) expect(async (other) => differencesTo(await read(other)).length === 0);
		try {
			const replaced = await readReplaced(call, replacement);
			const after = await replaceRecord(call, replacement);
			if (replaced) hintCleared(call, replacement, replaced, after);
			return after;
		} finally {
			for (const path of paths) rememberChange(call, path);
		}
	});
}

async function replaceRecord(
	call: OperationCall,
	replacement: Replacement,
): Promise<ServiceRecord | undefined> {
	const { request, body, fields, id, responseIsOtherRecord, read, differencesTo, before } =
		replacement;
	const { activity } = request;
	if (call.preview) await describeChange(call, replacement);
	const sending: ServiceCall<ServiceRecord | undefined> = {
		...request,
		body,
		read: writtenReader({ activity, fields, id }),
		...(replacement.mayCreate !== true && { repeatable: true }),
		...(read &&
			before && { whyNotAgain: async () => await changedSince(call, replacement, before, read) }),
	};
	const outcome = read && probeReplaced(call, replacement, read);
	const { response, found } = await sendWrite(call, sending, outcome);
	if (responseIsOtherRecord) return response;
	if (response) hintOtherValues(call, differencesTo(response), activity);
	const shown = response ?? found;
	try {
		return shown || !read ? shown : await readAfterwards(call, replacement, read);
	} finally {
		replacement.remember?.(shown);
	}
}

/** The record of which no field stays, to say what is cleared. A preview reads it in {@link describeChange}. */
async function readReplaced(
	call: OperationCall,
	{ before, replaced, read }: Replacement,
): Promise<Result<ServiceRecord> | undefined> {
	if (before || call.preview) return undefined;
	if (replaced) return { value: replaced };
	return read && (await optionally(async () => await read(call, parseToSend)));
}

/** The longest form has fewer. */
const maxCleared = 50;

function hintCleared(
	call: OperationCall,
	{ request: { activity }, body, fields, bodyFields = fields, ...replacement }: Replacement,
	replaced: Result<ServiceRecord>,
	after?: ServiceRecord,
): void {
	if (replaced.failure) {
		call.hint(
			`The node could not read the ${replacement.one} before ${activity}, so it cannot name the fields that the service may have cleared. Look at the ${replacement.one} in the service.`,
			'cleared',
		);
		return;
	}
	const now = replacement.responseIsOtherRecord ? undefined : after;
	const labels = clearedBy(bodyFields, replaced.value, body, now).map(({ label }) => label);
	if (labels.length === 0) return;
	const has = now ? 'has' : 'may have';
	const them = labels.length === 1 ? 'it' : 'them';
	call.hint(
		`The service ${has} cleared ${someInWords(labels, maxCleared)} while ${activity}, because ${rowOf(call.itemIndex)} left ${them} out. If you need ${them}, enter ${them} and run it again.`,
		'cleared',
	);
}

/** For a preview: what the replacement changes, and what it leaves out. */
async function describeChange(call: OperationCall, replacement: Replacement): Promise<void> {
	const { body, before, read, fields, bodyFields = fields, request } = replacement;
	const { sendable = (one) => one } = replacement;
	const current = read && (async () => await read(call, parseToSend));
	const record = before ?? (current && (await readForPreview(call, current)));
	if (!record) return;
	const path = decoded(request.path);
	const left = call.client.preview?.left(path, record) ?? record;
	describeReplaced(call, { path, fields: bodyFields, before: sendable(left), body });
}

/** Reads the record after an empty response. A lagging replica may still have the old one, so that is read again. */
async function readAfterwards(
	call: OperationCall,
	{ request: { activity }, one, differencesTo }: Replacement,
	read: NonNullable<Replacement['read']>,
): Promise<ServiceRecord | undefined> {
	const readNow = async () => await optionally(async () => await read(call));
	let after = await readNow();
	if (!after.failure && differencesTo(after.value).length > 0) {
		await pause(firstPauseMs, call.client.connection.bounds.signal);
		after = await readNow();
	}
	if (!after.failure) {
		hintOtherValues(call, differencesTo(after.value), activity);
		return after.value;
	}
	// A failure to read must not look like a failed update.
	call.hint(
		`The service confirmed ${activity}, but the node could not read the ${one} afterwards, so the output does not show it.`,
		'notReadAfterwards',
	);
	return undefined;
}

/** The record has what was sent. */
function probeReplaced(
	call: OperationCall,
	{ differencesTo, one, limits }: Replacement,
	read: NonNullable<Replacement['read']>,
): OutcomeProbe<ServiceRecord> {
	let different: Difference[] | undefined;
	return {
		async probe() {
			different = undefined;
			const record = await read(call);
			different = differencesTo(record);
			return different.length === 0 ? record : undefined;
		},
		explainFound: () => `The node then read the ${one} and found the values that were sent.`,
		explainDoubt: () =>
			different
				? `The node then read the ${one} and found other values: ${listed(different)}.`
				: `The node could not read the ${one} afterwards.`,
		limits,
	};
}

/**
 * After a lost response, the node retries the PUT of a whole record only if nobody has changed the record since it was
 * read. Otherwise the retry would undo the change of someone else.
 */
async function changedSince(
	call: OperationCall,
	{ fields, bodyFields = fields }: Replacement,
	before: ServiceRecord,
	read: NonNullable<Replacement['read']>,
): Promise<string | undefined> {
	const now = await toResult(async () => await read(call, parseToSend));
	if (now.failure) return 'The node did not retry, because it could not read the record first.';
	const changed = changedBetween(bodyFields, before, now.value).slice(0, 10);
	if (changed.length === 0) return undefined;
	return `The node did not retry, because the record has changed since it was read: ${changed.join(', ')}.`;
}
