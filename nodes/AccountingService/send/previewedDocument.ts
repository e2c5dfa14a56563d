import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { type ServiceError, toResult } from '../../shared/client/errors';
import { processedState } from '../../shared/documents/choices';
import { documentFields } from '../../shared/documents/documentRecord';
import {
	changesOfRecord,
	type FieldChange,
	leftOut,
	valueInWords,
} from '../../shared/fields/changesInWords';
import type { ServiceFields } from '../../shared/fields/describe';
import { inWords } from '../../shared/fields/values';
import type { OperationCall } from '../operation';
import { newItemPreview } from '../preview';
import { readDocument } from '../once/readDocument';
import { asWord } from '../sentence';

/** More would cost a request each, although the run reads none of them. */
const maxRead = 100;

/** How many documents are read at the same time. A service that limits requests makes the client wait (retry.ts). */
const maxAtOnce = 25;

/**
 * For a preview: a record that the run would not read.
 * @returns undefined if the service does not find it, or after 100 of them; a remark then says so
 * @throws ServiceError of every other kind, as the run may meet it too
 */
export async function readForPreview(
	{ execution, preview }: OperationCall,
	read: () => Promise<ServiceRecord>,
): Promise<ServiceRecord | undefined> {
	const count = Number(execution.get('previewReads') ?? 0);
	if (count >= maxRead) {
		if (preview) preview.details.remark = `The preview reads only the first ${maxRead} records.`;
		return undefined;
	}
	execution.set('previewReads', count + 1);
	const found = await toResult(read);
	if (!found.failure) return found.value;
	if (found.failure.kind !== 'notFound') throw found.failure;
	if (preview) preview.details.remark = found.failure.message;
	return undefined;
}

/** A record, and the request body that replaces it. */
interface Replaced {
	path: string;
	fields: ServiceFields;
	before: object;
	body: IDataObject;
}

/** For a preview: what a request body changes in a record, and which of its fields this row or an earlier one leaves out. */
export function describeReplaced(
	{ preview, client, execution }: OperationCall,
	{ path, fields, before, body }: Replaced,
): void {
	if (!preview) return;
	Object.assign(preview.words, wordsOf(fields, before));
	const changes = changesOfRecord(fields, before, body);
	const own = leftOut(fields, before, body);
	const key = `left out of ${client.connection.owner} ${path}`;
	const named = new Set([...changes, ...own].map(({ label }) => label));
	const known = (execution.get(key) ?? []) as FieldChange[];
	const earlier = known.filter(({ label }) => !named.has(label));
	if (earlier.length > 0) preview.details.remark ??= clearedEarlier;
	preview.changes = changes;
	preview.leftOut = [...own, ...earlier];
	execution.set(key, preview.leftOut);
}

const clearedEarlier =
	'An earlier row leaves out some fields of this record. If the service clears them, this row leaves them out too.';

/**
 * For a preview: the sums that a document to be sent leaves to the service.
 * @param path of a document that exists: later items find it without them
 */
export function describeSums(
	{ preview, client }: OperationCall,
	body: IDataObject,
	path?: string,
): void {
	if (!preview || body.total !== undefined) return;
	const sums = Object.keys(documentFields).filter(
		(name) => documentFields[name].computed && body[name] === undefined,
	);
	preview.details.computedByService = inWords(sums.map((name) => documentFields[name].label));
	if (path === undefined) return;
	client.preview?.change(path, Object.fromEntries(sums.map((name) => [name, undefined])));
}

/** Words of a record for the sentence of a preview, by the names of its fields. */
export function wordsOf(fields: ServiceFields, record: object): Record<string, string> {
	return Object.fromEntries(
		Object.entries(record).flatMap(([name, value]) =>
			Object.hasOwn(fields, name) ? [[name, asWord(valueInWords(fields[name], value))]] : [],
		),
	);
}

/** The document of an item in preview, read once. @returns undefined as {@link readForPreview} */
export async function documentForPreview(
	call: OperationCall,
	id: string,
): Promise<ServiceRecord | undefined> {
	const { documents } = call.preview ?? newItemPreview();
	if (documents.has(id)) return documents.get(id);
	return await readForPreview(call, async () => await readDocument(call, id));
}

/** For a preview of a change that the service refuses for a processed document (docs/api/resources.md#states). */
export async function warnIfProcessed(call: OperationCall, id: string): Promise<void> {
	if (!call.preview) return;
	const document = await documentForPreview(call, id);
	if (document?.processingState !== processedState) return;
	call.preview.details.remark ??=
		'The document is processed, so the service may refuse the change.';
}

/** Reads the documents of many items, some at the same time. */
export async function readDocumentsForPreview(
	items: Array<{ call: OperationCall; id: string }>,
): Promise<void> {
	const left = items.values();
	let failure: ServiceError | undefined;
	const readNext = async () => {
		for (const { call, id } of left) {
			const read = await toResult(async () => await documentForPreview(call, id));
			failure ??= read.failure;
			if (failure) return;
		}
	};
	await Promise.all(Array.from({ length: maxAtOnce }, readNext));
	if (failure) throw failure;
}
