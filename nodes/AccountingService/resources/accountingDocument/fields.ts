import { getOnly, id, type ServiceFields, text } from '../../../shared/fields/describe';
import { idLocator } from '../../kinds/declared';

export const accountingDocumentId = idLocator(
	'accountingDocumentId',
	'Document',
	'The accounting document, picked from the list or by its ID',
	'e.g. 10004567',
	'searchDocumentIds',
	'A number such as 10004567, not the number printed on the document. For a link, run Get by Permalink Token first, and take the id of its output.',
);

/** A document in a list of another record. @param description of its ID */
export const documentLink = (description: string): ServiceFields => ({
	accountingDocumentId: id('Document ID', description, {
		required: true,
		placeholder: 'e.g. 10004567',
	}),
	accountingDocumentNo: text('Document Number', 'The number of the document', getOnly),
});
