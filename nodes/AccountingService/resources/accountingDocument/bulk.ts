import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceCall } from '../../../shared/client/client';
import { ServiceError, toResult } from '../../../shared/client/errors';
import type { PreparedRequest } from '../../../shared/client/preview';
import { withLabels } from '../../../shared/client/redact';
import { ExactNumber } from '../../../shared/client/json';
import { optionsOfChange } from '../../../shared/fields/options';
import { documentFields } from '../../../shared/documents/documentRecord';
import { changesInSentence, changesOfRecord } from '../../../shared/fields/changesInWords';
import { type OutputFields, whole } from '../../../shared/fields/describe';
import { formField } from '../../../shared/fields/formField';
import { collection, numberIn } from '../../../shared/fields/readForm';
import { idForOutput } from '../../../shared/lists/ids';
import { checkEach } from '../../checkEach';
import type {
	DeclaredRequest,
	GatheringOperation,
	OperationCall,
	Outcome,
	PreviewOutcome,
	Sentence,
} from '../../operation';
import { apart } from '../../preview';
import { searchRequest } from '../../once/newestDocuments';
import { readRequest } from '../../once/readDocument';
import { documentPath, withRecords } from '../../once/locks';
import { rememberChange } from '../../once/memories';
import { readDocumentsForPreview, wordsOf } from '../../send/previewedDocument';
import { unclearResponse } from '../../once/unknownOutcome';
import { type BulkChange, doubtsAbout, effectOf } from './bulkDoubts';
import { type Results, resultsIn } from './bulkResults';
import { accountingDocumentId } from './documentId';

interface DeclaredBulk {
	option: INodePropertyOptions;
	sentence: Sentence;
	/** Completes sentences: "deleting accounting documents". */
	activity: string;
	/** The form fields of the change. */
	fields: INodeProperties[];
	output: OutputFields;
	/** @throws ServiceError (badInput) */
	change(call: OperationCall): BulkChange;
}

const batchSize = formField(
	'batchSize',
	whole('Batch Size', 'The maximum number of records to change in one request', {
		minimum: 1,
		maximum: 1000,
		usual: 50,
	}),
);

interface Member {
	call: OperationCall;
	id: string;
	change: BulkChange;
	batchSize: number;
}

/** The members of one request, by ID. */
type Batch = Map<string, Member[]>;

const changeRequest: DeclaredRequest = {
	route: 'POST /v2/bulk/accountingdocuments',
	basis: 'bulk-operations [D]',
};

/**
 * Changes the documents of many input items with few requests (docs/api/requests.md#bulk-operations). Items with the
 * same change share a request, and each item gets its own result or error.
 */
export function bulk(declared: DeclaredBulk): GatheringOperation {
	const { option, fields, output } = declared;
	return {
		option,
		fields: [accountingDocumentId.property, ...fields, optionsOfChange(batchSize)],
		requests: [changeRequest, readRequest, searchRequest],
		output,
		changes: true,
		sentence: declared.sentence,
		async prepare(calls) {
			const { passed, failed } = await checkEach(calls, (call): Member => ({
				call,
				id: accountingDocumentId.read(call.form),
				change: declared.change(call),
				batchSize: numberIn(collection(call.form, 'options'), batchSize),
			}));
			return { failed, run: () => changeInBatches(declared, passed) };
		},
	};
}

async function* changeInBatches(
	declared: DeclaredBulk,
	members: Member[],
): AsyncGenerator<Outcome | PreviewOutcome> {
	const changes = new Map(members.map(({ call, change }) => [call.itemIndex, change]));
	for (const batch of apart(members).flatMap(batchesOf)) {
		for (const outcome of await batchOutcomes(declared, batch)) {
			const { explain } = changes.get(outcome.inputs[0]) ?? {};
			const isFailed = 'failure' in outcome && outcome.failure instanceof ServiceError;
			if (!explain || !isFailed) yield outcome;
			else yield { ...outcome, failure: await explain(outcome.failure as ServiceError) };
		}
	}
}

/**
 * Groups members with the same change, up to the batch size. If a record has two different changes, the second one
 * starts new batches, so that the order of the items is kept.
 */
function batchesOf(members: Member[]): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<string, Batch>();
	const placed = new Map<string, { text: string; batch: Batch }>();
	for (const member of members) {
		const { id, change, batchSize: size } = member;
		const text = JSON.stringify([change.operation, change.additionalData]);
		if ((placed.get(id)?.text ?? text) !== text) {
			open.clear();
			placed.clear();
		}
		let batch = placed.get(id)?.batch ?? open.get(text);
		if (!batch || (batch.size >= size && !batch.has(id))) {
			batch = new Map();
			batches.push(batch);
			open.set(text, batch);
		}
		placed.set(id, { text, batch });
		batch.set(id, [...(batch.get(id) ?? []), member]);
	}
	return batches;
}

/** Successes come first, so that the error of a failed item can list them. */
async function batchOutcomes(
	{ activity }: DeclaredBulk,
	batch: Batch,
): Promise<Array<Outcome | PreviewOutcome>> {
	const members = [...batch.values()].flat();
	const [{ call, change }] = members;
	const ids = [...batch.keys()];
	const inputs = members.map((one) => one.call.itemIndex);
	const request = bulkRequest(call, change, ids, activity);
	if (call.preview) {
		const shown = await toResult(async () => {
			await readDocumentsForPreview(members);
			const remark = await change.remark?.();
			return { prepared: await call.client.prepare(request), remark };
		});
		return shown.failure ? [{ inputs, failure: shown.failure }] : previewed(members, shown.value);
	}
	const sent = await toResult(
		async () =>
			await withRecords(call, ids.map(documentPath), async (expect) => {
				expect(effectOf(change));
				const refused = new Set<string>();
				try {
					const results = await toResult(async () => await sendBatch(call, change, ids, request));
					for (const id of ids) {
						const { failure } = results.failure ? results : (results.value.get(id) ?? {});
						if (changedNothing(failure)) refused.add(id);
					}
					if (results.failure) throw results.failure;
					return results.value;
				} finally {
					// After any other error too, the documents may be changed.
					for (const id of ids)
						rememberChange(call, documentPath(id), refused.has(id) ? undefined : leftBy(change));
				}
			}),
	);
	if (sent.failure) return [{ inputs, failure: sent.failure }];
	const results = sent.value;
	for (const { remark } of results.values()) if (remark) call.hint(remark, 'serviceRemark');
	const outcomes: Outcome[] = members.map((one) => {
		const failure = results.get(one.id)?.failure;
		const inputs = [one.call.itemIndex];
		return failure
			? { inputs, failure }
			: { inputs, results: [{ ...one.change.result, id: idForOutput(one.id) }] };
	});
	return outcomes.sort((a, b) => Number('failure' in a) - Number('failure' in b));
}

/** For a preview: what changes in each document, and what later items would find. */
function previewed(
	members: Member[],
	{ prepared, remark }: { prepared: PreparedRequest; remark?: string },
): PreviewOutcome[] {
	const { method, path: sentTo } = prepared;
	// The request has the IDs of all items, so only the first one shows it in full.
	const withItem = members[0].call.itemIndex + 1;
	const shared = { method, path: sentTo, withItem };
	return members.map(({ call, id, change: { left } }, index) => {
		const { preview, client } = call;
		if (preview && remark) preview.details.remark ??= remark;
		const document = preview?.documents.get(id);
		if (preview && document) Object.assign(preview.words, wordsOf(documentFields, document));
		if (preview && left) {
			const changes = changesOfRecord(documentFields, document ?? {}, left);
			if (document) preview.changes = changes;
			else preview.words.changes = changesInSentence(changes);
		}
		if (left) client.preview?.change(documentPath(id), left);
		else client.preview?.remove(documentPath(id));
		return { inputs: [call.itemIndex], previewed: { request: index === 0 ? prepared : shared } };
	});
}

/** Whether nothing was done. */
const changedNothing = (failure?: ServiceError) =>
	failure !== undefined && failure.effect !== 'open';

/** What lists may not show yet. */
const leftBy = ({ left }: BulkChange) => (left ? undefined : 'deleted');

const bulkRequest = (
	{ client }: OperationCall,
	{ operation, additionalData }: BulkChange,
	ids: string[],
	activity: string,
): ServiceCall => ({
	...client.target(changeRequest.route),
	body: {
		operation,
		ids: ids.map((id) => new ExactNumber(id)),
		...(additionalData && { additionalData }),
	},
	activity,
	whereToLook: 'Look at the record',
});

/** @returns the result for each ID @throws ServiceError that concerns all of them */
async function sendBatch(
	call: OperationCall,
	change: BulkChange,
	ids: string[],
	request: ServiceCall,
): Promise<Results> {
	const { activity } = request;
	const sent = await toResult(async () => await call.client.request(request));
	if (sent.failure && sent.failure.kind !== 'outcomeUnknown') throw sent.failure;
	// An empty 2xx is a success (docs/api/writes.md#an-empty-response-is-success).
	if (!sent.failure && sent.value === undefined) return new Map(ids.map((id) => [id, {}]));
	const { labelOf } = call.client.connection;
	const results: Results = sent.failure
		? new Map()
		: withLabels(labelOf, () => resultsIn(sent.value, activity));
	const missing = ids.filter((id) => !results.has(id));
	if (missing.length === 0) return results;
	const doubts = await doubtsAbout(missing, call, change, activity);
	call.hint(
		`The service did not confirm ${activity}. The node then read ${missing.length === 1 ? 'the record' : `each of the ${missing.length} records`} to find out.`,
	);
	const failure =
		sent.failure ?? unclearResponse(request, 'The response had no result for the record');
	for (const id of missing) {
		const doubt = doubts.get(id);
		results.set(id, doubt === undefined ? {} : { failure: failure.addAdvice(doubt) });
	}
	return results;
}
