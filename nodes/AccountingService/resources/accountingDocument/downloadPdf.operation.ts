import { optionally } from '../../../shared/client/errors';
import { textFrom } from '../../../shared/client/json';
import { assumedRoutes } from '../../../shared/client/settings';
import { optionsWith } from '../../../shared/fields/options';
import { type Declared, fill, optionOf, pathProperties, requestOf } from '../../kinds/declared';
import { download, fileNameOption } from '../../kinds/download';
import { outputField } from '../../export/outputField';
import { assumedRequest, type ItemOperation, type OperationCall } from '../../operation';
import { readDocument, readRequest } from '../../once/readDocument';
import { accountingDocumentId } from './documentId';

const declared: Declared<typeof assumedRoutes.downloadPdfPath> = {
	name: 'Download PDF',
	value: 'downloadPdf',
	action: 'Download PDF of invoice or other document',
	description: 'Download an accounting document as a PDF file',
	activity: 'downloading the PDF of accounting document {accountingDocumentId}',
	...assumedRequest('downloadPdfPath', 'one-document [I]'),
	path: { accountingDocumentId },
};

export const downloadPdf: ItemOperation = {
	option: optionOf(declared),
	fields: [...pathProperties(declared), outputField, optionsWith(fileNameOption)],
	requests: [requestOf(declared), readRequest],
	output: { fileName: 'text', mimeType: 'text', bytes: 'whole' },
	async run(call) {
		const filled = fill(declared, call);
		const { accountingDocumentId: id } = filled.ids;
		const wanted = { isPdf: true, otherName: async () => await nameOf(call, id) };
		return [await download(call, filled, wanted)];
	},
};

/** The number of the document, or its ID. Read only if the service does not name the file, to save a request. */
async function nameOf(call: OperationCall, id: string): Promise<string> {
	const found = await optionally(async () => await readDocument(call, id));
	const number = found.failure ? undefined : found.value.accountingDocumentNo;
	return `${textFrom(number).trim() || id}.pdf`;
}
