import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { toResult } from '../../shared/client/errors';
import { plainJson, type PreparedRequest } from '../../shared/client/preview';
import { contactName } from '../../shared/documents/contactFields';
import {
	changeLine,
	changesInSentence,
	type FieldChange,
} from '../../shared/fields/changesInWords';
import { isBlank, someInWords } from '../../shared/fields/values';
import {
	ItemWithFiles,
	type Operation,
	type OperationCall,
	type Outcome,
	type Previewed,
	type PreviewOutcome,
} from '../operation';
import { accountingDocumentId } from '../resources/accountingDocument/documentId';
import { documentForPreview } from '../send/previewedDocument';
import { asWord, documentInWords, fillSentence } from '../sentence';
import { newItemPreview } from '../preview';

const maxSummary = 1000;

/** Of each list in the output. */
const maxLines = 100;

/**
 * The output of an item in preview: what the run would do in a sentence, the document that it is about, what changes, and
 * the request last.
 * @throws ServiceError as the request that reads the document
 */
export async function previewItem(
	operation: Operation,
	call: OperationCall,
	{ request, results = [] }: Previewed,
): Promise<IDataObject[]> {
	const preview = call.preview ?? newItemPreview();
	const { readAt, earlier, changes, leftOut, removes, details } = preview;
	const subject = await subjectOf(operation, call);
	const wouldSend = [...earlier, ...(request ? [request] : [])];
	const summary = summaryOf(operation, call, wouldSend.length > 0, request, subject);
	if (subject && call.forAgent) keepForReview(call, subject.id, summary);
	const item = {
		summary,
		...(subject && columnsOf(subject.document)),
		...(changes && { changes: changeLines(changes, changeLine) }),
		...(leftOut?.length && { mayBeCleared: changeLines(leftOut, oldValue) }),
		...(removes?.length && { removes: changeLines(removes, oldValue) }),
		...details,
	};
	const last = { readAt, preview: true, wouldSend };
	if (wouldSend.length > 0 || results.length === 0) return [{ ...item, ...last } as IDataObject];
	return results.map((one) => {
		const existing = plainJson(one instanceof ItemWithFiles ? one.json : one);
		return { ...item, existing, ...last } as IDataObject;
	});
}

export async function previewOutcome(
	operation: Operation,
	call: OperationCall,
	{ inputs, previewed }: PreviewOutcome,
): Promise<Outcome> {
	const item = await toResult(async () => await previewItem(operation, call, previewed));
	return item.failure ? { inputs, failure: item.failure } : { inputs, results: item.value };
}

/**
 * For the message of n8n's human review, which shows it to the person who approves the change. Its expressions read the
 * context of a tool, but not its output: n8n 2.41 answers "No data found from `main` input".
 */
function keepForReview({ host }: OperationCall, id: string, summary: string): void {
	const context = host.getContext('node');
	context.summaries = { ...(context.summaries as IDataObject | undefined), [id]: summary };
}

/** A document that exists. */
interface Subject {
	id: string;
	/** Undefined if it was not read. */
	document?: ServiceRecord;
}

/** The document of the field Document, or the one that the operation has found. */
async function subjectOf({ fields }: Operation, call: OperationCall): Promise<Subject | undefined> {
	const { name } = accountingDocumentId.property;
	const hasDocument = fields.some((field) => field.name === name) && !isBlank(call.form.get(name));
	if (hasDocument) {
		const id = accountingDocumentId.read(call.form);
		return { id, document: await documentForPreview(call, id) };
	}
	const { about: id, documents } = call.preview ?? newItemPreview();
	return id === undefined ? undefined : { id, document: documents.get(id) };
}

function columnsOf(document: ServiceRecord = {}): IDataObject {
	const { accountingDocumentNo = null, contact, total = null, currency = null } = document;
	return plainJson({
		...{ accountingDocumentNo, contact: contactName(contact), total, currency },
	}) as IDataObject;
}

function summaryOf(
	{ sentence = '' }: Operation,
	{ form, preview = newItemPreview() }: OperationCall,
	sendsSomething: boolean,
	request: PreparedRequest | undefined,
	subject: Subject | undefined,
): string {
	const { words, changes, leftOut = [], whyNothing } = preview;
	const document = subject ? documentInWords(subject.id, subject.document) : '';
	const unchanged = leftOut.length > 0 ? '' : 'no field changes';
	const all = {
		...words,
		document,
		changes: changes ? changesInSentence(changes) || unchanged : (words.changes ?? ''),
		method: request?.method ?? '',
		path: request?.path ?? '',
	};
	if (!sendsSomething) {
		const why = whyNothing ?? 'the row changes nothing';
		return asWord(`Nothing would be sent: ${fillSentence(why, all)}`, maxSummary);
	}
	const text = fillSentence(typeof sentence === 'string' ? sentence : sentence(form, request), all);
	const cleared = someInWords(leftOut.map(({ label }) => label));
	return asWord(cleared === '' ? text : `${text}. May clear ${cleared}`, maxSummary);
}

const oldValue = ({ label, before }: FieldChange) => `${label}: ${before}`;

function changeLines(changes: FieldChange[], line: (change: FieldChange) => string): string[] {
	const more = changes.length - maxLines;
	return [...changes.slice(0, maxLines).map(line), ...(more > 0 ? [`${more} more`] : [])];
}
