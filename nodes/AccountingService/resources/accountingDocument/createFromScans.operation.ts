import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readJson } from '../../../shared/client/answer';
import { isRefusal, writtenReader, type ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput, ServiceError, toResult } from '../../../shared/client/errors';
import { textFrom } from '../../../shared/client/json';
import { isObject, readServiceMessage, hasContent } from '../../../shared/client/message';
import { optionsOfChange, shownFor } from '../../../shared/fields/options';
import {
	choice,
	id,
	type RecordDescription,
	type ServiceFields,
	text,
	texts,
} from '../../../shared/fields/describe';
import { scanPaymentTypes } from '../../../shared/documents/choices';
import { bodyForm, bodyOf } from '../../../shared/fields/recordForm';
import { someInWords } from '../../../shared/fields/values';
import { positiveId } from '../../../shared/fields/readValue';
import { fileProperty, inputFieldName, inputFiles } from '../../../shared/n8n/inputFile';
import { outputFields, shapeOf, simplifiedKinds } from '../../../shared/fields/output';
import type { DeclaredRequest, ItemOperation, OperationCall } from '../../operation';
import { forgetFiles, uploadFiles, uploadRequest, withFiles } from '../file/uploading';
import { formField } from '../../../shared/fields/formField';

/** The fields besides the files (docs/api/resources.md#scan-request). */
const scanFields: ServiceFields = {
	customerInstructions: text('Instructions', 'What the accountant should know', {
		placeholder: 'e.g. Paid from the cash register',
	}),
	note: text('Note', 'What the document is about', {
		placeholder: 'e.g. Office chairs',
	}),
	paymentType: choice('Payment Type', scanPaymentTypes, 'How the document is paid, if known'),
};

const scannedIdOf = (document: ServiceRecord): unknown =>
	document.accountingDocumentId ?? document.id;

const scannedDocument: RecordDescription = {
	one: 'document',
	many: 'documents',
	fields: {
		accountingDocumentId: id('Document ID', 'The document that was created'),
		files: texts('Files', 'The IDs of its files'),
	},
	simplified: {
		accountingDocumentId: { kind: 'id', read: scannedIdOf },
		fileIds: {
			kind: 'text',
			read: ({ files }) => (Array.isArray(files) ? files.join(', ') : files),
		},
	},
};

const filesFrom: INodeProperties = formField(
	'filesFrom',
	choice(
		'Files From',
		{
			input: ['Input Item', 'Upload files of the input item'],
			ids: ['Uploaded Files', 'Use files that are already in the service'],
		},
		'Where the scanned files come from',
		{ hint: 'If an earlier node has uploaded the files, choose Uploaded Files.' },
	),
	{ required: true },
);

const fileIds = formField(
	'fileIds',
	text('File IDs', 'The IDs of uploaded files, comma-separated, in the order of their pages', {
		required: true,
		placeholder: 'e.g. 800001,800002',
		asEntered: true,
	}),
);

const documentsFor = formField(
	'documentsFor',
	choice(
		'Documents',
		{
			allFiles: ['One per Item', 'Create one document for each item, with its files as pages'],
			eachFile: ['One for Each File', 'Create a separate document from each file'],
		},
		'How many documents to create from several files of an item',
		{ decides: true },
	),
);

const scansRequest: DeclaredRequest = {
	route: 'POST /v2/accountingdocuments/scans',
	basis: 'scans [C]',
};

export const createFromScans: ItemOperation = {
	option: {
		name: 'Create From Scans',
		value: 'createFromScans',
		action: 'Create invoices and other documents from scans',
		description: 'Upload scanned files and create documents from them. Each run creates new ones.',
	},
	fields: [
		filesFrom,
		shownFor(fileProperty(true), 'filesFrom', 'input'),
		shownFor(fileIds, 'filesFrom', 'ids'),
		documentsFor,
		...bodyForm(scanFields),
		...outputFields(scannedDocument),
		optionsOfChange(),
	],
	requests: [uploadRequest, scansRequest],
	output: simplifiedKinds(scannedDocument),
	changes: true,
	sentence: 'Create {count} from {files}',
	async run(call) {
		const { form, host, itemIndex } = call;
		const shape = shapeOf(form, scannedDocument);
		const besides = bodyOf(form, scanFields);
		const isInput = form.get('filesFrom') !== 'ids';
		const files = isInput ? await inputFiles(host, itemIndex, form.get(inputFieldName), true) : [];
		const entered = isInput ? [] : idsOf(form.get(fileIds.name));
		const isEach = form.get('documentsFor') === 'eachFile';
		const uploaded = await uploadFiles(call, files);
		const ids = [...entered, ...uploaded.map((file) => file.id)];
		const pages = isEach ? ids.map((one) => [one]) : [ids];
		if (call.preview) {
			const { words } = call.preview;
			words.count = pages.length === 1 ? '1 document' : `${pages.length} documents`;
			words.files = someInWords([
				...files.map(({ name }) => name),
				...entered.map((one) => `file ${one}`),
			]);
		}
		const result = await toResult(async () => await createFrom(call, pages, besides));
		if (result.failure) throw withFiles(result.failure, uploaded);
		const made = result.value;
		forgetFiles(call, files);
		if (made === undefined) return [{ created: true, fileIds: ids.join(', ') }];
		return made.map(shape);
	},
};

const creatingFromScans = 'creating documents from scans';

const parseScanned = writtenReader({ activity: creatingFromScans, fields: scannedDocument.fields });

const isDocument = (one: unknown): one is ServiceRecord =>
	isObject(one) && (hasContent(scannedIdOf(one)) || (hasContent(one.files) && !isRefusal(one)));

/**
 * Creates the documents.
 * @returns undefined for an empty response
 */
async function createFrom(
	{ client }: OperationCall,
	pages: string[][],
	besides: IDataObject,
): Promise<ServiceRecord[] | undefined> {
	return await client.request({
		...client.target(scansRequest.route),
		// File IDs as text, as the service was seen to accept them (docs/api/resources.md#scan-request).
		body: pages.map((files) => ({ files, ...besides })),
		activity: creatingFromScans,
		whereToLook: 'Look at the newest documents in the service',
		read(answer) {
			const body = readJson(answer, creatingFromScans);
			if (Array.isArray(body)) return documentsIn(body, pages.length);
			const one = parseScanned(answer);
			return one && documentsIn([one], pages.length);
		},
	});
}

/**
 * The documents of a list, which may contain an error instead of a document.
 * @throws ServiceError (notTheService, effect open) if a document is missing
 */
function documentsIn(list: unknown[], requested: number): ServiceRecord[] {
	const made = list.filter(isDocument);
	if (made.length >= Math.max(list.length, requested)) return made;
	const { text: serviceMessage } = readServiceMessage(list.filter((one) => !isDocument(one)));
	const ids = made.map((one) => textFrom(scannedIdOf(one)) || 'without ID');
	const idList = ids.length > 0 ? ` (Document ID ${ids.slice(0, 20).join(', ')})` : '';
	throw new ServiceError(
		'notTheService',
		`The response had only ${made.length} of the ${requested} requested documents${idList}`,
		{ description: '', serviceMessage, effect: 'open' },
	);
}

function idsOf(value: unknown): string[] {
	const list: unknown[] = Array.isArray(value) ? value : [value ?? ''];
	// Keep numbers, so that an error can report lost digits.
	const entered = list
		.flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]))
		.filter((one) => typeof one !== 'string' || one.trim() !== '');
	if (entered.length === 0)
		refuseInput(fileIds.name, `${fileIds.displayName} is empty`, 'Enter at least one ID.');
	return entered.map((one) => positiveId(one, fileIds.name, 'File ID'));
}
