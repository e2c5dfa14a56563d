import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readJson } from '../../../shared/client/answer';
import {
	isRefusal,
	refusal,
	writtenReader,
	type ServiceRecord,
} from '../../../shared/client/envelope';
import { refuseInput, ServiceError, tried } from '../../../shared/client/errors';
import { isObject, readServiceMessage, hasContent } from '../../../shared/client/message';
import { advancedWith, shownFor } from '../../../shared/fields/options';
import {
	choice,
	id,
	type RecordDescription,
	type ServiceFields,
	text,
	texts,
} from '../../../shared/fields/describe';
import { bodyForm, bodyOf } from '../../../shared/fields/recordForm';
import { positiveId } from '../../../shared/fields/values';
import { fileProperty, inputFieldName, inputFiles } from '../../../shared/n8n/inputFile';
import { outputFields, shapeOf, simplifiedKinds } from '../../../shared/fields/output';
import type { ItemOperation, OperationCall } from '../../operation';
import { forgetFiles, uploadFiles, uploadRequest, withFiles } from '../file/uploading';
import { choiceField, textField } from '../../../shared/fields/properties';

/** The first four payment types. Scans were not seen with the others (docs/api/resources.md#scan-request). */
const scanPaymentTypes = {
	1: 'Bank Transfer',
	2: 'Cash',
	3: 'Cash on Delivery',
	4: 'Payment Card',
};

/** The fields besides the files (docs/api/resources.md#scan-request). */
const scanFields: ServiceFields = {
	customerInstructions: text('Instructions', 'A note for the accountant', {
		placeholder: 'e.g. Paid from the cash register',
	}),
	note: text('Note', 'The description of the document', {
		placeholder: 'e.g. Office chairs',
	}),
	paymentType: choice('Payment Type', scanPaymentTypes, 'How the document is paid, if known'),
};

const scannedDocument: RecordDescription = {
	one: 'document',
	many: 'documents',
	fields: {
		accountingDocumentId: id('Document ID', 'The document that was created'),
		files: texts('Files', 'The numbers of its files'),
	},
	simplified: {
		accountingDocumentId: {
			kind: 'id',
			read: ({ accountingDocumentId, id: ownId }) => accountingDocumentId ?? ownId,
		},
		fileIds: {
			kind: 'text',
			read: ({ files }) => (Array.isArray(files) ? files.join(', ') : files),
		},
	},
};

const filesFrom: INodeProperties = {
	...choiceField('Files From', 'filesFrom', 'Where the scanned files come from', 'input', {
		input: ['Input Item', 'Upload files of the input item'],
		ids: ['Uploaded Files', 'Use files that are already in the service'],
	}),
	required: true,
};

const fileIds = textField(
	'File IDs',
	'fileIds',
	'The IDs of uploaded files, comma-separated, in the order of their pages',
	{ required: true, placeholder: 'e.g. 800001,800002' },
);

const documentsFor = choiceField(
	'Documents',
	'documentsFor',
	'How many documents to create from several files of an item',
	'allFiles',
	{
		allFiles: ['One for All Files', 'Create one document with the files as its pages'],
		eachFile: ['One for Each File', 'Create a separate document from each file'],
	},
);

const scansPath = '/v2/accountingdocuments/scans';

export const createFromScans: ItemOperation = {
	option: {
		name: 'Create From Scans',
		value: 'createFromScans',
		action: 'Create invoices and other documents from scans',
		description: 'Upload scanned files and create documents from them',
	},
	fields: [
		filesFrom,
		shownFor(fileProperty(true), 'filesFrom', 'input'),
		shownFor(fileIds, 'filesFrom', 'ids'),
		documentsFor,
		...bodyForm(scanFields),
		...outputFields(scannedDocument),
		advancedWith(),
	],
	requests: [uploadRequest, { route: `POST ${scansPath}`, basis: 'scans [C]' }],
	output: simplifiedKinds(scannedDocument),
	changes: true,
	async run(call) {
		const { form, host, itemIndex } = call;
		const shape = shapeOf(form, scannedDocument);
		const besides = bodyOf(form, scanFields);
		const isInput = form.get('filesFrom') !== 'ids';
		const files = isInput ? await inputFiles(host, itemIndex, form.get(inputFieldName), true) : [];
		const entered = isInput ? [] : idsOf(form.get('fileIds'));
		const isEach = form.get('documentsFor') === 'eachFile';
		const uploaded = await uploadFiles(call, files);
		const ids = [...entered, ...uploaded.map((file) => file.id)];
		const pages = isEach ? ids.map((one) => [one]) : [ids];
		const result = await tried(async () => await createFrom(call, pages, besides));
		if (result.failure) throw withFiles(result.failure, uploaded);
		const made = result.value;
		if (made && made.length < pages.length) {
			const open = incompleteResponse(made, pages.length);
			throw withFiles(
				open.outcomeUnknown(`POST ${scansPath}`, creatingFromScans, whereToLook),
				uploaded,
			);
		}
		forgetFiles(call, files);
		if (made === undefined) return [{ created: true, fileIds: ids.join(', ') }];
		return made.map(shape);
	},
};

const creatingFromScans = 'creating documents from scans';
const whereToLook = 'Look at the newest documents in the service';

const isDocument = ({ accountingDocumentId, id: ownId, ...one }: ServiceRecord) =>
	hasContent(accountingDocumentId ?? ownId) || (hasContent(one.files) && !isRefusal(one));

/**
 * The documents of a list, which may contain an error instead of a document.
 * @throws ServiceError (rejected) if all were rejected, (notTheService) if only some were, because the others exist
 */
function documentsIn(list: unknown[], requested: number): ServiceRecord[] {
	const made = list.filter(isObject).filter(isDocument);
	const isRefused = list.length > 0 && list.every((one) => isRefusal(one, 'params'));
	if (isRefused) throw refusal(list, creatingFromScans);
	if (made.length < list.length) throw incompleteResponse(made, requested, list);
	return made;
}

/** The outcome of documents that are missing from the response is unknown. */
function incompleteResponse(
	made: ServiceRecord[],
	requested: number,
	list: unknown[] = [],
): ServiceError {
	const others = list.filter((one) => !isObject(one) || !isDocument(one));
	const serviceMessage = others.length > 0 ? readServiceMessage(others).text : '';
	const ids = made.map((one) => String(one.accountingDocumentId ?? one.id ?? 'without ID'));
	const idList = ids.length > 0 ? ` (Document ID ${ids.slice(0, 20).join(', ')})` : '';
	return new ServiceError(
		'notTheService',
		`The response had only ${made.length} of the ${requested} requested documents${idList}`,
		{ description: '', serviceMessage, effect: 'open' },
	);
}

/** @returns undefined for an empty response */
async function createFrom(
	{ client }: OperationCall,
	pages: string[][],
	besides: IDataObject,
): Promise<ServiceRecord[] | undefined> {
	return await client.request({
		method: 'POST',
		path: scansPath,
		// File IDs as text, as the service was seen to accept them (docs/api/resources.md#scan-request).
		body: pages.map((files) => ({ files, ...besides })),
		what: creatingFromScans,
		whereToLook,
		// The client reads it, so that an invalid response leaves the outcome open.
		read(answer) {
			const body = readJson(answer, creatingFromScans);
			if (Array.isArray(body)) return documentsIn(body, pages.length);
			const record = writtenReader({ what: creatingFromScans, fields: scannedDocument.fields })(
				answer,
			);
			return record && [record];
		},
	});
}

function idsOf(value: unknown): string[] {
	const list: unknown[] = Array.isArray(value) ? value : [value ?? ''];
	// Keep numbers, so that an error can report lost digits.
	const entered = list
		.flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]))
		.filter((one) => typeof one !== 'string' || one.trim() !== '');
	if (entered.length === 0) refuseInput('fileIds', 'File IDs is empty', 'Enter at least one ID.');
	return entered.map((one) => positiveId(one, 'fileIds', 'File ID'));
}
