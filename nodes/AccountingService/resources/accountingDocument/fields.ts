import {
	getOnly,
	id,
	type ServiceField,
	type ServiceFields,
	text,
} from '../../../shared/fields/describe';
import { idLocator } from '../../kinds/declared';

export const accountingDocumentId = idLocator(
	'accountingDocumentId',
	'Document',
	'The accounting document, picked from the list or by its ID',
	'e.g. 10004567',
	'searchDocumentIds',
	'Such as 10004567, not the number on the document. For a link, run Get by Permalink Token, and take its id.',
);

/** A document in a list of another record. @param description of its ID @param more e.g. where to pick it */
export const documentLink = (
	description: string,
	more: Pick<ServiceField, 'pickedFrom'> = {},
): ServiceFields => ({
	accountingDocumentId: id('Document ID', description, {
		required: true,
		placeholder: 'e.g. 10004567',
		notAnId: 'This looks like a document number. Use its ID, or pick it.',
		...more,
	}),
	accountingDocumentNo: text('Document Number', 'The number of the document', getOnly),
});
